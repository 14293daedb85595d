"""After the best of many was picked by its mean: how lucky it was, and how far off the luckiest of all may be.

Units are what was drawn independently: examples, or groups of them. A unit has a sum of losses of every candidate, and
how many losses that is; a candidate's mean is the total of the sums over the total of the counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt

import numpy as np
from scipy.special import log_ndtr, ndtr, ndtri

from errbar.core.arrays import Floats

_CELLS = 1 << 22  # weights drawn at a time
_HALVINGS = 100


@dataclass(frozen=True, slots=True, eq=False)
class UnitSums:
    """`sums`: candidates x units; `counts`: losses in each unit."""

    sums: Floats
    counts: Floats

    @property
    def means(self) -> Floats:
        return np.asarray(self.sums.sum(axis=1) / self.counts.sum())

    @property
    def residuals(self) -> Floats:
        """What each unit adds to the error of each mean, but for a factor."""
        return np.asarray(self.sums - self.means[:, None] * self.counts)


def out_of_bag(units: UnitSums, n_draws: int, rng: np.random.Generator) -> tuple[float, Floats]:
    """Bootstrap bias-corrected mean loss of the best candidate, and the out-of-bag means behind it.

    In each bootstrap sample of units the candidate with the smallest mean is picked, and judged by the units that are
    not in the sample [tsamardinos2018].

    >>> units = UnitSums(np.array([[0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]), np.ones(4))
    >>> out_of_bag(UnitSums(units.sums[:1], units.counts), 50, np.random.default_rng(0))[0]
    0.25
    >>> out_of_bag(units, 50, np.random.default_rng(0))[0] > 0.25  # two alike: that one looks better is luck
    True
    """
    m, n = units.sums.shape
    table = np.concatenate([units.sums, units.counts[None]]).T
    bags, outs, step = [], [], max(1, _CELLS // n)
    for start in range(0, n_draws, step):
        weights = bootstrap_counts(min(step, n_draws - start), n, rng)
        bag, out = weights @ table, (weights == 0).astype(np.float64) @ table
        usable = out[:, m] > 0
        bags.append(bag[usable, :m])  # totals: of whole numbers they are equal where means are
        outs.append(out[usable, :m] / out[usable, m:])
    if not sum(map(len, outs)):
        return float(units.means.min()), np.full(1, units.means.min())
    return out_of_bag_of(np.concatenate(bags), np.concatenate(outs), units.means)


def out_of_bag_of(bag: Floats, out: Floats, means: Floats) -> tuple[float, Floats]:
    """The same from what the candidates (columns) had in and out of each bootstrap sample; smallest is best.

    Candidates that are picked alike are judged by their average. The chance of the draws is taken off again as far as
    the best of all shows it, whose mean is known: a single candidate, or copies of one, are given back their own mean.
    """
    picked = bag == bag.min(axis=1, keepdims=True)
    values = (out * picked).sum(axis=1) / picked.sum(axis=1)
    best = means == means.min()
    regret = values - out[:, best].mean(axis=1)
    return float(means.min() + regret.mean()), np.asarray(values)


def left_out_folds(values: Floats, n_folds: int) -> float:
    """Mean loss of the best candidate (rows) where each fold judges what the other folds of its repeat pick.

    >>> left_out_folds(np.array([[0.0, 1.0], [1.0, 0.0]]), 2)
    1.0
    """
    blocks = values.reshape(values.shape[0], -1, n_folds)
    others = blocks.sum(axis=2, keepdims=True) - blocks
    picked = np.isclose(others, others.min(axis=0), rtol=1e-12, atol=1e-12)
    return float(((blocks * picked).sum(axis=0) / picked.sum(axis=0)).mean())


def bootstrap_counts(n_draws: int, n: int, rng: np.random.Generator) -> Floats:
    """How often each of n units is in each bootstrap sample."""
    drawn = rng.integers(0, n, (n_draws, n)) + n * np.arange(n_draws)[:, None]
    return np.bincount(drawn.ravel(), minlength=n_draws * n).reshape(n_draws, n).astype(np.float64)


def largest_of(residuals: Floats, n_draws: int, rng: np.random.Generator) -> Floats:
    """Draws of the largest of all candidates' standardised errors, sorted: normal, with the residuals' correlations.

    A candidate without any spread tells nothing of its correlations, and is drawn on its own.

    >>> twins = np.array([[1.0, -1.0, 2.0, -2.0]] * 3)
    >>> draws = largest_of(twins, 4000, np.random.default_rng(0))
    >>> bool(abs(np.quantile(draws, 0.975) - 1.96) < 0.15)  # three times the same candidate is one candidate
    True
    """
    size = np.sqrt((residuals**2).sum(axis=1))
    flat = size == 0
    scaled = residuals[~flat] / size[~flat, None]
    scaled = scaled[sorted(range(len(scaled)), key=lambda i: scaled[i].tobytes())]  # in whatever order they were given
    m, n = scaled.shape
    if 4 * m < n:
        values, vectors = np.linalg.eigh(scaled @ scaled.T)
        scaled = vectors * np.sqrt(np.maximum(values, 0.0))
    found, step = [], max(1, _CELLS // max(1, scaled.shape[1], m))
    for start in range(0, n_draws, step):
        k = min(step, n_draws - start)
        drawn = rng.standard_normal((k, scaled.shape[1])) @ scaled.T
        largest = drawn.max(axis=1, initial=-inf)
        if flat.any():  # the largest of as many independent ones
            largest = np.maximum(largest, -ndtri(-np.expm1(np.log(rng.random(k)) / np.count_nonzero(flat))))
        found.append(largest)
    return np.sort(np.concatenate(found))


def tail_of_one(largest: Floats, n_candidates: int, outside: float) -> float:
    """The chance to be too far out that each candidate may have, so that all together have `outside`.

    Never below Bonferroni's share of it, never above all of it.

    >>> round(tail_of_one(np.full(10, 3.0), 100, 0.05), 6)
    0.00135
    """
    at = float(np.quantile(largest, 1.0 - outside))
    return min(max(float(ndtr(-at)), outside / n_candidates), outside)


def tilted_upper(units: UnitSums, candidate: int, tail: float) -> float:
    r"""Upper limit of a mean by bootstrap tilting: the mean of weights p_i ~ exp(tau r_i) under which a bootstrap mean
    as small as the one seen has chance `tail` [efron1981], [rink2025].

    The chance is that of the saddlepoint (Lugannani and Rice) instead of draws, so that small tails are not left to
    importance weights.

    >>> x = np.concatenate([np.zeros(80), np.ones(20)])
    >>> print(f"{tilted_upper(UnitSums(x[None], np.ones(100)), 0, 0.025):.3f}")  # the exact binomial, mid-p: 0.287
    0.286
    """
    sums, counts = units.sums[candidate], units.counts
    residuals = sums - (sums.sum() / counts.sum()) * counts
    spread = float(np.abs(residuals).max())
    if spread == 0.0:
        return float(sums.sum() / counts.sum())
    r = residuals / spread
    low, high = 0.0, 1.0
    while _log_chance(r, high) > log(tail) and high < 1e9:
        low, high = high, 2.0 * high
    for _ in range(_HALVINGS):
        tau = (low + high) / 2.0
        low, high = (tau, high) if _log_chance(r, tau) > log(tail) else (low, tau)
    weights = np.exp(high * (r - r.max()))
    return float((weights @ sums) / (weights @ counts))


def _log_chance(r: Floats, tau: float) -> float:
    """log P(mean <= 0) of n draws with weights exp(tau r), where the plain mean of r is 0."""
    top = float(r.max())
    cumulant = tau * top + log(float(np.exp(tau * (r - top)).mean()))
    deviance = 2.0 * r.size * cumulant
    if deviance <= 1e-12:
        return log(0.5)
    root, slope = sqrt(deviance), tau * sqrt(float((r**2).sum()))
    return float(log_ndtr(-(root + log(slope / root) / root)))


def pooled_error(means: Floats, errors: Floats, reach: float) -> float:
    """The root mean square of the standard errors of those that could have been the best, and no less than its own.

    Who looks best often has the smallest spread by the same luck. Those whose interval, `reach` standard errors either
    way, lies above that of the best are left out.

    >>> pooled_error(np.array([0.1, 0.2, 9.0]), np.array([0.03, 0.05, 7.0]), 1.0) > 0.03
    False
    >>> round(pooled_error(np.array([0.1, 0.2, 90.0]), np.array([0.03, 0.05, 7.0]), 3.0), 4)
    0.0412
    """
    best = int(means.argmin())
    possible = means - reach * errors <= means[best] + reach * errors[best]
    possible[best] = True  # at a level of next to nothing too
    return max(float(errors[best]), sqrt(float((errors[possible] ** 2).mean())))
