"""Labels and what fixed models said about them -> Scores, for metrics that are no mean of losses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from errbar.check import check_finite, check_name
from errbar.core.direction import check_direction, direction_of
from errbar.core.metrics import f1, neg_brier_score, roc_auc
from errbar.errors import InputError
from errbar.plans.families import TestSet
from errbar.plans.plan import Plan
from errbar.types.handed_in import model_names
from errbar.types.predictions import Predictions
from errbar.types.ranges import known_range, own_name
from errbar.types.scores import Scores

Metric = Callable[[NDArray[Any], NDArray[Any]], float]


METRICS: dict[str, Metric] = {"roc_auc": roc_auc, "f1": f1, "neg_brier_score": neg_brier_score}


def from_predictions(
    y_true: ArrayLike,
    outputs: Mapping[str, ArrayLike],
    *,
    metric: str | Callable[..., float] = "roc_auc",
    positive: Any = 1,
    groups: ArrayLike | None = None,
    plan: Plan | None = None,
    notes: Sequence[str] = (),
    greater_is_better: bool | None = None,
) -> Scores:
    """See `Scores.from_predictions`; with a `plan` the items stand in the order of its test sets."""
    labels = _as_array("y_true", y_true)
    if labels.ndim != 1 or labels.size < 2:
        raise InputError(f"y_true must hold one label per item, at least two; got an array of shape {labels.shape}.")
    arrays = {name: _as_array(f"outputs of {name!r}", outputs[name]) for name in model_names(outputs)}
    for name, output in arrays.items():
        if output.shape[:1] != labels.shape:
            raise InputError(
                f"Model {name!r} has {output.shape[:1]} outputs for {labels.size} labels: they must match."
            )
    fn: Metric
    if callable(metric):
        called, fn = own_name(getattr(metric, "__name__", "metric")), metric
        better = direction_of("your own metric", called, greater_is_better)
    else:
        called = check_name("metric", metric, METRICS)
        fn, better = METRICS[called], True
        if check_direction(greater_is_better) is False:
            raise InputError(f"Greater {called} is better: leave greater_is_better=False (--lower-is-better) out.")
        labels = _positive(labels, positive)
        arrays = {name: _read(called, name, output, positive) for name, output in arrays.items()}
    predictions = Predictions(labels, tuple(arrays.values()), (fn,) * len(arrays))
    if plan is None:
        codes = None if groups is None else _codes(groups)
        if codes is not None and codes.size != labels.size:
            raise InputError(f"groups has {codes.size} values for {labels.size} items: they must match.")
        plan = Plan("test_set", labels.size, (TestSet(labels.size),), codes)
    ends = np.concatenate(([0], np.cumsum(plan.n_test)))
    cuts = (np.arange(start, stop) for start, stop in pairwise(ends.tolist()))
    values = np.stack([predictions.among(rows).values() for rows in cuts], axis=1)
    if not np.isfinite(values).all():
        raise InputError(f"{called} is not finite on these items.")
    return Scores(
        plan, tuple(arrays), values, None, called, known_range(called) if fn is METRICS.get(called) else None, better,
        notes=tuple(notes), predictions=predictions,
    )  # fmt: skip


def _as_array(what: str, values: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what} must be one value per item, all of one length.") from None


def _codes(groups: ArrayLike) -> NDArray[np.intp]:
    try:
        return np.unique(_as_array("groups", groups), return_inverse=True)[1].reshape(-1)
    except TypeError:
        raise InputError("groups mixes types (say, numbers and text), so they cannot be told apart.") from None


def _positive(labels: NDArray[Any], positive: Any) -> NDArray[np.bool_]:
    one = (
        isinstance(positive, str | bytes) or not hasattr(positive, "__len__") or getattr(positive, "shape", None) == ()
    )
    marked = _equal(labels, positive) if one else np.asarray(False)
    if marked.shape != labels.shape or not marked.any() or marked.all():
        raise InputError(
            f"positive={positive!r:.40} must be one of two labels; y_true holds {_first_labels(labels)!r:.200}."
        )
    return marked


def _equal(labels: NDArray[Any], positive: Any) -> NDArray[Any]:
    try:
        with np.errstate(over="ignore"):
            return np.asarray(labels == positive)
    except OverflowError:  # a label too large for these numbers is none of them
        return np.zeros(labels.shape, dtype=bool)


def _first_labels(labels: NDArray[Any]) -> list[Any]:
    try:
        return list(np.unique(labels)[:5].tolist())
    except TypeError:  # of kinds that have no order
        return list(labels[:5].tolist())


def _read(metric: str, name: str, output: NDArray[Any], positive: Any) -> NDArray[Any]:
    if output.ndim != 1:
        raise InputError(f"Outputs of {name!r} must be one value per item; got an array of shape {output.shape}.")
    if metric == "f1":
        return _equal(output, positive)
    return check_finite(f"scores of {name!r}", output)
