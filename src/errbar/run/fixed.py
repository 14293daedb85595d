"""Models that are already trained, judged on a test set: predicted once, never fitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.summed import OF_NUMBERS, OF_PROBABILITIES, OF_SCORES
from errbar.errors import InputError
from errbar.plans.families import TestSet
from errbar.run.checked import Data, check_data, own_copy
from errbar.run.copies import first_line
from errbar.run.examples import is_one_value, n_rows
from errbar.run.fit import judge
from errbar.run.frames import check_index
from errbar.run.losses import Loss, SaidToBe, Score, choose_one, ranked
from errbar.run.mean_scores import MEAN_SCORES, counted, summed
from errbar.run.said import as_said, check_length
from errbar.run.seeding import is_known, seeded
from errbar.types import Plan, Predictions, Scores
from errbar.types.scores import split_means
from errbar.types.setup import Setup

SEED = 0  # of the generators of the process while a model predicts: the same answer twice, and for every model


def judge_fixed(
    models: Mapping[str, Any],
    X: Any,
    y: Any,
    setup: Setup,
) -> Scores:
    """The losses of every item, or for a scorer what it needs to be worked out again on any choice of items."""
    for name, model in models.items():
        if isinstance(model, type) or not callable(getattr(model, "predict", None)):
            raise InputError(f"Model {name!r} ({model!r:.80}) must be a fitted model with a predict method.")
    data = check_data(X, y, setup.groups)
    notes = check_index(X, {"y": y, "groups": setup.groups})
    codes = None if data.groups is None else np.unique(data.groups, return_inverse=True)[1].reshape(-1)
    plan = Plan("test_set", data.n, (TestSet(data.n),), codes)
    metric = choose_one(setup, models, _known_labels(models, data.y))
    if isinstance(metric, Score):
        if is_known(metric) and data.y.ndim == 1:
            _check_same_labels(models, data.y)
        return scored_as_a_whole(models, data, metric, plan).noted(*notes)
    if metric.seen_labels_only:
        for name, model in models.items():
            strange = np.setdiff1d(data.y, getattr(model, "classes_", data.y))
            if strange.size:
                raise InputError(
                    f"Model {name!r} never saw label {strange.tolist()[0]!r}: loss={metric.name!r} is undefined there."
                )
    elif metric.task == "classification" and is_one_value(data.y):
        _check_same_labels(models, data.y)
    items = np.stack([_judged(name, model, metric, data) for name, model in models.items()])
    return Scores(plan, tuple(models), split_means(items, plan), items, metric.name, metric.low_high, notes=notes)


def scored_as_a_whole(models: Mapping[str, Any], data: Data, metric: Score, plan: Plan) -> Scores:
    """What fitted models said about the only test set of `plan`, which is `data`, and the scorer's value of it."""
    items = _of_examples(models, data, metric)
    if items is not None:
        return Scores(plan, tuple(models), split_means(items, plan), items, metric.name, metric.low_high, True)
    said = _predictions(models, data, metric)
    values = said.values()[:, None]
    return Scores(plan, tuple(models), values, None, metric.name, metric.low_high, True, predictions=said)


def _of_examples(models: Mapping[str, Any], data: Data, metric: Score) -> Floats | None:
    """What every example adds, for a scorer that is a mean over them; None where the scorer says otherwise."""
    if metric.name not in MEAN_SCORES or data.y.ndim != 1:
        return None
    loss, items = MEAN_SCORES[metric.name], []
    for name, model in models.items():
        asked_once = Remembered(name, model, data.X)
        value = asked_once.scored_by(metric)(data.y, np.arange(data.n))
        with _named(name), np.errstate(all="ignore"):
            said = getattr(asked_once, loss.reads)(np.arange(data.n))
            if loss.reads == "predict_proba" and (said.ndim != 2 or np.setdiff1d(data.y, model.classes_).size):
                return None
            items.append(np.asarray(loss.fn(data.y, said, getattr(model, "classes_", None)), dtype=np.float64))
        if items[-1].shape != data.y.shape or not np.isclose(items[-1].mean(), value, rtol=1e-9, atol=1e-12):
            return None
    return np.stack(items)


