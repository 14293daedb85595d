"""The binomial law to full relative accuracy: saddle-point probabilities and tails by continued fraction.

Every function takes the pair p, q = 1 - p, so that a caller who knows the smaller one exactly loses nothing.
"""

from __future__ import annotations

import numpy as np
from scipy.special import betainc, betaincc

from errbar.core.arrays import Floats

_TERMS = 128  # of the continued fraction; where more are needed the library's incomplete beta is as accurate

# ln k! - ln(sqrt(2 pi k) (k/e)^k) for k = 0 .. 15; entry 0 is never used
_STIRLING = np.array(
    [
        0.0,
        0.08106146679532726,
        0.0413406959554093,
        0.02767792568499834,
        0.020790672103765093,
        0.016644691189821193,
        0.013876128823070748,
        0.01189670994589177,
        0.010411265261972096,
        0.009255462182712733,
        0.00833056343336287,
        0.007573675487951841,
        0.00694284010720953,
        0.006408994188004207,
        0.0059513701127588475,
        0.005554733551962801,
    ]
)


def stirling_error(k: Floats) -> Floats:
    """ln k! minus Stirling's formula, for whole k >= 1.

    >>> bool(abs(stirling_error(np.array([20.0]))[0] - 0.00416631969199692) < 1e-17)
    True
    """
    r = 1.0 / np.maximum(k, 16.0)
    r2 = r * r
    series = r * (1 / 12 - r2 * (1 / 360 - r2 * (1 / 1260 - r2 * (1 / 1680 - r2 * (1 / 1188 - r2 * 691 / 360360)))))
    return np.where(k < 16.0, _STIRLING[np.minimum(k, 15.0).astype(np.intp)], series)


def log_pmf(k: Floats, n: Floats, p: Floats, q: Floats) -> Floats:
    r"""ln P(X = k) for X ~ Bin(n, p), whole 0 < k < n [loader2000].

    .. math:: P(X=k) = \sqrt{\frac{n}{2 \pi k (n-k)}} e^{\epsilon(n) - \epsilon(k) - \epsilon(n-k) - D}

    epsilon: `stirling_error`; D: n kl(k/n, p), computed without cancellation.

    >>> print(f"{np.exp(log_pmf(*np.array([[3.0], [5.0], [0.5], [0.5]])))[0]:.15f}")  # 10 / 32
    0.312500000000000
    """
    d = excess(k, n, p, q)
    exponent = stirling_error(n) - stirling_error(k) - stirling_error(n - k) - _deviance(k, n * p, d)
    exponent -= _deviance(n - k, n * q, -d)
    return np.asarray(exponent - 0.5 * np.log(2.0 * np.pi * k * ((n - k) / n)))


def excess(k: Floats, n: Floats, p: Floats, q: Floats) -> Floats:
    """k - n p, from whichever of p and q is smaller."""
    return np.where(p <= q, k - n * p, n * q - (n - k))


def _deviance(k: Floats, mean: Floats, d: Floats) -> Floats:
    """k ln(k / mean) - d for d = k - mean: a series in v = d / (k + mean) where the logarithm would cancel."""
    mean = np.maximum(mean, 1e-298)  # a ratio of doubles must not overflow
    v = d / (k + mean)
    w = np.minimum(v * v, 0.01)
    s = w * (1 / 3 + w * (1 / 5 + w * (1 / 7 + w * (1 / 9 + w * (1 / 11 + w * (1 / 13 + w * (1 / 15 + w / 17)))))))
    return np.where(np.abs(v) < 0.1, v * (d + 2.0 * k * s), k * np.log(k / mean) - d)


def below(k: Floats, n: Floats, p: Floats, q: Floats) -> Floats:
    """P(X < k) / P(X = k) for whole 0 <= k < n: the lower tail in units of its next term.

    The continued fraction is that of DiDonato and Morris for the incomplete beta function [didonato1992], summed by
    Steed's rule. P(X > k) / P(X = k) is `below(n - k, n, q, p)`.

    >>> print(f"{below(*np.array([[2.0], [4.0], [0.5], [0.5]]))[0]:.15f}")  # (1 + 4) / 6
    0.833333333333333
    """
    a, b = n - k + 1.0, np.maximum(k, 1.0)
    drift = 1.0 + p - excess(k, n, p, q)
    above = drift < 0.1  # k above the mean: no tail, and no fraction for it
    drift = np.maximum(drift, 0.1)
    inverse = 1.0 / (a + 1.0)
    f = a * drift * inverse
    delta, d = f, np.zeros_like(f)
    for m in range(1, _TERMS + 1):
        u = q * inverse
        numerator = (a + (m - 1)) * (n + m) * (m * (b - m)) * (u * u)
        inverse = 1.0 / (a + (2 * m + 1))
        denominator = m + m * (b - m) * u + (a + m) * (drift + m * (1.0 + p)) * inverse
        d = 1.0 / (denominator + numerator * d)
        delta = numerator * d if m == 1 else (denominator * d - 1.0) * delta
        f = f + delta
        if m % 4 == 0 and np.all(np.abs(delta) <= 1e-16 * f):
            break
    ratio = q * k / f
    slow = above | (np.abs(delta) > 1e-16 * f)
    if slow.any():
        ratio[slow] = _below_by_library(k[slow], n[slow], p[slow], q[slow])
    return ratio


def _below_by_library(k: Floats, n: Floats, p: Floats, q: Floats) -> Floats:
    tail = np.where(p <= q, betaincc(k, n - k + 1.0, p), betainc(n - k + 1.0, k, q))
    return np.asarray(tail * np.exp(-log_pmf(k, n, p, q)))
