"""DummyRegressor and DummyClassifier: means, medians and class counts of every training set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON
from errbar.run.shared.path import Family, PathOutput, Request, anything, labelled, predicted


@dataclass(frozen=True, slots=True)
class DummyRegressorPath:
    strategy: str
    constant: float

    def outputs(self, step: Step) -> PathOutput:
        n_splits = len(step.batch.numbers)
        rounding = np.zeros(n_splits)
        if self.strategy == "mean":
            constants, rounding = _means(step)
        elif self.strategy == "median":
            constants = _medians(step)
        else:
            constants = np.full(n_splits, self.constant)
        found = predicted(constants[:, np.newaxis], step, rounding, np.zeros(n_splits, dtype=bool))
        if self.strategy != "mean" or not found.declined.any():
            return found
        for i in np.flatnonzero(found.declined).tolist():  # a mean near 0 shows rounding: as scikit-learn adds up
            trained = step.source.y[step.batch.trained(i, step.source.y.size)]
            constants[i] = np.average(trained[:, np.newaxis], axis=0)[0]
        return PathOutput(np.broadcast_to(constants[:, np.newaxis], found.values.shape), np.zeros(n_splits, dtype=bool))


def _means(step: Step) -> tuple[Floats, Floats]:
    """The training means and a bound for their rounding."""
    source, n = step.source, step.n_train
    totals = source.totals(step.batch)
    if step.batch.leaves:
        totals = totals - step.targets.sum(axis=1)
    return totals / n + source.middle, EPSILON * source.largest_value * source.y.size / n


def _medians(step: Step) -> Floats:
    source, batch = step.source, step.batch
    ordered = source.orders(batch)
    medians = np.empty(len(batch.numbers))
    for i, (which, test) in enumerate(zip(batch.which, batch.test, strict=True)):
        rows = ordered[which]
        if batch.leaves:
            trained = np.ones(source.y.size, dtype=bool)
            trained[test] = False
            rows = rows[trained[rows]]
        medians[i] = source.values[rows[(rows.size - 1) // 2 : rows.size // 2 + 1]].mean()
    return medians


@dataclass(frozen=True, slots=True)
class DummyClassifierPath:
    reads: str
    strategy: str
    constant: int | None  # the place of the constant label among the classes

    def outputs(self, step: Step) -> PathOutput:
        counts = step.class_counts
        n_splits, n_test = step.batch.test.shape
        chosen = counts.argmax(axis=1) if self.constant is None else np.full(n_splits, self.constant)
        declined = counts[np.arange(n_splits), chosen] == 0  # scikit-learn refuses a constant it has not seen
        if self.reads == "predict":
            return labelled(np.broadcast_to(chosen[:, np.newaxis], (n_splits, n_test)), step.source, declined)
        if self.strategy == "prior":
            shares = counts / counts.sum(axis=1, keepdims=True)
        else:
            shares = np.eye(counts.shape[1])[chosen]
        values = np.broadcast_to(shares[:, np.newaxis, :], (n_splits, n_test, counts.shape[1]))
        return PathOutput(values, declined | (counts == 0).any(axis=1))


def _is_strategy_for_numbers(value: Any) -> bool:
    return value in ("mean", "median", "constant")


def _is_strategy_for_labels(value: Any) -> bool:
    return value in ("most_frequent", "prior", "constant")


def _regressor(request: Request, source: Source) -> DummyRegressorPath | None:  # noqa: ARG001 - any data will do
    strategy, constant = request.parameters["strategy"], request.parameters["constant"]
    if strategy != "constant":
        return DummyRegressorPath(strategy, 0.0)
    return DummyRegressorPath(strategy, float(constant)) if isinstance(constant, int | float) else None


def _classifier(request: Request, source: Source) -> DummyClassifierPath | None:
    strategy, constant = request.parameters["strategy"], request.parameters["constant"]
    if strategy != "constant":
        return DummyClassifierPath(request.reads, strategy, None)
    if not isinstance(constant, int | str) or isinstance(constant, bool):
        return None
    places = [place for place, label in enumerate(source.classes.tolist()) if label == constant]
    return DummyClassifierPath(request.reads, strategy, places[0]) if places else None


REGRESSOR = Family(
    "dummy",
    "regression",
    {"strategy": _is_strategy_for_numbers, "constant": anything, "quantile": anything},
    ("predict",),
    _regressor,
)
CLASSIFIER = Family(
    "dummy",
    "classification",
    {"strategy": _is_strategy_for_labels, "random_state": anything, "constant": anything},
    ("predict", "predict_proba"),
    _classifier,
)
