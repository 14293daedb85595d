"""Calibration, ROC and precision-recall curves with bands, and the table of confusions with intervals."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from errbar.answers.ask import ask
from errbar.answers.confusion import Confusion
from errbar.answers.curve import Curve, Kind
from errbar.check import check_count, check_level, check_name
from errbar.core.arrays import Floats
from errbar.core.bands import Bins, Reached, precision_at, precision_band, roc_at, roc_band
from errbar.core.metrics import roc_auc
from errbar.errors import InputError, NeedsError
from errbar.show.call import recorded
from errbar.show.curve import AXES
from errbar.types import Predictions, Question, Scores
from errbar.types.scores import check_scores

POINTS = 101
MOST_BINS = 10_000
CONFUSION: Literal["confusion"] = "confusion"


@overload
def curve(
    scores: Scores, *, kind: Kind = ..., model: str | None = ..., confidence_level: float = ..., n_bins: int = ...
) -> Curve: ...
@overload
def curve(
    scores: Scores,
    *,
    kind: Literal["confusion"],
    model: str | None = ...,
    confidence_level: float = ...,
    n_bins: int = ...,
) -> Confusion: ...


@recorded
def curve(
    scores: Scores,
    *,
    kind: Kind | Literal["confusion"] = "roc",
    model: str | None = None,
    confidence_level: float = 0.95,
    n_bins: int = 10,
) -> Curve | Confusion:
    """A curve of one model on labelled items, with a pointwise band and one that holds the whole curve.

    Parameters
    ----------
    scores : with scores or probabilities of two classes: `Scores.from_predictions(y, {"m": p})`, `from_table` with
        metric="roc_auc", or `collect(..., plan=kfold(10, n_repeats=3), scoring="roc_auc")` ("neg_brier_score" for
        probabilities). For "confusion" with labels of any number of classes: `from_predictions` with metric="f1" or a
        metric of labels, `collect` with scoring="f1".
    kind : "calibration" (needs probabilities), "roc", "precision_recall"; or "confusion", which labels are taken for
        which.
    model : which, where there are several.
    confidence_level : of both bands.
    n_bins : of a calibration curve.

    Returns
    -------
    Curve, or Confusion

    Examples
    --------
    >>> import numpy as np
    >>> import errbar as eb
    >>> rng = np.random.default_rng(0)
    >>> p = rng.random(400)
    >>> scores = eb.Scores.from_predictions((rng.random(400) < p).astype(int), {"m": p})
    >>> c = eb.curve(scores, kind="calibration")
    >>> bool((c.simultaneous_low <= c.x).all() and (c.x <= c.simultaneous_high).all())
    True
    """
    check_name("kind", kind, (*AXES, CONFUSION))
    level, n_bins = check_level(confidence_level), check_count("n_bins", n_bins, at_most=MOST_BINS)
    one = check_scores(scores).only(scores.chosen(model)[0])
    if kind == "confusion":
        return Confusion.of(*_labels(one), _times(one), level, _notes(one))
    said = _said(one)
    times = _times(one)
    truth, output = said.truth, np.asarray(said.outputs[0], dtype=np.float64)
    notes = _notes(one)
    counts: dict[str, Any] = {
        "confidence_level": level,
        "n": truth.size // times,
        "n_positive": int(truth.sum()) // times,
    }
    if kind == "calibration":
        return _calibration(Bins.of(truth, _probabilities(output), n_bins, times), counts, notes)
    reached, grid = Reached.of(truth, output, times), np.linspace(0.0, 1.0, POINTS)
    at, band = (roc_at, roc_band) if kind == "roc" else (precision_at, precision_band)
    point, whole = (band(reached, grid, level, whole=one_for_all) for one_for_all in (False, True))
    y = at(reached, grid)
    summary: dict[str, float] = {}
    if kind == "roc":
        area = ask(_areas(one), one.names, Question(confidence_level=level))
        summary = {"area": area.estimate, "low": area.low, "high": area.high}
    return Curve(kind, grid, y, *_around(y, point), *_around(y, whole), summary=summary, notes=notes, **counts)


def _around(y: Floats, band: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """The estimate lies in its band; a step between two points of the grid may leave it by one item."""
    return np.minimum(band[0], y), np.maximum(band[1], y)


def _said(scores: Scores) -> Predictions:
    said = scores.predictions
    if said is None or said.truth.dtype != np.bool_ or said.outputs[0].dtype.kind != "f" or said.outputs[0].ndim != 1:
        raise InputError(
            "A curve needs a score or probability of the positive class for every item: "
            "Scores.from_predictions(y, {'m': p}), metric='roc_auc' with y_score=, or "
            "collect(..., scoring='roc_auc', plan=kfold(10))."
        )
    return said


def _labels(scores: Scores) -> tuple[NDArray[Any], NDArray[Any]]:
    """The true and the predicted label of every item; those of two classes, one of which is positive, have no names."""
    said = scores.predictions
    if said is None or said.outputs[0].shape != said.truth.shape or said.outputs[0].dtype.kind == "f":
        raise InputError(
            "Confusions need the predicted label of every item: Scores.from_predictions(y, {'m': labels}, metric='f1') "
            "or collect(..., scoring='f1', plan=kfold(10))."
        )
    truth, labels = said.truth, said.outputs[0]
    if truth.dtype == np.bool_:
        truth, labels = (np.where(one, "positive", "negative") for one in (truth, labels))
    return truth, labels


def _times(scores: Scores) -> int:
    """How often each item was judged."""
    plan = scores.plan
    if plan.groups is not None:
        raise NeedsError("The bands of a curve take items as independent; these come in groups.")
    times, left = divmod(int(plan.n_test.sum()), plan.n)
    if plan.kind in ("test_set", "holdout"):
        return 1
    if plan.kind != "kfold" or left:
        raise NeedsError("A curve needs every item equally often: a hold-out, a test set, or (repeated) K folds.")
    return times


def _areas(scores: Scores) -> Scores:
    """The area of every split, where the scores are of another metric."""
    said = scores.predictions
    assert said is not None
    if said.metrics[0] is roc_auc:
        return scores
    said = replace(said, metrics=(roc_auc,))
    cuts = [np.arange(start, stop) for start, stop in pairwise(scores.offsets.tolist())]
    values = np.array([[float(said.among(rows).values()[0]) for rows in cuts]])
    return replace(
        scores,
        values=values,
        predictions=said,
        loss="roc_auc",
        loss_range=(0.0, 1.0),
        greater_is_better=True,
        others=(),
    )


def _probabilities(said: Floats) -> Floats:
    if said.min() < 0.0 or said.max() > 1.0:
        raise InputError(
            f"A calibration curve needs probabilities between 0 and 1; got {said.min():g} to {said.max():g}. Of models "
            "under cross-validation they are kept with scoring='neg_brier_score'."
        )
    return said


def _notes(scores: Scores) -> tuple[str, ...]:
    if len(scores.plan) == 1:
        return ("Independent items of one trained model; the wide band holds the whole curve.",)
    often = "" if _times(scores) == 1 else f" Each item is judged {_times(scores)} times and counts once."
    return (
        f"What the {len(scores.plan)} folds' models say is pooled: the curve is that of their mixture, and how "
        f"models vary with the training set is not in the bands.{often}",
    )


def _calibration(bins: Bins, counts: dict[str, Any], notes: tuple[str, ...]) -> Curve:
    outside = 1.0 - counts["confidence_level"]
    low, high = bins.calibration_error_limits(counts["confidence_level"])
    summary = {"expected_calibration_error": bins.calibration_error(), "low": low, "high": high}
    more = ("The calibration error of the bins is never below 0 and so too large on average; its interval is not.",)
    return Curve(
        "calibration", bins.said, bins.shares, *bins.limits(outside), *bins.limits(outside / bins.n.size),
        summary=summary, notes=(*notes, *more), **counts,
    )  # fmt: skip