def _judged(name: str, model: Any, metric: Loss, data: Data) -> NDArray[np.float64]:
    with _named(name), seeded(SEED):
        return judge(metric, model, own_copy(data.X), data.y.copy())


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Whatever goes wrong with a model, as one sentence that names it."""
    try:
        yield
    except InputError as cause:
        raise InputError(f"Model {name!r} could not be judged: {cause}") from cause
    except (Exception, SystemExit) as cause:  # any model may do anything, also leave
        raise InputError(
            f"Model {name!r} could not be judged: {type(cause).__name__}: {first_line(cause).rstrip('.')}. "
            "Is it fitted, on columns like these?"
        ) from cause


def _check_same_labels(models: Mapping[str, Any], y: NDArray[Any]) -> None:
    """A model none of whose labels occur would err on every item: the labels are coded another way."""
    for name, model in models.items():
        known = getattr(model, "classes_", None)
        if known is not None and not set(y.tolist()) & set(np.asarray(known).tolist()):
            raise InputError(
                f"y holds none of the labels model {name!r} was trained on: {y[:1].tolist()[0]!r} instead of "
                f"{np.asarray(known).tolist()[0]!r}, say. Code them the same way."
            )


def _known_labels(models: Mapping[str, Any], y: NDArray[Any]) -> NDArray[Any]:
    """The labels the models were trained on where they say so: a test set may well hold one class only."""
    if not is_one_value(y):
        return y
    for model in models.values():
        if (classes := getattr(model, "classes_", None)) is not None:
            return np.asarray(classes)
    return y


def _predictions(models: Mapping[str, Any], data: Data, metric: Score) -> Predictions:
    """AUC and F1 with the numbers they are made of; any other scorer as a function of rows."""
    binary = all(len(getattr(model, "classes_", ())) == 2 for model in models.values())
    if metric.name == "roc_auc" and binary:
        from errbar.core.metrics import roc_auc

        truth = data.y == _positive(models)
        ranks = tuple(_ranked(name, model, data.X) for name, model in models.items())
        return Predictions(truth, ranks, (roc_auc,) * len(models))
    if metric.name == "f1" and binary:
        from errbar.core.metrics import f1

        for name, model in models.items():
            if metric.positive not in np.asarray(model.classes_).tolist():
                raise InputError(
                    f"scoring='f1' counts the label {metric.positive!r} as positive, and model {name!r} knows "
                    f"{', '.join(map(repr, np.asarray(model.classes_).tolist()))}: give positive=."
                )
        outputs = tuple(_positives(name, model, data.X, metric.positive) for name, model in models.items())
        return Predictions(data.y == metric.positive, outputs, (f1,) * len(models))
    asked_once = [Remembered(name, model, data.X) for name, model in models.items()]
    rows = np.arange(data.n)
    scorers = tuple(one.scored_by(metric) for one in asked_once)
    slow = Predictions(data.y, (rows,) * len(models), scorers)
    if not is_known(metric) or data.y.ndim != 1:
        return slow
    quick = _quick(asked_once, data, metric, binary=binary)
    return quick if quick is not None and np.allclose(quick.values(), slow.values(), rtol=1e-9, atol=1e-12) else slow


def _quick(models: Sequence[Remembered], data: Data, metric: Score, *, binary: bool) -> Predictions | None:
    """For a metric that is worked out for many draws at once."""
    rows = np.arange(data.n)
    if metric.name in OF_SCORES:
        if not binary:
            return None
        last = _positive({one.name: one.fitted for one in models})
        truth = data.y == (last if metric.positive is None else metric.positive)
        sign = 1 if metric.positive is None or metric.positive == last else -1
        return summed(metric, truth, [sign * _ranked(one.name, one, rows) for one in models])
    if metric.name in OF_PROBABILITIES:
        labels = np.unique(data.y)
        if labels.size < 3 or any(not np.array_equal(one.classes_, labels) for one in models):
            return None
        return summed(metric, np.searchsorted(labels, data.y), [one.predict_proba(rows) for one in models])
    if metric.name not in OF_NUMBERS:
        return counted(metric, data.y, models)
    if data.y.dtype.kind in "mMcSU":
        raise InputError(f"scoring={metric.name!r} judges numbers, and y holds others: {data.y[:1].tolist()[0]!r:.40}.")
    said = [one.predict(rows) for one in models]
    are_numbers = all(one.shape == data.y.shape and one.dtype.kind in "biuf" for one in (data.y, *said))
    return summed(metric, data.y, said) if are_numbers else None


def asked(name: str, model: Any, method: str, X: Any) -> NDArray[Any]:
    """What a trained model says about X, a row for each row of X; it may work in place, on a copy."""
    with _named(name), seeded(SEED):
        said = as_said(method, getattr(model, method)(own_copy(X)))
        check_length(method, said, n_rows(X))
        return said


def _positives(name: str, model: Any, X: Any, positive: Any) -> NDArray[np.bool_]:
    """As `asked`, for what scikit-learn's f1 counts."""
    with _named(name), seeded(SEED):
        return _one_each(SaidToBe(positive)(model, own_copy(X)), X).astype(bool)


