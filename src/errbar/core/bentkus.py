"""The sharpest limit for a mean of [0, 1] losses that uses n and the mean alone (convex order, Bentkus and Pinelis).

A sum of [0, 1] losses is below a binomial B in convex order, so P(sum <= s) <= E(j - B)_+ / (j - s) for every whole
j > s. Each j gives a limit; the smallest belongs to the delta-quantile of B. The ends j = 1 and j = n have closed
forms; between them Newton steps for p and moves of j alternate until both rest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln, ndtri

from errbar.core.binomial_law import below, log_pmf
from errbar.core.blocks import in_blocks
from errbar.core.relative_entropy import kl_lower, kl_upper

Floats = NDArray[np.float64]

_ROUNDS = 60
_BELOW_1 = 1.0 - 2.0**-53
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
    log_q = (np.log(delta) + np.log1p(-np.minimum(n * x, _BELOW_1))) / n
    at_1, at_n = -np.expm1(log_q), 1.0 - delta * (1.0 - x)
    is_1 = (n * x < 1.0) & (np.log(delta) <= (n - 1.0) * log_q + np.log1p((n - 1.0) * at_1))  # delta <= F(1)
    is_n = -np.expm1(n * np.log1p(-delta * (1.0 - x))) <= delta  # F(n - 1) <= delta
    out = np.where(is_1, at_1, at_n)
    between = ~(is_1 | is_n)
    if between.any():
        x, n, delta = x[between], n[between], delta[between]
        start = np.minimum(kl_upper(x, _gaussian(delta) / n), 1.0 - _leading(n * (1.0 - x), n, delta))
        out[between] = _between(start, x, n, delta, 1.0)
    return out


def _lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    missing = n * (1.0 - x)
    log_p = (np.log(delta) + np.log1p(-np.minimum(missing, _BELOW_1))) / n
    at_1, at_n = np.exp(log_p), delta * x
    is_1 = (missing < 1.0) & (np.log(delta) <= (n - 1.0) * log_p + np.log1p(-(n - 1.0) * np.expm1(log_p)))
    is_n = -np.expm1(n * np.log1p(-at_n)) <= delta
    out = np.where(is_1, at_1, at_n)
    between = ~(is_1 | is_n)
    if between.any():
        x, n, delta = x[between], n[between], delta[between]
        start = np.maximum(kl_lower(x, _gaussian(delta) / n), _leading(n * x, n, delta))
        out[between] = _between(start, x, n, delta, -1.0)
    return out


def _gaussian(delta: Floats) -> Floats:
    """h^2 / 2 for h the mean of the normal law's outer delta-tail: the exponent at which n kl(x, p) starts."""
    z = ndtri(delta)
    h = np.exp(-0.5 * z * z - np.log(delta)) / np.sqrt(2.0 * np.pi)
    return np.asarray(0.5 * h * h)


def _leading(s: Floats, n: Floats, delta: Floats) -> Floats:
    """A lower bound of the lower limit, sharp where it is tiny: C(n, i+1) r^(i+1) = delta (s - i), i the last below s."""
    i = np.ceil(s) - 1.0
    log_choose = -np.log(n + 1.0) - betaln(n - i, i + 2.0)
    return np.asarray(np.exp((np.log(delta) + np.log(s - i) - log_choose) / (i + 1.0)))


def _between(r: Floats, x: Floats, n: Floats, delta: Floats, side: float) -> Floats:
    """The limit r where the best j is neither 1 nor n; side 1: p = r, side -1: mirrored losses, p = 1 - r."""
    least = np.maximum(np.floor(n * x) + 1.0 if side > 0 else n - np.ceil(n * x) + 1.0, 2.0)
    j = np.clip(_first_j(*_pair(r, side), *_pair(x, side), n, delta), least, n - 1.0)
    open_ = np.flatnonzero((r > 0.0) & (r < 1.0))
    for _ in range(_ROUNDS):
        step, jump = _round(j[open_], r[open_], x[open_], n[open_], delta[open_], side)
        old = r[open_]
        new = old + step if side > 0 else old * np.exp(np.minimum(step / old, 100.0))  # a lower limit moves in ln r
        r[open_] = new = np.clip(new, 0.5 * old, np.minimum(0.5 * (old + 1.0), _BELOW_1))
        wanted = np.clip(j[open_] + jump, least[open_], n[open_] - 1.0)
        still = (np.abs(step) <= 1e-10 * np.minimum(new, 1.0 - new) + 4e-16 * new) & (wanted == j[open_])
        j[open_] = wanted
        open_ = open_[~still]
        if not open_.size:
            break
    return r


