"""Bands around ROC, precision-recall and calibration curves, from limits of shares.

At every threshold the share of positives above it (T) and of negatives (F) has limits. A band is all the curves that
respect them. Limits that hold at every threshold at once (Dvoretzky, Kiefer, Wolfowitz, with Massart's constant) give a
band that holds the whole curve, for any number of items; Clopper-Pearson limits one that holds at a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import expm1, log, sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper


@dataclass(frozen=True, slots=True)
class Reached:
    """How many of `n` positives and `m` negatives have at least each of the different scores, the largest first."""

    positives: Floats
    negatives: Floats

    @classmethod
    def of(cls, positive: NDArray[np.bool_], said: Floats, times: int = 1) -> Reached:
        """Of items that were each judged `times` times, by other models: all of it together counts once."""
        order = np.argsort(-said, kind="stable")
        last = np.append(np.flatnonzero(np.diff(said[order])), said.size - 1)
        hits = np.cumsum(positive[order])[last].astype(np.float64)
        return cls(np.append(0.0, hits) / times, np.append(0.0, last + 1.0 - hits) / times)

    @property
    def n(self) -> float:
        return float(self.positives[-1])

    @property
    def m(self) -> float:
        return float(self.negatives[-1])


def shares_within(k: Floats, n: float, outside: float) -> tuple[Floats, Floats]:
    """Clopper-Pearson limits of each share k/n, `outside` on both sides together."""
    given = k, np.full(k.shape, n), np.full(k.shape, outside / 2.0)
    return clopper_pearson_lower(*given), clopper_pearson_upper(*given)


def shares_at_once(k: Floats, n: float, outside: float) -> tuple[Floats, Floats]:
    """Limits of all shares of one sample above thresholds, which hold together.

    >>> low, high = shares_at_once(np.array([0.0, 50.0]), 100.0, 0.05)
    >>> print(f"{high[0]:.4f} {low[1]:.4f}")  # sqrt(log(40) / 200)
    0.1358 0.3642
    """
    reach = sqrt(log(2.0 / outside) / (2.0 * n))
    return np.clip(k / n - reach, 0.0, 1.0), np.clip(k / n + reach, 0.0, 1.0)


def roc_at(reached: Reached, grid: Floats) -> Floats:
    """The share of positives found where that of negatives is at most each of `grid`."""
    at = np.searchsorted(reached.negatives / reached.m, grid + 1e-12, side="right") - 1
    return np.asarray(reached.positives[at] / reached.n)


def roc_band(reached: Reached, grid: Floats, level: float, *, whole: bool) -> tuple[Floats, Floats]:
    """Limits of the curve at each of `grid`; the two classes are independent, so that each takes half of the level."""
    outside = -expm1(log(level) / 2.0)
    limits = shares_at_once if whole else shares_within
    t_low, t_high = limits(reached.positives, reached.n, outside)
    f_low, f_high = limits(reached.negatives, reached.m, outside)
    low = np.array([t_low[f_high <= x].max(initial=0.0) for x in grid])
    high = np.array([t_high[f_low >= x].min(initial=1.0) for x in grid])
    return low, high


def precision_at(reached: Reached, grid: Floats) -> Floats:
    """The precision at the first threshold that finds at least each of `grid` of the positives."""
    at = np.searchsorted(reached.positives / reached.n, grid - 1e-12, side="left")
    hits, false = reached.positives[at], reached.negatives[at]
    return np.asarray(np.where(hits + false > 0, hits / np.maximum(hits + false, 1.0), 1.0))


def precision_band(reached: Reached, grid: Floats, level: float, *, whole: bool) -> tuple[Floats, Floats]:
    """The same for precision at each recall of `grid`; the share of positives has limits too."""
    outside = -expm1(log(level) / 3.0)
    limits = shares_at_once if whole else shares_within
    t_low, t_high = limits(reached.positives, reached.n, outside)
    f_low, f_high = limits(reached.negatives, reached.m, outside)
    pi_low, pi_high = shares_within(np.array([reached.n]), reached.n + reached.m, outside)
    most = np.array([f_high[t_low >= x].min(initial=1.0) for x in grid])
    least = np.array([f_low[t_high <= x].max(initial=0.0) for x in grid])
    return _precision(grid, most, pi_low), _precision(grid, least, pi_high)


def _precision(recall: Floats, false: Floats, share: Floats) -> Floats:
    hits, misses = share * recall, (1.0 - share) * false
    return np.asarray(np.where(hits + misses > 0, hits / np.where(hits + misses > 0, hits + misses, 1.0), 1.0))


@dataclass(frozen=True, slots=True)
class Bins:
    """Items in bins by what was said: how many, how many of them positive, and the mean of what was said."""

    n: Floats
    positives: Floats
    said: Floats

    @classmethod
    def of(cls, positive: NDArray[np.bool_], said: Floats, n_bins: int, times: int = 1) -> Bins:
        """Of about equal size; items with the same probability stay together. `times` as in `Reached`."""
        edges = np.unique(np.quantile(said, np.linspace(0.0, 1.0, n_bins + 1)[1:-1], method="inverted_cdf"))
        codes = np.searchsorted(edges, said, side="left")
        held = np.unique(codes, return_inverse=True)[1].reshape(-1)
        n = np.bincount(held).astype(np.float64)
        return cls(n / times, np.bincount(held, positive).astype(np.float64) / times, np.bincount(held, said) / n)

    @property
    def shares(self) -> Floats:
        return self.positives / self.n

    def limits(self, outside: float) -> tuple[Floats, Floats]:
        halves = np.full(self.n.shape, outside / 2.0)
        return (
            clopper_pearson_lower(self.positives, self.n, halves),
            clopper_pearson_upper(self.positives, self.n, halves),
        )

    def calibration_error(self) -> float:
        return float(self.n @ np.abs(self.shares - self.said) / self.n.sum())

    def calibration_error_limits(self, level: float) -> tuple[float, float]:
        """From limits of all bins that hold together."""
        low, high = self.limits((1.0 - level) / self.n.size)
        nearest = np.maximum(np.maximum(low - self.said, self.said - high), 0.0)
        farthest = np.maximum(np.abs(low - self.said), np.abs(high - self.said))
        return float(self.n @ nearest / self.n.sum()), float(self.n @ farthest / self.n.sum())
