"""Calibration, ROC and precision-recall curves with bands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.answers.ask import ask
from errbar.answers.curve import Curve, Kind
from errbar.check import check_count, check_level, check_name
from errbar.core.arrays import Floats
from errbar.core.bands import Bins, Reached, precision_at, precision_band, roc_at, roc_band
from errbar.errors import InputError, NeedsError
from errbar.show.call import recorded
from errbar.show.curve import AXES
from errbar.types import Predictions, Question, Scores

POINTS = 101


@recorded
def curve(
    scores: Scores, *, kind: Kind = "roc", model: str | None = None, confidence_level: float = 0.95, n_bins: int = 10
) -> Curve:
    """A curve of one model on labelled items, with a pointwise band and one that holds the whole curve.

    Parameters
    ----------
    scores : with scores or probabilities of two classes: `Scores.from_predictions(y, {"m": p})`, or `from_table` with
        metric="roc_auc"; a hold-out, or the folds of one cross-validation.
    kind : "calibration" (needs probabilities), "roc" or "precision_recall".
    model : which, where there are several.
    confidence_level : of both bands.
    n_bins : of a calibration curve.

    Returns
    -------
    Curve

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
    check_name("kind", kind, AXES)
    level, n_bins = check_level(confidence_level), check_count("n_bins", n_bins)
    one = scores.only(scores.chosen(model)[0])
    said = _said(one)
    truth, output = said.truth, np.asarray(said.outputs[0], dtype=np.float64)
    notes = _notes(one)
    counts: dict[str, Any] = {"confidence_level": level, "n": int(truth.size), "n_positive": int(truth.sum())}
    if kind == "calibration":
        return _calibration(truth, output, n_bins, counts, notes)
    reached, grid = Reached.of(truth, output), np.linspace(0.0, 1.0, POINTS)
    at, band = (roc_at, roc_band) if kind == "roc" else (precision_at, precision_band)
    point, whole = (band(reached, grid, level, whole=one_for_all) for one_for_all in (False, True))
    y = at(reached, grid)
    summary: dict[str, float] = {}
    if kind == "roc":
        area = ask(one, one.names, Question(confidence_level=level))
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
            "Scores.from_predictions(y, {'m': p}), or metric='roc_auc' with y_score=."
        )
    if scores.plan.groups is not None:
        raise NeedsError("The bands of a curve take items as independent; these come in groups.")
    plan = scores.plan
    if plan.kind not in ("test_set", "holdout") and not (plan.kind == "kfold" and plan.is_one_partition):
        raise NeedsError("A curve needs every item once: a hold-out, a test set, or the folds of one cross-validation.")
    return said


def _notes(scores: Scores) -> tuple[str, ...]:
    if len(scores.plan) == 1:
        return ("Independent items of one trained model; the wide band holds the whole curve.",)
    return (
        f"The scores of the {len(scores.plan)} folds' models are pooled: the curve is that of their mixture, and how "
        "models vary with the training set is not in the bands.",
    )


def _calibration(
    truth: NDArray[np.bool_], said: Floats, n_bins: int, counts: dict[str, Any], notes: tuple[str, ...]
) -> Curve:
    if said.min() < 0.0 or said.max() > 1.0:
        raise InputError(
            f"A calibration curve needs probabilities between 0 and 1; got {said.min():g} to {said.max():g}."
        )
    bins = Bins.of(truth, said, n_bins)
    outside = 1.0 - counts["confidence_level"]
    low, high = bins.calibration_error_limits(counts["confidence_level"])
    summary = {"expected_calibration_error": bins.calibration_error(), "low": low, "high": high}
    more = ("The calibration error of the bins is never below 0 and so too large on average; its interval is not.",)
    return Curve(
        "calibration", bins.said, bins.shares, *bins.limits(outside), *bins.limits(outside / bins.n.size),
        summary=summary, notes=(*notes, *more), **counts,
    )  # fmt: skip
