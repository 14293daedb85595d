"""Blaker's exact two-sided interval for a proportion: always inside Clopper-Pearson, never wrong more often.

p is accepted where P(X as or more extreme than k) >= delta; the tail opposite to k is the largest one no more likely
than k's own. The limits are the ends of the hull of the accepted p, found exactly: between two jumps of the opposite
tail's start j0 the acceptability is smooth, and only one such piece can hold the end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper, halved
from errbar.core.binomial_law import below, log_pmf
from errbar.core.blocks import in_blocks
from errbar.core.bracket import bracketed_newton

Lanes = NDArray[np.intp]

_ROUNDS = 60
_OUTWARD = 1e-15  # two counts often end at the same p, one above and one below: rounding must leave no gap between them


@dataclass(frozen=True, slots=True)
class _Case:
    """Upper ends for counts k; `side` 1 looks for p = r, -1 has mirrored the counts and looks for q = r."""

    k: Floats
    n: Floats
    delta: Floats
    side: float

    def of(self, lanes: Lanes) -> _Case:
        return _Case(self.k[lanes], self.n[lanes], self.delta[lanes], self.side)

    def pair(self, r: Floats) -> tuple[Floats, Floats]:
        return (r, 1.0 - r) if self.side > 0 else (1.0 - r, r)

    def own_tail(self, r: Floats) -> tuple[Floats, Floats]:
        """ln P(X <= k) and its slope in p."""
        p, q = self.pair(r)
        t = 1.0 + below(self.k, self.n, p, q)
        return _log_pmf(self.k, self.n, p, q) + np.log(t), -(self.n - self.k) / (q * t)

    def other_tail(self, r: Floats, j: Floats) -> tuple[Floats, Floats]:
        """ln P(X >= j) and its slope in p; -inf and 0 for j > n."""
        p, q = self.pair(r)
        m = np.minimum(j, self.n)
        t = 1.0 + below(self.n - m, self.n, q, p)
        value = np.where(j > self.n, -np.inf, _log_pmf(m, self.n, p, q) + np.log(t))
        return value, np.where(j > self.n, 0.0, m / (p * t))


def blaker_upper(k: Floats, n: Floats, delta: Floats) -> Floats:
    """Upper end of the two-sided interval at level delta.

    >>> print(f"{blaker_upper(*np.array([[0.0], [10.0], [0.05]]))[0]:.12f}")
    0.282934707786
    """
    with np.errstate(over="ignore"):  # slopes at limits near the smallest double
        return in_blocks(_upper, k, n, delta)


def blaker_lower(k: Floats, n: Floats, delta: Floats) -> Floats:
    """Lower end of the two-sided interval at level delta: the upper end for n - k, mirrored and solved for itself.

    >>> print(f"{blaker_lower(*np.array([[10.0], [10.0], [0.05]]))[0]:.12f}")  # 1 - 0.282934707786
    0.717065292214
    """
    with np.errstate(over="ignore"):
        return in_blocks(_lower, k, n, delta)


def _upper(k: Floats, n: Floats, delta: Floats) -> Floats:
    out = np.ones(k.shape)
    outer = clopper_pearson_upper(k, n, halved(delta))
    use = np.flatnonzero((k < n) & (outer < 1.0))
    case = _Case(k[use], n[use], delta[use], 1.0)
    out[use] = np.minimum(_end(case, k[use] / n[use], outer[use]) * (1.0 + _OUTWARD), 1.0)
    return out


def _lower(k: Floats, n: Floats, delta: Floats) -> Floats:
    out = np.zeros(k.shape)
    outer = clopper_pearson_lower(k, n, halved(delta))
    use = np.flatnonzero((k > 0) & (outer > 0.0))
    case = _Case(n[use] - k[use], n[use], delta[use], -1.0)
    out[use] = _end(case, k[use] / n[use], outer[use]) * (1.0 - _OUTWARD)
    return out


def _log_pmf(k: Floats, n: Floats, p: Floats, q: Floats) -> Floats:
    """ln P(X = k), the ends k = 0 and k = n included."""
    small = np.minimum(p, q)
    inside = (k > 0) & (k < n)
    out: Floats = n * np.where((k > 0) == (p <= q), np.log(small), np.log1p(-small))
    out[inside] = log_pmf(k[inside], n[inside], p[inside], q[inside])
    return out


def _end(case: _Case, near: Floats, outer: Floats) -> Floats:
    """The end between the mean `near` and the Clopper-Pearson limit `outer` at delta / 2."""
    j0 = _opposite(case, outer)
    low, high = np.minimum(near, outer), np.maximum(near, outer)

    def balance(r: Floats, lanes: Lanes) -> tuple[Floats, Floats]:
        now = case.of(lanes)
        (own, d_own), (other, d_other) = now.own_tail(r), now.other_tail(r, j0[lanes] - 1.0)
        return case.side * (other - own), d_other - d_own

    def acceptance(r: Floats, lanes: Lanes) -> tuple[Floats, Floats]:
        now = case.of(lanes)
        (own, d_own), (other, d_other) = now.own_tail(r), now.other_tail(r, j0[lanes])
        share = np.exp(other - own)
        return (
            case.side * (np.log(now.delta) - own - np.log1p(share)),
            -(d_own + share * d_other) / (1.0 + share),
        )

    jump = bracketed_newton(balance, low, high, outer)
    everyone = np.arange(outer.size)
    open_ = case.side * acceptance(jump, everyone)[0] < 0.0  # still accepted beyond the jump
    if not open_.any():
        return jump
    part = np.flatnonzero(open_)

    def rest(r: Floats, lanes: Lanes) -> tuple[Floats, Floats]:
        return acceptance(r, part[lanes])

    a, b = jump[part], outer[part]
    jump[part] = bracketed_newton(rest, np.minimum(a, b), np.maximum(a, b), a)
    return jump


def _opposite(case: _Case, r: Floats) -> Floats:
    """Least j with P(X >= j) <= delta / 2 at r; n + 1 if there is none.

    ln P(X >= j) is concave in j: moves along its last difference come down to the answer from above.
    """
    j = np.clip(np.ceil(2.0 * case.n * case.pair(r)[0] - case.k), case.k + 2.0, case.n + 1.0)
    lanes = np.arange(r.size)
    for _ in range(_ROUNDS):
        now, (p, q) = case.of(lanes), case.pair(r[lanes])
        m = np.minimum(j[lanes], now.n)
        t = 1.0 + below(now.n - m, now.n, q, p)
        too_much = _log_pmf(m, now.n, p, q) + np.log(t) - np.log(halved(now.delta))
        one_less = np.log1p(m * q / ((now.n - m + 1.0) * p * t))  # ln P(X >= m - 1) - ln P(X >= m)
        there = np.clip(m + np.ceil(too_much / one_less), now.k + 2.0, now.n + 1.0)
        lanes, moved = lanes[there != j[lanes]], there[there != j[lanes]]
        j[lanes] = moved
        if not lanes.size:
            break
    return j