def _positive(models: Mapping[str, Any]) -> Any:
    labels = {str(model.classes_[1]): model.classes_[1] for model in models.values()}
    if len(labels) != 1:
        raise InputError(f"The models know different positive labels: {', '.join(labels)}.")
    return next(iter(labels.values()))


def _ranked(name: str, model: Any, X: Any) -> NDArray[np.float64]:
    """As `asked`, for what scikit-learn's roc_auc ranks by."""
    with _named(name), seeded(SEED):
        return _one_each(ranked(model, own_copy(X)), X)


def _one_each(said: NDArray[np.float64], X: Any) -> NDArray[np.float64]:
    if said.shape != (n_rows(X),) or not np.isfinite(said).all():
        raise InputError(f"needed is one finite number for each of {n_rows(X)} examples; got shape {said.shape}.")
    return said


@dataclass(frozen=True)
class Remembered:
    """A fitted model that answers for row numbers of one test set: it predicts once, however often it is asked."""

    name: str
    fitted: Any
    X: Any

    @cached_property
    def _predict(self) -> NDArray[Any]:
        return asked(self.name, self.fitted, "predict", self.X)

    @cached_property
    def _proba(self) -> NDArray[Any]:
        return asked(self.name, self.fitted, "predict_proba", self.X)

    @cached_property
    def _decision(self) -> NDArray[Any]:
        return asked(self.name, self.fitted, "decision_function", self.X)

    def predict(self, rows: NDArray[np.intp]) -> NDArray[Any]:
        return self._predict[rows]

    def __getattr__(self, name: str) -> Any:
        """`predict_proba` and `decision_function` only where the model has them; anything else is the model's own."""
        own = getattr(self.fitted, name)
        remembered = {"predict_proba": "_proba", "decision_function": "_decision"}
        if name not in remembered:
            return own

        def answer(rows: NDArray[np.intp]) -> NDArray[Any]:
            chosen: NDArray[Any] = getattr(self, remembered[name])[rows]
            return chosen

        answer.__name__ = name  # scikit-learn's scorers look at it
        return answer

    def scored_by(self, metric: Score) -> Callable[[NDArray[Any], NDArray[np.intp]], float]:
        """(labels, rows) -> score."""
        seed = None if is_known(metric) else SEED

        def score(truth: NDArray[Any], rows: NDArray[np.intp]) -> float:
            with _named(self.name), seeded(seed):
                return float(metric.scorer(self, rows.copy(), truth.copy()))

        return score
