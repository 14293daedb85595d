"""Where a binomial tail equals a given probability: the one equation behind Clopper-Pearson and mid-p limits.

The tail may count only a share of P(X = k). A target above 1/2 is one minus the other tail's, exact in floating
point. Newton runs on the logarithm of the tail, which is concave, from the relative-entropy limit, which lies beyond
the root: it closes in from one side.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.binomial_law import below, log_pmf
from errbar.core.relative_entropy import kl_lower, kl_upper

Root = Callable[[Floats, Floats, Floats, float], Floats]

_ROUNDS = 40


def upper_limit(k: Floats, n: Floats, delta: Floats, share: float) -> Floats:
    """The p with P(X < k) + share P(X = k) = delta for X ~ Bin(n, p), whole 0 <= k <= n; 0 or 1 if there is none.

    >>> print(f"{upper_limit(*np.array([[1.0], [2.0], [0.91]]), 1.0)[0]:.12f}")  # 1 - p^2 = 0.91
    0.300000000000
    """
    with np.errstate(divide="ignore"):  # share = 1: no root for k = n, the limit is 1
        at_n = np.exp(np.minimum(0.0, np.log1p(-delta) - np.log1p(-share)) / n)
    out: Floats = np.where(k == n, at_n, -np.expm1(np.minimum(0.0, np.log(delta) - np.log(share)) / n))
    return _with_roots(out, (k, n, delta), share, lower_tail_root, upper_tail_root)


def lower_limit(k: Floats, n: Floats, delta: Floats, share: float) -> Floats:
    """The p with P(X > k) + share P(X = k) = delta for X ~ Bin(n, p), whole 0 <= k <= n; 0 or 1 if there is none.

    >>> print(f"{lower_limit(*np.array([[1.0], [2.0], [0.91]]), 1.0)[0]:.12f}")  # (1 - p)^2 = 0.09
    0.700000000000
    """
    with np.errstate(divide="ignore"):  # share = 1: no root for k = 0, the limit is 0
        at_0 = -np.expm1(np.minimum(0.0, np.log1p(-delta) - np.log1p(-share)) / n)
    out: Floats = np.where(k == 0, at_0, np.exp(np.minimum(0.0, np.log(delta) - np.log(share)) / n))
    return _with_roots(out, (k, n, delta), share, upper_tail_root, lower_tail_root)


def _with_roots(out: Floats, given: tuple[Floats, Floats, Floats], share: float, one: Root, other: Root) -> Floats:
    """`out`, but for 0 < k < n the roots of one tail, or of the other where that is the smaller."""
    k, n, delta = given
    inside = (k > 0) & (k < n)
    far, near = inside & (delta <= 0.5), inside & (delta > 0.5)
    out[far] = one(k[far], n[far], delta[far], share)
    out[near] = other(k[near], n[near], 1.0 - delta[near], 1.0 - share)
    return out


def lower_tail_root(k: Floats, n: Floats, target: Floats, share: float) -> Floats:
    """The p with P(X < k) + share P(X = k) = target <= 1/2, for whole 0 < k < n.

    >>> one = np.ones(1)
    >>> print(f"{lower_tail_root(1 * one, 2 * one, 0.19 * one, 1.0)[0]:.12f}")  # 1 - p^2 = 0.19
    0.900000000000
    """
    goal = np.log(target)
    p = kl_upper(k / n, -goal / n)
    open_ = np.flatnonzero(p < 1.0)
    for _ in range(_ROUNDS):
        k_, n_, p_ = k[open_], n[open_], p[open_]
        q_ = 1.0 - p_
        mass = below(k_, n_, p_, q_) + share
        gap = log_pmf(k_, n_, p_, q_) + np.log(mass) - goal[open_]
        step = gap * mass / (share * (n_ - k_) / q_ + (1.0 - share) * k_ / p_)
        moved = np.minimum(p_ + step, 0.5 * (p_ + 1.0))
        p[open_] = moved
        open_ = open_[~_settled(moved - p_, moved)]
        if not open_.size:
            break
    return p


def upper_tail_root(k: Floats, n: Floats, target: Floats, share: float) -> Floats:
    """The p with P(X > k) + share P(X = k) = target <= 1/2, for whole 0 < k < n, in steps of ln p.

    >>> one = np.ones(1)
    >>> print(f"{upper_tail_root(1 * one, 2 * one, 0.19 * one, 1.0)[0]:.12f}")  # (1 - p)^2 = 0.81
    0.100000000000
    """
    goal = np.log(target)
    p = kl_lower(k / n, -goal / n)
    open_ = np.flatnonzero(p > 0.0)
    for _ in range(_ROUNDS):
        k_, n_, p_ = k[open_], n[open_], p[open_]
        q_ = 1.0 - p_
        mass = below(n_ - k_, n_, q_, p_) + share
        gap = log_pmf(k_, n_, p_, q_) + np.log(mass) - goal[open_]
        step = -gap * mass / (share * k_ + (1.0 - share) * (n_ - k_) * p_ / q_)
        moved = np.minimum(p_ * np.exp(step), 0.5 * (p_ + 1.0))
        p[open_] = moved
        open_ = open_[~_settled(moved - p_, moved)]
        if not open_.size:
            break
    return p


def _settled(step: Floats, p: Floats) -> NDArray[np.bool_]:
    """Newton squares the relative step, so after 1e-10 the next would be below rounding."""
    return np.abs(step) <= 1e-10 * np.minimum(p, 1.0 - p) + 2e-16 * p
