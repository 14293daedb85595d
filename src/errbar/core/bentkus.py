"""The sharpest limit for a mean of [0, 1] losses that uses n and the mean alone (convex order, Bentkus and Pinelis).

A sum of [0, 1] losses is below a binomial B in convex order, so P(sum <= s) <= E(j - B)_+ / (j - s) for every whole
j > s. Each j gives a limit; the smallest belongs to the delta-quantile of B. The ends j = 1 and j = n have closed
forms; between them Newton steps for p and moves of j alternate until both rest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln, ndtri

from errbar.core.arrays import Floats
from errbar.core.binomial_law import below, log_pmf
from errbar.core.blocks import in_blocks
from errbar.core.relative_entropy import kl_lower, kl_upper

_ROUNDS = 60
_BELOW_1 = 1.0 - 2.0**-53
_ABOVE_0 = 1e-300
_TIE = 1e-13  # two neighbouring j with equal limits: keep either


def bentkus_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    r"""Largest p with E(j - B)_+ / (j - nx) >= delta for every whole j > nx, where B ~ Bin(n, p).

    >>> float(bentkus_upper(*np.array([[0.5], [1.0], [0.2]]))[0])  # one loss: 1 - delta (1 - x)
    0.9
    """
    return in_blocks(_upper, x, n, delta)


def bentkus_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """One minus the upper limit of the mirrored losses, solved for the limit itself.

    >>> float(bentkus_lower(*np.array([[0.5], [1.0], [0.2]]))[0])  # one loss: delta x
    0.1
    """
    return in_blocks(_lower, x, n, delta)


def _upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    s = _sum(x, n)
    log_q = (np.log(delta) + np.log1p(-np.minimum(s, _BELOW_1))) / n
    at_1, at_n = -np.expm1(log_q), 1.0 - delta * (1.0 - x)
    is_1 = (s < 1.0) & (np.log(delta) <= (n - 1.0) * log_q + np.log1p((n - 1.0) * at_1))  # delta <= F(1)
    is_n = (s >= n - 1.0) | (-np.expm1(n * np.log1p(-delta * (1.0 - x))) <= delta)  # F(n - 1) <= delta
    out = np.where(is_n, at_n, at_1)
    between = ~(is_1 | is_n)
    if between.any():
        x, s, n, delta = x[between], s[between], n[between], delta[between]
        start = np.minimum(kl_upper(x, _gaussian(delta) / n), 1.0 - _leading(n - s, n, delta))
        out[between] = _between(start, _Case(s, n, delta, 1.0))
    return out


def _lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    s = _sum(x, n)
    log_p = (np.log(delta) + np.log(np.maximum(s - (n - 1.0), _ABOVE_0))) / n
    at_1, at_n = np.exp(log_p), delta * x
    is_1 = (s > n - 1.0) & (np.log(delta) <= (n - 1.0) * log_p + np.log1p(-(n - 1.0) * np.expm1(log_p)))
    is_n = (s <= 1.0) | (-np.expm1(n * np.log1p(-at_n)) <= delta)
    out = np.where(is_n, at_n, at_1)
    between = ~(is_1 | is_n)
    if between.any():
        x, s, n, delta = x[between], s[between], n[between], delta[between]
        start = np.maximum(kl_lower(x, _gaussian(delta) / n), _leading(s, n, delta))
        out[between] = _between(start, _Case(s, n, delta, -1.0))
    return out


def _sum(x: Floats, n: Floats) -> Floats:
    """nx, whole where it differs from a whole number by no more than the rounding of k / n."""
    s = n * x
    whole = np.rint(s)
    return np.where(np.abs(s - whole) <= 2.3e-16 * s, whole, s)


def _gaussian(delta: Floats) -> Floats:
    """h^2 / 2 for h the mean of the normal law's outer delta-tail: the exponent at which n kl(x, p) starts."""
    z = ndtri(delta)
    h = np.exp(-0.5 * z * z - np.log(delta)) / np.sqrt(2.0 * np.pi)
    return np.asarray(0.5 * h * h)


def _leading(s: Floats, n: Floats, delta: Floats) -> Floats:
    """A lower bound of the lower limit, sharp where it is tiny: the root of C(n, i + 1) r^(i + 1) = delta (s - i).

    i is the last whole number below s, and (b - i)_+ <= C(b, i + 1).
    """
    i = np.ceil(s) - 1.0
    log_choose = -np.log(n + 1.0) - betaln(n - i, i + 2.0)
    return np.asarray(np.exp((np.log(delta) + np.log(s - i) - log_choose) / (i + 1.0)))


