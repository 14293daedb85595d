"""LogisticRegression of two classes with an l2 penalty: Newton's method from the fit to the parent, all splits at once.

Solved to rounding, which is further than scikit-learn's own tolerance. What that tolerance leaves open is bounded, and
a split with an example so close to the boundary that it matters goes through scikit-learn.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.cuts import PerParent
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, SAFETY, Flags
from errbar.run.shared.newton import LogitFits, LogitRows, leave_out, solve
from errbar.run.shared.path import Family, PathOutput, Request, anything, is_flag, is_none, labelled
from errbar.run.shared.scaler import feature_weights, training_squares

LOOSEST = 1e-6  # of a tolerance whose labels can be told without scikit-learn
TIGHTEST = 1e-6  # scikit-learn's lbfgs ends on small changes of the loss before gradients get smaller
ENDED = 1.1  # times the tolerance: what a gradient can be where scikit-learn ends, in its own units
MOST_UNEVEN = 1e4  # deviations, or one over them: beyond, scikit-learn may end before it comes to its tolerance
MOST_FEATURES, MOST_NUMBERS = 64, 2**24  # beyond, Hessians cost more than they save; pairs of features in all rows


@dataclass(frozen=True, eq=False, slots=True)
class LogisticPath:
    """`penalty`: of squared coefficients, in units of the whole data's deviations.

    `tolerance`: what is left of the mean gradient where scikit-learn ends, in the same units, by parameter.
    """

    design: LogitRows
    penalty: Floats
    scaled: bool
    tolerance: Floats
    parents: PerParent[Floats]

    def outputs(self, step: Step) -> PathOutput:
        batch, design = step.batch, self.design
        penalties, declined = self._penalties(step)
        declined = declined | (step.class_counts == 0).any(axis=1)
        codes = np.zeros(batch.test.shape, dtype=np.intp)
        for place, (parent, start) in enumerate(zip(batch.parents, self.parents(batch), strict=True)):
            some = np.flatnonzero((batch.which == place) & ~declined)
            if not some.size:
                continue
            tests = batch.test[some]
            solved = leave_out(design, parent.rows, tests if batch.leaves else None, start, penalties[some])
            rows = design.rows.take(tests, axis=0)
            decisions = (rows @ solved.coefficients[:, :, np.newaxis])[:, :, 0]
            codes[some] = decisions > 0
            left_open = SAFETY * solved.rounding + self.tolerance * step.n_train[some, np.newaxis]
            declined[some] = ~(_clear(rows, decisions, solved, left_open) & solved.done)
        return labelled(codes, step.source, declined)

    def _penalties(self, step: Step) -> tuple[Floats, Flags]:
        """Splits x parameters; after a StandardScaler, that of each training set's own variances."""
        n_splits = len(step.batch.numbers)
        if not self.scaled:
            return np.broadcast_to(self.penalty, (n_splits, self.penalty.size)), np.zeros(n_splits, dtype=bool)
        weights, doubtful = feature_weights(step, *training_squares(step, "classification"))
        penalties = np.tile(self.penalty, (n_splits, 1))
        penalties[:, : weights.shape[1]] *= weights
        return penalties, doubtful


def _clear(rows: Floats, decisions: Floats, solved: LogitFits, left_open: Floats) -> Flags:
    """The splits whose labels are the same whatever gradients up to `left_open` would have changed."""
    lengths, sizes = np.abs(decisions), np.abs(rows)
    small = SAFETY * EPSILON * np.abs(solved.coefficients)
    crude = (np.abs(solved.inverse) @ left_open[:, :, np.newaxis])[:, :, 0] + small
    clear: Flags = np.logical_and.reduce(lengths > (sizes @ crude[:, :, np.newaxis])[:, :, 0], axis=1)
    for i in np.flatnonzero(~clear):  # a closer look
        reach = np.abs(rows[i] @ solved.inverse[i]) @ left_open[i] + sizes[i] @ small[i]
        clear[i] = (lengths[i] > reach).all()
    return clear


