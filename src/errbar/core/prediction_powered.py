"""The mean of labels that few items have, with the help of a judge's scores that all items have."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtr

from errbar.core.arrays import Floats
from errbar.core.clustered import ONE_GROUP
from errbar.errors import NeedsError

Codes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Powered:
    r"""Estimate and variance for one weight of the judge.

    .. math:: \hat\theta = \lambda \bar f_U + \overline{(y - \lambda f)}_L, \qquad
              V = s^2_{y - \lambda f} / n + \lambda^2 s^2_f / N

    y: labels of n items L; f: the judge's scores, on L and on N others U. At lambda = 0 the labels alone.

    Parameters
    ----------
    weight : lambda.
    estimate, variance, df : theta-hat, V (in groups: of their sums, CR1) and Satterthwaite's degrees of freedom.
    """

    weight: float
    estimate: float
    variance: float
    df: float

    @property
    def se(self) -> float:
        return sqrt(self.variance)


def tuned_weight(y: Floats, f: Floats, others: Floats) -> float:
    r"""PPI++: the lambda of the smallest variance, Cov(y, f) / ((1 + n/N) Var f), Var over all items.

    >>> y = f = np.array([0.0, 1.0, 0.0, 1.0])
    >>> round(tuned_weight(y, f, np.tile(y, 100)), 4)  # a perfect judge on 400 more: 1 / (1 + 4/400), but for n - 1
    0.9876
    """
    spread = float(np.var(np.concatenate([f, others]), ddof=1))
    if spread == 0.0:
        return 0.0
    return float(np.mean((y - y.mean()) * (f - f.mean()))) / ((1.0 + y.size / others.size) * spread)


def powered(y: Floats, f: Floats, others: Floats, weight: float) -> Powered:
    """Items that are independent of each other."""
    n, m = y.size, others.size
    rest = y - weight * f
    labelled, unlabelled = float(rest.var(ddof=1)) / n, weight**2 * float(others.var(ddof=1)) / m
    df = _satterthwaite((labelled, n - 1.0), (unlabelled, m - 1.0))
    return Powered(weight, _estimate(rest, others, weight), labelled + unlabelled, df)


def as_published(y: Floats, f: Floats, others: Floats) -> Powered:
    """Weight between 0 and 1, variances over n and N, and the normal law, as in PPI++ and its program."""
    weight = min(1.0, max(0.0, tuned_weight(y, f, others)))
    rest = y - weight * f
    variance = float(rest.var()) / y.size + weight**2 * float(others.var()) / others.size
    return Powered(weight, _estimate(rest, others, weight), variance, inf)


def grouped_powered(y: Floats, f: Floats, others: Floats, groups: Codes, other_groups: Codes) -> Powered:
    r"""Items in groups, some of which may hold labelled and other items: variances of sums over groups.

    The weight is the one of the smallest variance here: with :math:`a_c = \sum_{i \in c \cap L} (y_i - \bar y) / n` and
    b_c the same of f on U minus f on L, lambda = - sum a b / sum b^2.
    """
    a, parts = _sums(y, groups), (_sums(f, groups), _sums(others, other_groups))
    size = max(a.size, parts[1].size)
    grown = [np.pad(one, (0, size - one.size)) for one in (a, *parts)]
    b = grown[2] - grown[1]
    spread = float(b @ b)
    weight = 0.0 if spread == 0.0 else -float(grown[0] @ b) / spread
    return grouped_at(y, f, others, (groups, other_groups), weight)


def grouped_at(y: Floats, f: Floats, others: Floats, groups: tuple[Codes, Codes], weight: float) -> Powered:
    """The same for a weight that is given."""
    rest = y - weight * f
    first, second = _sums(rest, groups[0]), weight * _sums(others, groups[1])
    counts = np.unique(groups[0]).size, np.unique(groups[1]).size
    if counts[0] < 2:
        raise NeedsError(ONE_GROUP)
    first = first * sqrt(counts[0] / (counts[0] - 1.0))
    second = second * sqrt(counts[1] / (counts[1] - 1.0)) if counts[1] > 1 else second
    size = max(first.size, second.size)
    both = np.pad(first, (0, size - first.size)) + np.pad(second, (0, size - second.size))
    df = _satterthwaite((float(first @ first), counts[0] - 1.0), (float(second @ second), counts[1] - 1.0))
    return Powered(weight, _estimate(rest, others, weight), float(both @ both), df)


def _estimate(rest: Floats, others: Floats, weight: float) -> float:
    return weight * float(others.mean()) + float(rest.mean())


def _sums(values: Floats, groups: Codes) -> Floats:
    """Per group, of deviations from the mean over the number of items."""
    return np.asarray(np.bincount(groups, weights=values - values.mean()) / values.size)


def _satterthwaite(*parts: tuple[float, float]) -> float:
    """Degrees of freedom of a sum of variances, never more than those of the labelled part."""
    total = sum(variance for variance, _ in parts)
    below = sum(variance**2 / df for variance, df in parts if variance > 0.0 and df > 0.0)
    return min(parts[0][1], total**2 / below) if below > 0.0 else parts[0][1]


def chance_of_draw(values: Floats, labelled: NDArray[np.bool_], groups: Codes | None) -> float:
    """Two-sided p-value of "the labelled items were drawn at random", from the mean rank of their values.

    Without groups the variance is that of a draw without replacement; with groups that of sums over them.

    >>> values = np.arange(100.0)
    >>> chance_of_draw(values, values < 20, None) < 1e-8, chance_of_draw(values, values % 5 == 2, None)
    (True, 1.0)
    """
    ranks = _mid_ranks(values)
    n, total = int(labelled.sum()), values.size
    if groups is None:
        spread = float(ranks.var(ddof=1)) / n * (1.0 - n / total)
        gap = float(ranks[labelled].mean() - ranks.mean())
        return 1.0 if spread == 0.0 else 2.0 * float(ndtr(-abs(gap) / sqrt(spread)))
    sides = [np.bincount(groups[side], ranks[side] - ranks[side].mean(), groups.max() + 1) / side.sum()
             for side in (labelled, ~labelled)]  # fmt: skip
    spread = float(np.sum((sides[0] - sides[1]) ** 2))
    gap = float(ranks[labelled].mean() - ranks[~labelled].mean())
    df = np.unique(groups[labelled]).size - 1.0
    return 1.0 if spread == 0.0 or df < 1.0 else 2.0 * float(stdtr(df, -abs(gap) / sqrt(spread)))


def _mid_ranks(values: Floats) -> Floats:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2.0)[inverse])
