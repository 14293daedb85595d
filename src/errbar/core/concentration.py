"""Limits for the mean of losses in [0, 1] that hold for every law: closed forms, values not yet clipped to [0, 1].

x: mean loss; n: number of losses; e = ln(1/delta); V: unbiased variance (divisor n - 1).
"""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Floats

LARGEST = 1e250  # of a variance: above it a limit is 1 anyway


def quadratic_upper(q: Floats, a: Floats, v: Floats | float = 0.0) -> Floats:
    r"""Larger root of (L - q)^2 = v + L (1 - L) / a, for 0 <= q <= 1.

    .. math:: cq + w/2 + \sqrt{w^2/4 + w c q (1-q) + v c}, \quad w = 1/(1+a), \ c = a/(1+a)

    >>> float(quadratic_upper(np.array(0.0), np.array(3.0)))  # 1 / (1 + a)
    0.25
    """
    w = 1.0 / (1.0 + a)
    c = 1.0 - w  # exactly complementary, so that q = 1 gives 1
    return np.asarray(c * q + (0.5 * w + np.sqrt(0.25 * w * w + c * (w * (q * (1.0 - q)) + v))))


def quadratic_lower(q: Floats, a: Floats, v: Floats | float = 0.0) -> Floats:
    """The other root of that equation, from the product of the two: no cancellation.

    >>> float(quadratic_lower(np.array(1.0), np.array(3.0)))  # a / (1 + a)
    0.75
    """
    return np.asarray(a / (1.0 + a) * (q * q - v) / quadratic_upper(q, a, v))


def chebyshev_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """Larger root of (L - x)^2 = L (1 - L) / (n delta).

    >>> float(chebyshev_upper(np.array(0.0), np.array(10.0), np.array(0.1)))  # 1 / (1 + n delta)
    0.5
    """
    return quadratic_upper(x, n * delta)


def chebyshev_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """Smaller root of the same equation: both limits hold together at delta.

    >>> float(chebyshev_lower(np.array(1.0), np.array(10.0), np.array(0.1)))
    0.5
    """
    return quadratic_lower(x, n * delta)


def cantelli_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """Larger root of (L - x)^2 = L (1 - L) (1 - delta) / (n delta).

    >>> float(cantelli_upper(np.array(0.0), np.array(3.0), np.array(0.5)))  # 1 / (1 + 3)
    0.25
    """
    return quadratic_upper(x, n * (delta / (1.0 - delta)))


def cantelli_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """Smaller root of the same equation; each limit holds alone at delta.

    >>> float(cantelli_lower(np.array(1.0), np.array(3.0), np.array(0.5)))
    0.75
    """
    return quadratic_lower(x, n * (delta / (1.0 - delta)))


def guttman_upper(x: Floats, n: Floats, delta: Floats, variance: Floats) -> Floats:
    """Larger root of (L - x)^2 = V/n + L (1 - L) sqrt(2 / (delta n (n - 1))); 1 for n = 1.

    >>> float(guttman_upper(np.array(0.0), np.array(2.0), np.array(0.25), np.array(0.0)))  # A = 2
    0.6666666666666666
    """
    return quadratic_upper(x, np.sqrt(delta) * np.sqrt(0.5 * n * (n - 1.0)), variance / n)


def guttman_lower(x: Floats, n: Floats, delta: Floats, variance: Floats) -> Floats:
    """Smaller root of the same equation: both limits hold together at delta.

    >>> float(guttman_lower(np.array(1.0), np.array(2.0), np.array(0.25), np.array(0.0)))
    0.3333333333333333
    """
    return quadratic_lower(x, np.sqrt(delta) * np.sqrt(0.5 * n * (n - 1.0)), variance / n)


def guttman_sharp_upper(x: Floats, n: Floats, delta: Floats, variance: Floats) -> Floats:
    """Guttman's limit with (1 - delta) / delta in place of 1 / delta.

    >>> float(guttman_sharp_upper(np.array(0.0), np.array(2.0), np.array(0.5), np.array(0.0)))  # A = 1
    0.5
    """
    return guttman_upper(x, n, delta / (1.0 - delta), variance)


def guttman_sharp_lower(x: Floats, n: Floats, delta: Floats, variance: Floats) -> Floats:
    """Smaller root of the same equation: both limits hold together at delta.

    >>> float(guttman_sharp_lower(np.array(1.0), np.array(2.0), np.array(0.5), np.array(0.0)))
    0.5
    """
    return guttman_lower(x, n, delta / (1.0 - delta), variance)


def bernstein_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """Root of L = x + sqrt(2 e L (1 - L) / n) + e / (3n); 1 where x + e / (3n) >= 1.

    >>> float(bernstein_upper(np.array(1.0), np.array(10.0), np.array(0.05)))
    1.0
    """
    e = -np.log(delta)
    return quadratic_upper(np.minimum(x + e / (3.0 * n), 1.0), n / (2.0 * e))


def bernstein_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """Root of L = x - sqrt(2 e L (1 - L) / n) - e / (3n); 0 where x <= e / (3n).

    >>> float(bernstein_lower(np.array(0.0), np.array(10.0), np.array(0.05)))
    0.0
    """
    e = -np.log(delta)
    return quadratic_lower(np.maximum(x - e / (3.0 * n), 0.0), n / (2.0 * e))


