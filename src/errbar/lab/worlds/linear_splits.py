"""The mean and least squares in every split at once: a training set's sums are its parent's less its test set's."""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Floats
from errbar.lab.worlds.many_splits import Splits


def mean(x: Floats, y: Floats, splits: Splits) -> Floats:  # noqa: ARG001 - a learner gets the inputs, this one needs none
    """Squared losses of the training mean of y."""
    middle = y.mean()
    tested = (y - middle).take(splits.test)
    total = _training_sums(y - middle, tested, splits)
    losses: Floats = np.square(tested - (total / splits.train.shape[1])[:, np.newaxis])
    return losses


def line(x: Floats, y: Floats, splits: Splits) -> Floats:
    """Squared losses of the least-squares line on one input."""
    u, v = x[:, 0] - x[:, 0].mean(), y - y.mean()
    a, b = u.take(splits.test), v.take(splits.test)
    n = splits.train.shape[1]
    mean_u, mean_v = _training_sums(u, a, splits) / n, _training_sums(v, b, splits) / n
    uu = _training_sums(u * u, a * a, splits) - n * mean_u**2
    uv = _training_sums(u * v, a * b, splits) - n * mean_u * mean_v
    slope = (uv / uu)[:, np.newaxis]
    losses: Floats = np.square(b - mean_v[:, np.newaxis] - slope * (a - mean_u[:, np.newaxis]))
    return losses


def plane(x: Floats, y: Floats, splits: Splits) -> Floats:
    """Squared losses of least squares with an intercept on any number of inputs."""
    return np.square(_residuals(x, y, splits))


def threshold(x: Floats, y: Floats, splits: Splits) -> Floats:
    """0/1 losses of the rule that says 1 where the least-squares fit to y in {0, 1} exceeds 1/2."""
    tested = y.take(splits.test)
    return np.not_equal(tested - _residuals(x, y, splits) > 0.5, tested > 0.5).astype(np.float64)


def _training_sums(values: Floats, tested: Floats, splits: Splits) -> Floats:
    parents = values.take(splits.parents).sum(axis=1)
    sums: Floats = np.repeat(parents, splits.per_parent) - tested.sum(axis=1)
    return sums


def _residuals(x: Floats, y: Floats, splits: Splits) -> Floats:
    """Splits x test examples: y less the least-squares prediction."""
    table = np.column_stack([np.ones(len(y)), x - x.mean(axis=0), y - y.mean()])
    rows, parents = table.take(splits.test, axis=0), table.take(splits.parents, axis=0)
    gram = np.repeat(parents.transpose(0, 2, 1) @ parents, splits.per_parent, axis=0) - rows.transpose(0, 2, 1) @ rows
    weights = np.linalg.solve(gram[:, :-1, :-1], gram[:, :-1, -1:])
    residuals: Floats = rows[:, :, -1] - (rows[:, :, :-1] @ weights)[:, :, 0]
    return residuals