@dataclass(frozen=True, slots=True)
class _Case:
    """Sums, sizes and levels; `side` 1 looks for p = r, -1 mirrors the losses and looks for q = r."""

    s: Floats
    n: Floats
    delta: Floats
    side: float

    def of(self, chosen: NDArray[np.intp] | NDArray[np.bool_]) -> _Case:
        return _Case(self.s[chosen], self.n[chosen], self.delta[chosen], self.side)

    def pair(self, r: Floats) -> tuple[Floats, Floats]:
        """p and q of the binomial law."""
        return (r, 1.0 - r) if self.side > 0 else (1.0 - r, r)

    def gaps(self, j: Floats, r: Floats) -> tuple[Floats, Floats]:
        """j minus the mean of B and j minus the sum, from r and s themselves on either side."""
        whole = j if self.side > 0 else self.n - j
        return self.side * (whole - self.n * r), self.side * (whole - self.s)

    def least_j(self) -> Floats:
        return np.maximum(np.floor(self.s) + 1.0 if self.side > 0 else self.n - np.ceil(self.s) + 1.0, 2.0)

    def first_j(self, r: Floats) -> Floats:
        """The sum plus the mean depth of a geometric tail; above the median, the normal quantile."""
        p, q = self.pair(r)
        s = self.s if self.side > 0 else self.n - self.s
        tail = np.floor(s + 1.0 / np.maximum(1.0 - s * q / ((self.n - s) * p), 1e-9))
        upper = np.ceil(self.n * p + ndtri(self.delta) * np.sqrt(self.n * p * q))
        return np.clip(np.where(self.delta <= 0.5, tail, upper), self.least_j(), self.n - 1.0)


def _between(r: Floats, case: _Case) -> Floats:
    """The limit r where the best j is neither 1 nor n."""
    j = case.first_j(r)
    open_ = np.flatnonzero((r > 0.0) & (r < 1.0))
    for _ in range(_ROUNDS):
        now, old = case.of(open_), r[open_]
        step, jump = _round(j[open_], old, now)
        new = (
            old + step if case.side > 0 else old * np.exp(np.minimum(step / old, 100.0))
        )  # a lower limit moves in ln r
        r[open_] = new = np.clip(new, 0.5 * old, np.minimum(0.5 * (old + 1.0), _BELOW_1))
        wanted = np.clip(j[open_] + jump, now.least_j(), now.n - 1.0)
        still = (np.abs(step) <= 1e-10 * np.minimum(new, 1.0 - new) + 4e-16 * new) & (wanted == j[open_])
        j[open_] = wanted
        open_ = open_[~still]
        if not open_.size:
            break
    return r


def _round(j: Floats, r: Floats, case: _Case) -> tuple[Floats, Floats]:
    """Step of r towards the limit of this j, and the move of j towards the delta-quantile of Bin(n, p)."""
    step, jump = np.empty(r.shape), np.empty(r.shape)
    for chosen, rule in ((case.delta <= 0.5, _by_lower_tail), (case.delta > 0.5, _by_upper_tail)):
        if chosen.any():
            step[chosen], jump[chosen] = rule(j[chosen], r[chosen], case.of(chosen))
    return step, jump


def _by_lower_tail(j: Floats, r: Floats, case: _Case) -> tuple[Floats, Floats]:
    """Newton on ln E(j - B)_+ = ln b + ln((j - np) t + jq).

    X ~ Bin(n - 1, p), b = P(X = j - 1), bt = P(X < j - 1); the slope of E(j - B)_+ in p is -n b (t + 1).
    """
    n, (p, q) = case.n, case.pair(r)
    from_mean, from_sum = case.gaps(j, r)
    t = below(j - 1.0, n - 1.0, p, q)
    log_b = log_pmf(j - 1.0, n - 1.0, p, q) - np.log(case.delta)
    mass = from_mean * t + j * q
    step = case.side * (log_b + np.log(mass / from_sum)) * mass / (n * (t + 1.0))
    inner, outer = log_b + np.log(t + q), log_b + np.log(t + 1.0 + (n - j) * p / j)  # ln F(j - 1), ln F(j)
    return step, _whole_moves(-inner / (outer - inner))


def _by_upper_tail(j: Floats, r: Floats, case: _Case) -> tuple[Floats, Floats]:
    """For delta > 1/2: Newton on s - np + (1 - delta)(j - s) + E(B - j)_+, whose small terms stay exact.

    X ~ Bin(n - 1, p), b = P(X = j - 1), b rise = P(X = j), bt = P(X >= j).
    """
    n, (p, q) = case.n, case.pair(r)
    from_mean, from_sum = case.gaps(j, r)
    b, rise = np.exp(log_pmf(j - 1.0, n - 1.0, p, q)), (n - j) * p / (j * q)
    beyond = below(n - 1.0 - j, n - 1.0, q, p)  # P(X > j) / P(X = j)
    t = rise * (1.0 + beyond)
    rest = case.side * (case.s - n * r) + (1.0 - case.delta) * from_sum + b * (j * q - from_mean * (t + 1.0))
    step = case.side * rest / (n * (1.0 - b * t))
    inner, outer = t + p, rise * (beyond + p)  # P(B >= j) / b, P(B > j) / b
    return step, _whole_moves(np.log(b * inner / (1.0 - case.delta)) / np.log(inner / outer))


def _whole_moves(share: Floats) -> Floats:
    """How far j is from the quantile, which lies in its cell for a share between 0 and 1."""
    return np.where(np.abs(share - 0.5) <= 0.5 + _TIE, 0.0, np.floor(share))