def maurer_pontil_upper(x: Floats, n: Floats, delta: Floats, variance: Floats) -> Floats:
    """x + sqrt(2 V l / n) + 7 l / (3 (n - 1)) with l = ln(2 / delta); 1 for n = 1.

    >>> float(maurer_pontil_upper(np.array(0.0), np.array(8.0), np.array(2 / np.e), np.array(0.0)))  # 7 / 21
    0.3333333333333333
    """
    return np.where(n > 1.0, x + _maurer_pontil_width(n, delta, variance), 1.0)


def maurer_pontil_lower(x: Floats, n: Floats, delta: Floats, variance: Floats) -> Floats:
    """x minus the same width; 0 for n = 1.

    >>> float(maurer_pontil_lower(np.array(1.0), np.array(8.0), np.array(2 / np.e), np.array(0.0)))
    0.6666666666666667
    """
    return np.where(n > 1.0, x - _maurer_pontil_width(n, delta, variance), 0.0)


def maurer_pontil_sharp_upper(x: Floats, n: Floats, delta: Floats, variance: Floats) -> Floats:
    """x + sqrt(2 V l / n) + 2 l / sqrt(n (n - 1)) + l / (3n) with l = ln(2 / delta); 1 for n = 1.

    >>> round(float(maurer_pontil_sharp_upper(*np.array([0.0, 9.0, 2 / np.e, 0.0]))), 12)  # 2 / sqrt(72) + 1 / 27
    0.272739297433
    """
    return np.where(n > 1.0, x + _maurer_pontil_sharp_width(n, delta, variance), 1.0)


def maurer_pontil_sharp_lower(x: Floats, n: Floats, delta: Floats, variance: Floats) -> Floats:
    """x minus the same width; 0 for n = 1.

    >>> round(float(maurer_pontil_sharp_lower(*np.array([1.0, 9.0, 2 / np.e, 0.0]))), 12)
    0.727260702567
    """
    return np.where(n > 1.0, x - _maurer_pontil_sharp_width(n, delta, variance), 0.0)


def _maurer_pontil_width(n: Floats, delta: Floats, variance: Floats) -> Floats:
    twice = np.log(2.0) - np.log(delta)
    return np.asarray(np.sqrt(2.0 * variance * twice / n) + 7.0 * twice / (3.0 * np.maximum(n - 1.0, 1.0)))


def _maurer_pontil_sharp_width(n: Floats, delta: Floats, variance: Floats) -> Floats:
    twice = np.log(2.0) - np.log(delta)
    variance = np.minimum(variance, LARGEST)
    last = 2.0 * twice / np.sqrt(n * np.maximum(n - 1.0, 1.0)) + twice / (3.0 * n)
    return np.asarray(np.sqrt(2.0 * variance * twice / n) + last)


def chernoff_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """x + sqrt(2 x e / n) + 2 e / n.

    >>> float(chernoff_upper(np.array(0.5), np.array(4.0), np.array(1 / np.e)))  # 1/2 + 1/2 + 1/2
    1.5
    """
    a = -np.log(delta) / n
    return np.asarray(x + np.sqrt(2.0 * x * a) + 2.0 * a)


def chernoff_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """x - sqrt(2 x e / n): not the mirror image of the upper limit.

    >>> round(float(chernoff_lower(np.array(0.5), np.array(16.0), np.array(1 / np.e))), 12)  # 1/2 - 1/4
    0.25
    """
    return np.asarray(np.sqrt(x) * (np.sqrt(x) - np.sqrt(-2.0 * np.log(delta) / n)))


def chernoff_tight_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """x + e/n + sqrt((e/n)^2 + 2 x e/n), the exact inverse of the bound behind `chernoff_upper`.

    >>> float(chernoff_tight_upper(np.array(0.0), np.array(4.0), np.array(1 / np.e)))  # 2 e / n
    0.5
    """
    a = -np.log(delta) / n
    return np.asarray(x + a + np.sqrt(a * (a + 2.0 * x)))


def chernoff_tight_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """The mirror image: x - e/n - sqrt((e/n)^2 + 2 (1 - x) e/n).

    >>> float(chernoff_tight_lower(np.array(1.0), np.array(4.0), np.array(1 / np.e)))
    0.5
    """
    a = -np.log(delta) / n
    return np.asarray(x - a - np.sqrt(a * (a + 2.0 * (1.0 - x))))


def hoeffding_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """x + sqrt(e / (2n)).

    >>> float(hoeffding_upper(np.array(0.25), np.array(8.0), np.array(1 / np.e)))  # 1/4 + 1/4
    0.5
    """
    return np.asarray(x + np.sqrt(-0.5 * np.log(delta) / n))


def hoeffding_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """x - sqrt(e / (2n)).

    >>> float(hoeffding_lower(np.array(0.75), np.array(8.0), np.array(1 / np.e)))
    0.5
    """
    return np.asarray(x - np.sqrt(-0.5 * np.log(delta) / n))
