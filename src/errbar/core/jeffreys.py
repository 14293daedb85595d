"""Quantiles of the Jeffreys posterior of a proportion, Beta(k + 1/2, n - k + 1/2)."""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.special import betainc, betaincc, betainccinv, betaincinv, betaln

from errbar.core.arrays import Floats
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper, library_serves
from errbar.core.blocks import in_blocks

_ROUNDS = 40
_SMALLEST = 1e-305  # of a share of the posterior: tails below cannot be told from 0, and are taken for this


def jeffreys_upper(k: Floats, n: Floats, delta: Floats) -> Floats:
    """Quantile 1 - delta of Beta(k + 1/2, n - k + 1/2), and 1 for k = n.

    >>> print(f"{jeffreys_upper(*np.array([[5.0], [10.0], [0.5]]))[0]:.12f}")  # symmetric
    0.500000000000
    """
    return in_blocks(partial(_limits, upper=True), k, n, delta)


def jeffreys_lower(k: Floats, n: Floats, delta: Floats) -> Floats:
    """Quantile delta of Beta(k + 1/2, n - k + 1/2), and 0 for k = 0.

    >>> float(jeffreys_lower(*np.array([[0.0], [10.0], [0.05]]))[0])
    0.0
    """
    return in_blocks(partial(_limits, upper=False), k, n, delta)


def _limits(k: Floats, n: Floats, delta: Floats, *, upper: bool) -> Floats:
    """Where the library's quantile is not exact enough, the far tail or the complement of the near one."""
    delta = np.maximum(delta, _SMALLEST)
    easy, inside = library_serves(n, delta), k < n if upper else k > 0
    library, start = (betainccinv, np.ones) if upper else (betaincinv, np.zeros)
    own, other = (_upper_quantile, _lower_quantile) if upper else (_lower_quantile, _upper_quantile)
    p = library(k + 0.5, n - k + 0.5, delta, out=start(k.shape), where=easy & inside)
    far, near = ~easy & inside & (delta <= 0.5), ~easy & inside & (delta > 0.5)
    p[far] = own(k[far], n[far], delta[far])
    p[near] = other(k[near], n[near], 1.0 - delta[near])
    return np.asarray(p)


def _upper_quantile(k: Floats, n: Floats, target: Floats) -> Floats:
    """The p beyond which the posterior holds `target` <= 1/2: Newton on the logarithm of the tail.

    It starts at the Clopper-Pearson limit, which lies above, or from the leading term in 1 - p where that is tiny.
    """
    a, b = k + 0.5, n - k + 0.5
    goal, scale = np.log(target), betaln(a, b)
    p = clopper_pearson_upper(k, n, target)
    most, end = p.copy(), p > 1.0 - 1e-10
    p[end] = -np.expm1((goal + np.log(b) + scale)[end] / b[end])
    open_ = np.flatnonzero(p < 1.0)
    for _ in range(_ROUNDS):
        a_, b_, p_ = a[open_], b[open_], p[open_]
        tail = _log(betaincc(a_, b_, p_))
        density = np.exp((a_ - 1.0) * np.log(p_) + (b_ - 1.0) * np.log1p(-p_) - scale[open_] - tail)
        moved = np.minimum(p_ + _step(tail - goal[open_], density), np.minimum(most[open_], 0.5 * (p_ + 1.0)))
        p[open_] = moved
        open_ = open_[np.abs(moved - p_) > 1e-10 * np.minimum(moved, 1.0 - moved) + 2e-16 * moved]
        if not open_.size:
            break
    return p


def _lower_quantile(k: Floats, n: Floats, target: Floats) -> Floats:
    """The p below which the posterior holds `target` <= 1/2: Newton in ln p on the logarithm of the tail.

    It starts at the Clopper-Pearson limit, which lies below, or from the leading term in p where that is tiny.
    """
    a, b = k + 0.5, n - k + 0.5
    goal, scale = np.log(target), betaln(a, b)
    p = clopper_pearson_lower(k, n, target)
    least, end = p.copy(), p < 1e-10
    p[end] = np.exp((goal + np.log(a) + scale)[end] / a[end])
    open_ = np.flatnonzero(p > 0.0)
    for _ in range(_ROUNDS):
        a_, b_, p_ = a[open_], b[open_], p[open_]
        tail = _log(betainc(a_, b_, p_))
        slope = np.exp(a_ * np.log(p_) + (b_ - 1.0) * np.log1p(-p_) - scale[open_] - tail)
        moved = np.clip(p_ * np.exp(_step(goal[open_] - tail, slope)), least[open_], 0.5 * (p_ + 1.0))
        p[open_] = moved
        open_ = open_[np.abs(moved - p_) > 1e-10 * np.minimum(moved, 1.0 - moved) + 2e-16 * moved]
        if not open_.size:
            break
    return p


def _log(tail: Floats) -> Floats:
    """Of a share that may be too small to be told from 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(tail))


def _step(gap: Floats, slope: Floats) -> Floats:
    """Newton's; none where rounding left no slope: the Clopper-Pearson limit, which is further out, then stays."""
    told = np.isfinite(gap) & np.isfinite(slope) & (slope > 0.0)
    return np.divide(gap, slope, out=np.zeros(gap.shape), where=told)
