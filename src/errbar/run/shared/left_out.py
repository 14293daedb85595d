"""Ridge and least squares where test sets are left out of all the data: exact residuals from one fit.

The identity of `core.leave_out`. Rounding is magnified twice, by the condition of the Gram matrix of all examples and
by leaving the test set out of it; the guard bounds the product, as in `linear.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.leave_out import leave_out_residuals
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, inverse
from errbar.run.shared.path import PathOutput, predicted

MANY_FEATURES = 32


@dataclass(frozen=True, eq=False, slots=True)
class Whole:
    """The fit to all examples.

    Parameters
    ----------
    basis : examples x parameters, Q of the hat matrix Q Q'.
    residuals : of all examples.
    condition : of the Gram matrix scaled to a unit diagonal; infinite where it is singular.
    share : its smallest over its largest eigenvalue, unscaled, at least.
    size : of the terms that add up to a prediction.
    """

    basis: Floats
    residuals: Floats
    condition: float
    share: float
    size: float


def leaves_all_data(step: Step) -> bool:
    """Whether every split of the batch trains on all examples but those it tests, and this is the cheaper way.

    With few features and larger test sets it is not: `linear.py` gathers once for all models of the run.
    """
    n_test, p = step.batch.test.shape[1], step.source.X.shape[1]
    cheaper = n_test < p or p >= MANY_FEATURES
    return (
        step.whole_rows and cheaper and step.batch.leaves and all(parent.rows is None for parent in step.batch.parents)
    )


def left_out(step: Step, intercept: bool, penalty: float, smallest: float = 0.0) -> PathOutput:
    """Predictions for the test examples of a batch for which `leaves_all_data` holds.

    Parameters
    ----------
    penalty : added to the diagonal of the Gram matrix, but for the intercept.
    smallest : scikit-learn may drop directions whose squared singular value is below this share of the largest.
    """
    whole = step.source.once(("whole", intercept, penalty), partial(_whole, step.source, intercept, penalty))
    test = step.batch.test
    residuals, magnified = leave_out_residuals(whole.basis.take(test, axis=0), whole.residuals.take(test))
    declined = ~(whole.condition * magnified <= LARGEST_CONDITION) | (whole.share < smallest * magnified)
    residuals[declined] = 0.0
    rounding = EPSILON * np.sqrt(whole.condition) * np.where(declined, 1.0, magnified) * whole.size
    values = step.targets - residuals + step.source.middle
    return predicted(values, step, rounding + EPSILON * step.source.largest_value, declined)


def _whole(source: Source, intercept: bool, penalty: float) -> Whole:
    table = source.table("regression", intercept)
    x, y = table.rows[:, : table.p], table.rows[:, -1]
    mean, target_mean = (x.mean(axis=0), float(y.mean())) if intercept else (np.zeros(table.p), 0.0)
    gram = x.T @ x - len(x) * mean[:, np.newaxis] * mean  # the table is centred: the mean is rounding
    parent = np.einsum("ii->i", gram).copy()
    np.einsum("ii->i", gram)[...] += penalty
    inverted, scale, condition = inverse(gram[np.newaxis], parent[np.newaxis])
    root = _root(gram / (scale[0][:, np.newaxis] * scale[0])) if np.isfinite(condition[0]) else None
    if root is None:
        nothing = np.zeros((len(x), 1))
        return Whole(nothing, nothing[:, 0], np.inf, 0.0, 0.0)
    basis = np.empty((len(x), table.p + intercept))
    basis[:, : table.p] = ((x - mean) / scale[0]) @ root
    basis[:, table.p :] = len(x) ** -0.5
    coefficients = root @ (basis[:, : table.p].T @ (y - target_mean)) / scale[0]
    offset = target_mean - float(mean @ coefficients)
    squares = scale[0] ** 2
    return Whole(
        basis=basis,
        residuals=y - x @ coefficients - offset,
        condition=float(condition[0]),
        share=float(squares.min() / (squares.sum() * np.abs(inverted[0]).sum(axis=0).max())),
        size=float((np.abs(coefficients) * source.largest).sum()) + abs(offset),
    )


def _root(matrix: Floats) -> Floats | None:
    """R with R R' the inverse of the matrix, from its Cholesky factor; None where it has none."""
    try:
        lower = np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(np.linalg.inv(lower).T, dtype=np.float64)
