"""Anderson's limit: the mean of the worst distribution inside a one-sided Kolmogorov-Smirnov band."""

from __future__ import annotations

from math import ceil, exp, expm1, log, log1p, sqrt

import numpy as np
from scipy.special import smirnovi

from errbar.core.arrays import Floats
from errbar.core.binomial_law import log_pmf
from errbar.core.blocks import BLOCK
from errbar.core.bracket import bracketed_root


def band(n: int, delta: float) -> float:
    """Exact 1 - delta quantile of the one-sided Smirnov statistic: the half-width of the band.

    Beyond 200 losses SciPy is slow (minutes at n = 10^6): there Newton steps on the logarithm of the exact tail start
    from the asymptotic law P(D > d) ~ exp(-(6nd + 1)^2 / (18n)).

    >>> band(1, 0.25)  # one loss: P(D > d) = 1 - d
    0.75
    """
    if n <= 200:
        return float(smirnovi(n, delta))
    goal = log(delta)
    start = max(sqrt(-18.0 * n * goal) - 1.0, 1e-3) / (6.0 * n)
    least = -expm1(goal / n)  # P(D > d) >= (1 - d)^n

    def shortfall(d: float) -> tuple[float, float]:
        tail, slope = _smirnov_tail(n, d)
        return goal - log(tail), -slope / tail

    return bracketed_root(shortfall, start if least < start < 0.5 else least)


def _smirnov_tail(n: int, d: float) -> tuple[float, float]:
    """P(D > d) = d sum_j P(Bin(n, a_j) = j) / a_j with a_j = d + j/n over j < n (1 - d), and its slope in d."""
    total = exp(n * log1p(-d)) / d
    slope = -total * (n / (1.0 - d) + 1.0 / d)
    last = ceil(n * (1.0 - d)) - 1
    for start in range(1, last + 1, BLOCK):
        j = np.arange(float(start), min(start + BLOCK, last + 1))
        a = d + j / n
        b = np.maximum((n - j) / n - d, 1e-300)
        terms = np.exp(log_pmf(j, np.full(j.shape, float(n)), a, b)) / a
        total += float(np.sum(terms))
        slope += float(np.sum(terms * ((j - 1.0) / a - (n - j) / b)))
    return d * total, total + d * slope


def anderson_upper(losses: Floats, delta: float) -> float:
    r"""Largest mean of a law on [0, 1] whose distribution function is at least the empirical one minus the band.

    .. math:: 1 - \sum_{i=1}^n (x_{(i+1)} - x_{(i)}) \max(0, i/n - \epsilon), \quad x_{(n+1)} = 1

    >>> anderson_upper(np.zeros(1), 0.25)  # the band's width
    0.75
    """
    x = np.sort(losses)
    n = x.size
    weights = np.maximum(np.arange(1.0, n + 1.0) / n - band(n, delta), 0.0)
    return float(1.0 - np.sum(np.diff(x, append=1.0) * weights))


def anderson_lower(losses: Floats, delta: float) -> float:
    """The mirror image: sum over i of (x_(i) - x_(i-1)) max(0, (n - i + 1)/n - eps) with x_(0) = 0.

    >>> anderson_lower(np.ones(1), 0.25)
    0.25
    """
    x = np.sort(losses)
    n = x.size
    weights = np.maximum(np.arange(float(n), 0.0, -1.0) / n - band(n, delta), 0.0)
    return float(np.sum(np.diff(x, prepend=0.0) * weights))