def _build(request: Request, source: Source) -> LogisticPath | None:
    parameters, (n, p) = request.parameters, source.X.shape
    intercept, tolerance = parameters["fit_intercept"], float(parameters["tol"])
    if parameters["solver"] == "lbfgs":
        tolerance = max(tolerance, TIGHTEST)
    if tolerance > LOOSEST or source.classes.size != 2 or p > MOST_FEATURES or n * (p + 1) ** 2 > 2 * MOST_NUMBERS:
        return None
    if source.constant.any() or (request.scaled and not intercept):
        return None
    centre = source.X.mean(axis=0) if intercept else np.zeros(p)
    deviation = np.sqrt(np.square(source.X - centre).mean(axis=0))
    if not request.scaled and ((source.largest / deviation) ** 2 > LARGEST_CONDITION).any():
        return None
    rows = np.ones((n, p + intercept))
    rows[:, :p] = (source.X - centre) / deviation
    penalty = np.zeros(p + intercept)
    penalty[:p] = 1 / float(parameters["C"])
    in_units = penalty.copy()
    in_units[:p] /= deviation**2
    uneven = max(deviation.max(), 1 / deviation.min()) > MOST_UNEVEN and not request.scaled
    if uneven or not _converges(request, source, tolerance):
        return None
    design = LogitRows(rows, source.codes.astype(np.float64))
    whole = solve(design, None, np.zeros(p + intercept), penalty if request.scaled else in_units)

    def of_parent(members: Indices | None) -> Floats:
        """Where the splits of a parent start: about its own optimum."""
        return whole if members is None else solve(design, members, whole, penalty if request.scaled else in_units)

    left = np.full(p + intercept, ENDED * tolerance)
    left[:p] *= 2 if request.scaled else (1 + np.abs(centre)) / deviation  # a gradient about 0, in units of its own
    return LogisticPath(design, in_units, request.scaled, left, PerParent(of_parent))


def _converges(request: Request, source: Source, tolerance: float) -> bool:
    """Whether scikit-learn, on all examples, comes to its tolerance in at most half of the iterations it is allowed."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    model = LogisticRegression(**request.parameters)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            X = StandardScaler().fit_transform(source.X) if request.scaled else source.X
            share = model.fit(X, source.codes).predict_proba(X)[:, 1]
        except Exception:  # scikit-learn's own path reports where
            return False
    missed = share - source.codes
    slopes = X.T @ missed + model.coef_[0] / model.C
    steepest = max(np.abs(slopes).max(), abs(missed.sum()) if model.fit_intercept else 0.0) / len(X)
    return bool(steepest <= ENDED * tolerance and model.n_iter_.max() <= request.parameters["max_iter"] // 2)


def _is_positive(value: Any) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and bool(0 < value < np.inf)


def _is_smooth(value: Any) -> bool:
    return value in ("lbfgs", "newton-cg", "newton-cholesky")


def _is_l2(value: Any) -> bool:
    return isinstance(value, str) and value in ("l2", "deprecated")


def _is_zero_or_none(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and value == 0)


CLASSIFIER = Family(
    "logistic regression",
    "classification",
    {
        "C": _is_positive,
        "class_weight": is_none,
        "dual": lambda value: value is False,
        "fit_intercept": is_flag,
        "intercept_scaling": anything,
        "l1_ratio": _is_zero_or_none,
        "max_iter": _is_positive,
        "multi_class": lambda value: value in ("auto", "deprecated"),
        "n_jobs": anything,
        "penalty": _is_l2,
        "random_state": anything,
        "solver": _is_smooth,
        "tol": _is_positive,
        "verbose": lambda value: value == 0,
        "warm_start": lambda value: value is False,
    },
    ("predict",),
    _build,
    by_default=False,
)
