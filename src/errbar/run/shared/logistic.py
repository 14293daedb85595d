"""LogisticRegression with an l2 penalty: Newton's method from the fit to the parent, all splits at once.

Solved further than scikit-learn's own tolerance. What that tolerance leaves open is bounded, and a split with an
example so close to a boundary that it matters goes through scikit-learn.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.cuts import PerParent
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, SAFETY, Flags, diagonals, inverses
from errbar.run.shared.logistic_steps import by_steps
from errbar.run.shared.newton import LogitFits, LogitRows, LogitStart, leave_out, started
from errbar.run.shared.path import Family, Path, PathOutput, Request, anything, is_flag, is_none, labelled
from errbar.run.shared.scaler import feature_weights, training_squares

LOOSEST = 1e-5  # of a tolerance; the default, 1e-4, leaves too much open: there, steps that can be repeated are
MOST_DECLINED = 0.4  # of the splits, as expected from the fit to all examples: beyond, they are all left alone
TIGHTEST = 1e-6  # scikit-learn's lbfgs ends on small changes of the loss before gradients get smaller
ENDED = 1.1  # times the tolerance: what a gradient can be where scikit-learn ends, in its own units
CURVED = 1.1  # times a bound: between two points so close, Hessians differ by less
MOST_UNEVEN = 1e4  # deviations, or one over them: beyond, scikit-learn may end before it comes to its tolerance
MOST_PARAMETERS, MOST_NUMBERS = 128, 2**24  # beyond, Hessians cost more than they save; pairs of features in all rows


@dataclass(frozen=True, eq=False, slots=True)
class LogisticPath:
    """`penalty`: of squared coefficients, in units of the whole data's deviations.

    `tolerance`: what is left of the mean gradient where scikit-learn ends, in the same units, by parameter.
    """

    design: LogitRows
    penalty: Floats
    scaled: bool
    tolerance: Floats
    starts: PerParent[LogitStart]

    def outputs(self, step: Step) -> PathOutput:
        batch, k = step.batch, self.design.n_columns
        penalties, declined = self._penalties(step)
        declined = declined | (step.class_counts == 0).any(axis=1)
        open_to = np.tile(self.tolerance, k) * step.n_train[:, np.newaxis]
        codes = np.zeros(batch.test.shape, dtype=np.intp)
        rounding = 4 * SAFETY * EPSILON * np.tile(np.abs(self.design.rows).sum(axis=0), k)
        for place, (parent, start) in enumerate(zip(batch.parents, self.starts(batch), strict=True)):
            some = np.flatnonzero((batch.which == place) & ~declined)
            if not some.size:
                continue
            tests, settings = batch.test[some], (np.tile(penalties[some], (1, k)), open_to[some])
            solved = leave_out(self.design, (parent.rows, start), tests if batch.leaves else None, settings)
            rows = self.design.rows.take(tests, axis=0)
            codes[some], clear = _told(rows, solved, CURVED * (open_to[some] + solved.gradient + rounding))
            declined[some] = ~(clear & solved.done)
        return labelled(codes, step.source, declined)

    def _penalties(self, step: Step) -> tuple[Floats, Flags]:
        """Splits x parameters of a column; after a StandardScaler, that of each training set's own variances."""
        n_splits = len(step.batch.numbers)
        if not self.scaled:
            return np.broadcast_to(self.penalty, (n_splits, self.penalty.size)), np.zeros(n_splits, dtype=bool)
        weights, doubtful = feature_weights(step, *training_squares(step, "classification"))
        penalties = np.tile(self.penalty, (n_splits, 1))
        penalties[:, : weights.shape[1]] *= weights
        return penalties, doubtful


def _told(rows: Floats, solved: LogitFits, left_open: Floats) -> tuple[Indices, Flags]:
    """The labels, splits x examples; and the splits where they are the same whatever gradients of `left_open` change.

    `rows`: splits x examples x parameters of a column.
    """
    n_splits, _, q = rows.shape
    slopes = solved.coefficients.reshape(n_splits, -1, q)
    inverse = solved.inverse.reshape(n_splits, -1, q, solved.inverse.shape[2])
    crude = (np.abs(inverse) @ left_open[:, np.newaxis, :, np.newaxis])[..., 0] + SAFETY * EPSILON * np.abs(slopes)
    scores, reach = rows @ slopes.transpose(0, 2, 1), np.abs(rows) @ crude.transpose(0, 2, 1)
    if slopes.shape[1] == 1:
        codes, clear = (scores[:, :, 0] > 0).astype(np.intp), np.abs(scores[:, :, 0]) > reach[:, :, 0]
    else:
        codes = scores.argmax(axis=2)
        best = codes[:, :, np.newaxis]
        lead = np.take_along_axis(scores, best, axis=2) - scores - np.take_along_axis(reach, best, axis=2) - reach
        np.put_along_axis(lead, best, np.inf, axis=2)
        clear = np.asarray((lead > 0).all(axis=2))
    for i in np.flatnonzero(~clear.all(axis=1)):
        some = np.flatnonzero(~clear[i])
        clear[i, some] = _closer_look(rows[i, some], slopes[i], inverse[i], left_open[i])
    return codes, np.asarray(clear.all(axis=1))