def _first_j(p: Floats, q: Floats, x: Floats, y: Floats, n: Floats, delta: Floats) -> Floats:
    """nx plus the mean depth of a geometric tail; above the median, the normal quantile."""
    tail = np.floor(n * x + 1.0 / np.maximum(1.0 - x * q / (y * p), 1e-9))
    return np.where(delta <= 0.5, tail, np.ceil(n * p + ndtri(delta) * np.sqrt(n * p * q)))


def _round(j: Floats, r: Floats, x: Floats, n: Floats, delta: Floats, side: float) -> tuple[Floats, Floats]:
    """Step of r towards the limit of this j, and the move of j towards the delta-quantile of Bin(n, p)."""
    step, jump = np.empty(r.shape), np.empty(r.shape)
    for chosen, rule in ((delta <= 0.5, _by_lower_tail), (delta > 0.5, _by_upper_tail)):
        if chosen.any():
            step[chosen], jump[chosen] = rule(j[chosen], r[chosen], x[chosen], n[chosen], delta[chosen], side)
    return step, jump


def _pair(r: Floats, side: float) -> tuple[Floats, Floats]:
    return (r, 1.0 - r) if side > 0 else (1.0 - r, r)


def _gaps(j: Floats, r: Floats, x: Floats, n: Floats, side: float) -> tuple[Floats, Floats]:
    """j - np and j - s, from r and x themselves on either side."""
    whole = j if side > 0 else n - j
    return side * (whole - n * r), side * (whole - n * x)


def _by_lower_tail(
    j: Floats, r: Floats, x: Floats, n: Floats, delta: Floats, side: float
) -> tuple[Floats, Floats]:
    """Newton on ln E(j - B)_+ with E(j - B)_+ = b ((j - np) t + jq), b = P(X = j - 1), bt = P(X < j - 1), X ~ Bin(n - 1, p)."""
    p, q = _pair(r, side)
    from_mean, from_sum = _gaps(j, r, x, n, side)
    t = below(j - 1.0, n - 1.0, p, q)
    log_b = log_pmf(j - 1.0, n - 1.0, p, q) - np.log(delta)
    mass = from_mean * t + j * q
    step = side * (log_b + np.log(mass / from_sum)) * mass / (n * (t + 1.0))
    inner, outer = log_b + np.log(t + q), log_b + np.log(t + 1.0 + (n - j) * p / j)  # ln F(j - 1), ln F(j)
    return step, _whole_moves(-inner / (outer - inner))


def _by_upper_tail(
    j: Floats, r: Floats, x: Floats, n: Floats, delta: Floats, side: float
) -> tuple[Floats, Floats]:
    """For delta > 1/2: Newton on n(x - p) + (1 - delta)(j - s) + E(B - j)_+, whose small terms stay exact."""
    p, q = _pair(r, side)
    from_mean, from_sum = _gaps(j, r, x, n, side)
    t = below(n - j, n - 1.0, q, p)
    b = np.exp(log_pmf(j - 1.0, n - 1.0, p, q))
    rest = side * n * (x - r) + (1.0 - delta) * from_sum + b * (j * q - from_mean * (t + 1.0))
    step = side * rest / (n * (1.0 - b * t))
    inner = t + p  # P(B >= j) / b
    outer = np.maximum(inner - n * p / j, 1e-3 * inner)  # P(B > j) / b
    return step, _whole_moves(np.log(b * inner / (1.0 - delta)) / np.log(inner / outer))


def _whole_moves(share: Floats) -> Floats:
    """How far j is from the quantile, which lies in its cell for a share between 0 and 1."""
    return np.where(np.abs(share - 0.5) <= 0.5 + _TIE, 0.0, np.floor(share))
