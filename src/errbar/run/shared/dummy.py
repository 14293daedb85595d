"""DummyRegressor and DummyClassifier: means, medians and class counts of every training set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.run.shared.guard import EPSILON, Floats
from errbar.run.shared.path import Family, Output, Request, anything, is_none, labelled, predicted
from errbar.run.shared.source import Source, Step
from errbar.run.shared.splits import Parent


@dataclass(frozen=True, slots=True)
class DummyRegressorPath:
    strategy: str

    def outputs(self, step: Step) -> Output:
        constants, rounding = _means(step) if self.strategy == "mean" else _medians(step)
        n_splits, n_test = step.batch.test.shape
        values = np.broadcast_to(constants[:, np.newaxis], (n_splits, n_test))
        return predicted(values, step, rounding, np.zeros(n_splits, dtype=bool))


def _means(step: Step) -> tuple[Floats, Floats]:
    source, batch = step.source, step.batch
    y = source.values - source.middle
    totals = np.array([y.sum() if parent.rows is None else y.take(parent.rows).sum() for parent in batch.parents])
    totals = totals[batch.which]
    if batch.leaves:
        totals = totals - y.take(batch.test).sum(axis=1)
    rounding = EPSILON * source.largest_value * y.size / step.n_train
    return totals / step.n_train + source.middle, rounding


def _medians(step: Step) -> tuple[Floats, Floats]:
    source, batch = step.source, step.batch
    ordered = [_order(source, parent) for parent in batch.parents]
    medians = np.empty(len(batch.numbers))
    for i, (which, test) in enumerate(zip(batch.which, batch.test, strict=True)):
        rows = ordered[which]
        if batch.leaves:
            trained = np.ones(source.y.size, dtype=bool)
            trained[test] = False
            rows = rows[trained[rows]]
        medians[i] = source.values[rows[(rows.size - 1) // 2 : rows.size // 2 + 1]].mean()
    return medians, np.zeros(len(medians))


def _order(source: Source, parent: Parent) -> NDArray[np.intp]:
    """The parent's examples, smallest y first."""
    rows = np.arange(source.y.size) if parent.rows is None else parent.rows
    return rows[np.argsort(source.values[rows], kind="stable")]


@dataclass(frozen=True, slots=True)
class DummyClassifierPath:
    reads: str
    gives_prior: bool

    def outputs(self, step: Step) -> Output:
        counts = _counts(step)
        n_splits, n_test = step.batch.test.shape
        best = counts.argmax(axis=1)
        if self.reads == "predict":
            codes = np.broadcast_to(best[:, np.newaxis], (n_splits, n_test))
            return labelled(codes, step.source, np.zeros(n_splits, dtype=bool))
        share = counts / counts.sum(axis=1, keepdims=True) if self.gives_prior else np.eye(counts.shape[1])[best]
        values = np.broadcast_to(share[:, np.newaxis, :], (n_splits, n_test, counts.shape[1]))
        return Output(values, (counts == 0).any(axis=1))


def _counts(step: Step) -> NDArray[np.intp]:
    """Splits x classes: training examples of each class."""
    source, batch = step.source, step.batch
    n_classes = source.classes.size
    codes = source.codes
    totals = np.stack(
        [
            np.bincount(codes if parent.rows is None else codes[parent.rows], minlength=n_classes)
            for parent in batch.parents
        ]
    )[batch.which]
    if not batch.leaves:
        return totals
    shifted = codes[batch.test] + n_classes * np.arange(len(totals))[:, np.newaxis]
    return totals - np.bincount(shifted.ravel(), minlength=totals.size).reshape(totals.shape)


def _is_mean_or_median(value: Any) -> bool:
    return value in ("mean", "median")


def _is_majority(value: Any) -> bool:
    return value in ("most_frequent", "prior")


def _regressor(request: Request, source: Source) -> DummyRegressorPath:  # noqa: ARG001 - any data will do
    return DummyRegressorPath(request.parameters["strategy"])


def _classifier(request: Request, source: Source) -> DummyClassifierPath:  # noqa: ARG001 - any data will do
    return DummyClassifierPath(request.reads, request.parameters["strategy"] == "prior")


REGRESSOR = Family(
    "dummy",
    "regression",
    {"strategy": _is_mean_or_median, "constant": is_none, "quantile": is_none},
    ("predict",),
    _regressor,
)
CLASSIFIER = Family(
    "dummy",
    "classification",
    {"strategy": _is_majority, "random_state": anything, "constant": is_none},
    ("predict", "predict_proba"),
    _classifier,
)
