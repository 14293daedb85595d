"""Many models on many data sets by their ranks: Friedman's test, its critical differences and z-tests."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, lgamma, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, fdtrc, ndtr, ndtri

from errbar.core.arrays import Floats
from errbar.core.normal_range import range_quantile, range_sf


@dataclass(frozen=True, slots=True, eq=False)
class Friedman:
    """Do all models rank alike?

    Parameters
    ----------
    mean_ranks : average rank of each model, 1 is best.
    n_datasets : data sets.
    chi2, chi2_pvalue : Friedman's statistic as printed by Demsar, without the correction for ties.
    chi2_tied, chi2_tied_pvalue : divided by the share of the rank variance that ties leave.
    f, f_pvalue, df : Iman and Davenport's F of `chi2` and its two degrees of freedom.
    """

    mean_ranks: Floats
    n_datasets: int
    chi2: float
    chi2_pvalue: float
    chi2_tied: float
    chi2_tied_pvalue: float
    f: float
    f_pvalue: float
    df: tuple[int, int]

    @property
    def n_models(self) -> int:
        return self.mean_ranks.size

    @property
    def rank_se(self) -> float:
        """Standard error of a difference of two average ranks where all models rank alike."""
        return sqrt(self.n_models * (self.n_models + 1) / (6 * self.n_datasets))


def friedman(ranks: Floats) -> Friedman:
    r"""Friedman's test, with and without correction for ties, and Iman and Davenport's F.

    .. math:: \chi^2 = \frac{12 N}{k(k+1)} \Big(\sum_j R_j^2 - \frac{k(k+1)^2}{4}\Big), \qquad
       F = \frac{(N-1)\chi^2}{N(k-1) - \chi^2} \sim F_{k-1,\,(k-1)(N-1)}

    R_j: average rank of model j; N: data sets; k: models. Where every data set orders the models in the same way F is
    infinite, and its p-value is the chance of that, (1/k!)^(N-1). Where all ranks are tied the statistics are 0.

    Parameters
    ----------
    ranks : data sets x models, from `ranked`.

    References
    ----------
    [demsar2006], [iman1980]

    Examples
    --------
    >>> test = friedman(ranked(np.array([[.1, .2, .3], [.2, .1, .3], [.1, .2, .3], [.1, .3, .2]])))
    >>> print(f"{test.chi2:.4f} {test.f:.4f}")
    4.5000 3.8571
    """
    n, k = ranks.shape
    mean_ranks = ranks.mean(axis=0)
    chi2 = max(0.0, 12 * n / (k * (k + 1)) * float(((mean_ranks - (k + 1) / 2) ** 2).sum()))
    spread = float(((ranks - (k + 1) / 2) ** 2).sum())  # n k (k^2 - 1) / 12 where nothing is tied
    tied = chi2 * n * k * (k**2 - 1) / (12 * spread) if spread > 0 else 0.0
    df = (k - 1, (k - 1) * (n - 1))
    left = n * (k - 1) - chi2
    if left > 1e-9 * n * k:
        f = (n - 1) * chi2 / left
        f_pvalue = float(fdtrc(*df, f))
    else:
        f, f_pvalue = inf, exp(-(n - 1) * lgamma(k + 1))
    return Friedman(mean_ranks, n, chi2, float(chdtrc(k - 1, chi2)), tied, float(chdtrc(k - 1, tied)), f, f_pvalue, df)


def ranked(table: Floats, greater_is_better: bool = False) -> Floats:
    """Ranks within each row: 1 is best, equal values share the mean of their ranks.

    Examples
    --------
    >>> print(ranked(np.array([[.3, .1, .3, .2]])))
    [[3.5 1.  3.5 2. ]]
    """
    values = -table if greater_is_better else table
    order = np.argsort(values, axis=1, kind="stable")
    out = np.empty(values.shape)
    np.put_along_axis(out, order, mid_ranks(np.take_along_axis(values, order, axis=1)), axis=1)
    return out


def mid_ranks(ascending: NDArray[np.generic]) -> Floats:
    """Ranks 1, 2, ... along rows that are sorted already; equal neighbours share their mean."""
    rows, k = ascending.shape
    differs = ascending[:, 1:] != ascending[:, :-1]
    edge = np.ones((rows, 1), dtype=bool)
    place = np.arange(k, dtype=np.int32)
    first = np.maximum.accumulate(np.where(np.concatenate([edge, differs], axis=1), place, 0), axis=1)
    ends = np.where(np.concatenate([differs, edge], axis=1), place, k)
    last = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return (first + last) / 2 + 1.0


def nemenyi_difference(confidence_level: float, k: int, n: int) -> float:
    """Critical difference of average ranks for all pairs: studentized range over sqrt(2), times the standard error.

    Examples
    --------
    >>> print(f"{nemenyi_difference(0.95, 4, 14):.6f}")
    1.253559
    """
    return range_quantile(confidence_level, k) / sqrt(2) * sqrt(k * (k + 1) / (6 * n))


def bonferroni_dunn_difference(confidence_level: float, k: int, n: int) -> float:
    """Critical difference of average ranks for k - 1 comparisons with a control.

    Examples
    --------
    >>> print(f"{bonferroni_dunn_difference(0.95, 4, 14):.6f}")
    1.168143
    """
    return -float(ndtri((1 - confidence_level) / (2 * (k - 1)))) * sqrt(k * (k + 1) / (6 * n))


def nemenyi_pvalues(z: Floats, k: int) -> Floats:
    """Of differences in units of their standard error, for all pairs of k models at once."""
    return range_sf(np.abs(z) * sqrt(2), k)


def normal_pvalues(z: Floats) -> Floats:
    """Two-sided, each on its own."""
    p: Floats = np.minimum(1.0, 2 * ndtr(-np.abs(z)))
    return p