def _closer_look(rows: Floats, slopes: Floats, inverse: Floats, left_open: Floats) -> Flags:
    """Of some examples of a split: whether no gradient within the bounds changes which score is best."""
    scores, moved = slopes @ rows.T, rows @ inverse
    if len(slopes) > 1:
        best, each = scores.argmax(axis=0), np.arange(len(rows))
        scores, moved = scores[best, each] - scores, moved[best, each] - moved
        scores[best, each] = np.inf
    blur = SAFETY * EPSILON * (np.abs(slopes) @ np.abs(rows).T).max(axis=0)
    clear: Flags = (np.abs(scores) > np.abs(moved) @ left_open + 2 * blur).all(axis=0)
    return clear


def _build(request: Request, source: Source) -> Path | None:
    parameters, (n, p), k = request.parameters, source.X.shape, source.classes.size
    intercept, tolerance = parameters["fit_intercept"], float(parameters["tol"])
    if tolerance > LOOSEST:
        return by_steps(request, source)
    if parameters["solver"] == "lbfgs":
        tolerance = max(tolerance, TIGHTEST)
    if k < 2 or source.constant.any() or (request.scaled and not intercept):
        return None
    columns = 1 if k == 2 else k
    if (p + 1) * columns > MOST_PARAMETERS or n * (p + 1) ** 2 > 2 * MOST_NUMBERS:
        return None
    centre = source.X.mean(axis=0) if intercept else np.zeros(p)
    deviation = np.sqrt(np.square(source.X - centre).mean(axis=0))
    divided = np.full(p, request.scaled) if source.divided is None else source.divided
    uneven = (deviation > MOST_UNEVEN) | (deviation * MOST_UNEVEN < 1)
    uneven |= (source.largest / deviation) ** 2 > LARGEST_CONDITION
    X = np.where(divided, (source.X - centre) / deviation, source.X)
    if (uneven & ~divided).any() or not _converges(request, X, source.codes, tolerance):
        return None
    rows = np.ones((n, p + intercept))
    rows[:, :p] = (source.X - centre) / deviation
    penalty = np.zeros(p + intercept)
    penalty[:p] = 1 / float(parameters["C"])
    in_units = penalty.copy()
    in_units[:p] /= deviation**2
    near = np.append(np.where(divided, penalty[:p], in_units[:p]), penalty[p:])  # that of the fit to all examples
    truth = np.asarray(source.codes[:, np.newaxis] == (np.array([1]) if k == 2 else np.arange(k)), dtype=np.float64)
    design = LogitRows(rows, truth, intercept)
    at = partial(started, design, penalty=near)
    whole = at(None)
    left = np.full(p + intercept, ENDED * tolerance)
    left[:p] *= np.where(divided, 2, (1 + np.abs(centre)) / deviation)  # a gradient about 0, in units of its own
    if _expected(design, whole, near, left, source) > MOST_DECLINED:
        return None
    starts = PerParent(lambda members: whole if members is None else at(members, near=whole))
    return LogisticPath(design, in_units, request.scaled, left, starts)


def _expected(design: LogitRows, whole: LogitStart, penalty: Floats, left: Floats, source: Source) -> float:
    """The share of splits with an unclear example, if each example is as clear as in the fit to all of them."""
    k = design.n_columns
    hessian = design.whole(whole.blocks[np.newaxis])
    diagonals(hessian)[...] += np.tile(penalty, k)
    inverse, regular = inverses(hessian)
    if not regular.all():
        return 1.0
    n, q = design.rows.shape
    open_to = CURVED * n * np.tile(left, k)
    clear = _closer_look(design.rows, whole.coefficients, inverse.reshape(k, q, k * q), open_to)
    return float(1 - (clear.mean() ** source.cuts.plan.n_test).mean())


def _converges(request: Request, X: Floats, codes: Indices, tolerance: float) -> bool:
    """Whether scikit-learn, on all examples, comes to its tolerance in at most half of the iterations it is allowed."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(**request.parameters)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            missed = model.fit(X, codes).predict_proba(X)
        except Exception:  # scikit-learn's own path reports where
            return False
    missed[np.arange(len(X)), codes] -= 1
    missed = missed[:, -len(model.coef_) :]
    slopes = X.T @ missed + model.coef_.T / model.C
    steepest = max(np.abs(slopes).max(), np.abs(missed.sum(axis=0)).max() if model.fit_intercept else 0.0) / len(X)
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
