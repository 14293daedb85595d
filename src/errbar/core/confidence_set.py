"""Which models may be the best? Lei's cross-validation with confidence.

Each candidate is tested against all others at once; the set of those that survive holds the best with the stated
confidence. Everything comes down to the models' means and the covariance matrix of those means.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, stdtr

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

_ROUNDING = 1e-12  # variances and gaps below this share of their terms are zero


@dataclass(frozen=True, slots=True, eq=False)
class Means:
    """Models' mean losses and what is known of their error.

    Parameters
    ----------
    means : one per model, lower is better.
    covariance : of the means.
    df : degrees of freedom behind the covariance (`inf`: as good as known).
    """

    means: Floats
    covariance: Floats
    df: float = inf

    @classmethod
    def of_items(cls, losses: Floats, folds: Indices, clusters: Indices | None = None) -> Means:
        r"""From models x items, every item tested once: centred within its fold, summed over its cluster.

        .. math:: \mathrm{Cov}_{jk} = \frac{1}{n^2} \sum_i \frac{m_i}{m_i - 1}\, \tilde l_{ij}\, \tilde l_{ik}

        m_i: how many items item i was centred on, those of its fold. The paper has no such factor; without it, two
        items to a fold exclude a model that ties with the best in 12 % of cases instead of 5. With G clusters the
        factor is G / (G - 1), with G - 1 degrees of freedom: few clusters say little. A fold of one item (or one
        cluster) would be its own centre and show no spread at all: it is centred on the mean of all items.
        """
        n, sizes = losses.shape[1], np.bincount(folds).astype(np.float64)
        alone = _one_of_a_kind(folds, np.arange(n) if clusters is None else clusters)[folds]
        centred = np.stack(
            [row - np.where(alone, row.mean(), (np.bincount(folds, weights=row) / sizes)[folds]) for row in losses]
        )
        if clusters is None:
            around = np.where(alone, n, sizes[folds])
            centred *= np.sqrt(around / np.maximum(around - 1, 1))
            return cls(losses.mean(axis=1), centred @ centred.T / n**2)
        totals: Floats = np.stack([np.bincount(clusters, weights=row) for row in centred]).astype(np.float64)
        return cls.of_clusters(losses.mean(axis=1), totals @ totals.T, n, np.unique(clusters).size)

    @classmethod
    def of_clusters(cls, means: Floats, products: Floats, n: int, n_clusters: int) -> Means:
        """From sums of products of the clusters' total deviations."""
        df = max(n_clusters - 1, 1)
        return cls(means, products / n**2 * (n_clusters / df), float(df))

    @classmethod
    def of_splits(cls, values: Floats, factor: float) -> Means:
        """From models x splits: covariance of the split scores times `factor`, 1/J + n2/n1 for random splits."""
        centred = values - values.mean(axis=1, keepdims=True)
        df = values.shape[1] - 1
        return cls(values.mean(axis=1), centred @ centred.T * (factor / df), float(df))

    def pick(self, places: Indices) -> Means:
        """The same for some models, or in another order."""
        return Means(self.means[places], self.covariance[np.ix_(places, places)], self.df)


def _one_of_a_kind(folds: Indices, clusters: Indices) -> NDArray[np.bool_]:
    """For each fold, whether all its items are of one cluster."""
    pairs = np.unique(np.stack([folds, clusters]), axis=1)
    return np.asarray(np.bincount(pairs[0], minlength=int(folds.max()) + 1) < 2)


def best_pvalues(law: Means, *, n_draws: int = 2000, seed: int = 0) -> Floats:
    r"""For each model the p-value of "no other is better".

    .. math:: T_m = \max_{j \ne m} \frac{\bar l_m - \bar l_j}{s_{mj}}, \qquad
       p_m = \frac{1 + \#\{T^*_m \ge T_m\}}{B + 1}

    s_mj: standard error of the difference; T*_m: the same maximum over draws of a centred normal vector with the
    covariance of the means. That is the law of the Gaussian multiplier bootstrap given the data, drawn directly. With
    finite `df` each draw is divided by the root of a chi-square over `df`, and the law is multivariate Student. Models
    whose losses are the same tell nothing about each other and are left out of each other's maximum. Where k - 1 times
    the tail of one comparison is far below 1/(B + 1) nothing is drawn, and p is 1/(B + 1).

    References
    ----------
    [lei2020]

    Examples
    --------
    >>> law = Means(np.array([0.10, 0.11, 0.30]), np.eye(3) * 1e-4)
    >>> print(best_pvalues(law, n_draws=999) > 0.05)
    [ True  True False]
    """
    k = law.means.size
    gaps, scale = _scaled_gaps(law)
    statistic = gaps.max(axis=1, initial=-inf)
    pvalues = np.full(k, 1 / (n_draws + 1))
    pvalues[statistic == -inf] = 1.0
    open_ = np.flatnonzero((statistic > -inf) & ((k - 1) * _tail(statistic, law.df) > 0.1 / (n_draws + 1)))
    if open_.size == 0:
        return pvalues
    draws = _draws(law, n_draws, np.random.default_rng(seed))
    work = np.empty_like(draws)
    for m in open_:
        np.subtract(draws[m], draws, out=work)
        work *= scale[m][:, None]
        work[scale[m] == 0] = -inf
        pvalues[m] = (1 + np.count_nonzero(work.max(axis=0) >= statistic[m])) / (n_draws + 1)
    return pvalues


def _scaled_gaps(law: Means) -> tuple[Floats, Floats]:
    """T_mj, -inf where j tells nothing about m, and 1/s_mj, 0 there."""
    own = np.diag(law.covariance)
    both = own[:, None] + own
    variance = both - 2 * law.covariance
    gaps = law.means[:, None] - law.means
    known = variance > _ROUNDING * both
    scale = np.divide(
        1.0, np.sqrt(variance, where=known, out=np.ones_like(variance)), where=known, out=np.zeros_like(variance)
    )
    large = np.abs(gaps) > _ROUNDING * (np.abs(law.means)[:, None] + np.abs(law.means))
    certain = np.where(large & (gaps > 0), inf, -inf)  # a gap without any spread
    return np.where(known, gaps * scale, certain), scale


def _tail(statistic: Floats, df: float) -> Floats:
    tail: Floats = ndtr(-statistic) if df == inf else stdtr(df, -statistic)
    return tail


def _draws(law: Means, n_draws: int, rng: np.random.Generator) -> Floats:
    """Models x draws with the covariance of the means; Cholesky's root barely moves when rounding does."""
    sd = np.sqrt(np.diag(law.covariance))
    scale = np.where(sd > 0, sd, 1.0)
    correlation = law.covariance / np.outer(scale, scale) + _ROUNDING * np.eye(sd.size)
    draws: Floats = (sd[:, None] * np.linalg.cholesky(correlation)) @ rng.standard_normal((sd.size, n_draws))
    if law.df != inf:
        draws /= np.sqrt(rng.chisquare(law.df, n_draws) / law.df)
    return draws
