"""Reference arithmetic in 50 digits: how far a limit found in double precision is from the true one.

Each function evaluates the defining equation at the limit itself and divides the gap by the slope, so the answer is
the relative error of the limit, whatever road led there.
"""

from __future__ import annotations

import mpmath as mp

DIGITS = 50
FINE = mp.mpf(10) ** -30


def _log_term(k, n, p, q):
    choose = mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
    return choose + (k * mp.log(p) if k else 0) + ((n - k) * mp.log(q) if n > k else 0)


def lower_tail(k, n, p, q, share=1, weight=None):
    """Sum of w(i) P(X = i) over i < k, plus share w(k) P(X = k); w is 1 unless given."""
    w = weight or (lambda _: mp.mpf(1))
    term = mp.exp(_log_term(k, n, p, q))
    total = share * term * w(k)
    for i in range(k, 0, -1):
        term *= q * i / (p * (n - i + 1))
        total += term * w(i - 1)
        if term * w(i - 1) < FINE * total and q * i < p * (n - i + 1):
            break
    return total


def upper_tail(k, n, p, q, share=1, weight=None):
    """The same over i > k."""
    return lower_tail(n - k, n, q, p, share, None if weight is None else lambda i: weight(n - i))


def tail_root_error(k, n, delta, p, *, lower, share=1):
    """Relative error of p as the root of (lower or upper tail of Bin(n, p) at k) = delta."""
    with mp.workdps(DIGITS):
        p, delta = mp.mpf(p), mp.mpf(delta)
        q = 1 - p
        tail = (lower_tail if lower else upper_tail)(k, n, p, q, share)
        at_k = mp.exp(_log_term(k, n, p, q))
        inward, outward = (n - k) / q, k / p
        slope = at_k * (share * inward + (1 - share) * outward if lower else share * outward + (1 - share) * inward)
        return float(abs((tail - delta) / slope / p))


def kl(x, p):
    first = x * mp.log(x / p) if x else mp.mpf(0)
    return first + ((1 - x) * mp.log((1 - x) / (1 - p)) if x < 1 else 0)


def kl_root_error(x, c, p):
    """Relative error of p as a root of kl(x, p) = c."""
    with mp.workdps(DIGITS + 330):
        x, c, p = mp.mpf(x), mp.mpf(c), mp.mpf(p)
        if p == x:  # the true root is nearer than the next double
            return float(mp.sqrt(2 * c * (1 - x) / x))
        return float(abs((kl(x, p) - c) * p * (1 - p) / (p - x) / p))


def beta_tail(a, b, x):
    """Regularised incomplete beta function I_x(a, b) by its classical continued fraction."""
    a, b = mp.mpf(a), mp.mpf(b)
    scale = mp.exp(a * mp.log(x) + b * mp.log(1 - x) - mp.log(a) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b))
    c, d = mp.mpf(1), 1 / (1 - (a + b) * x / (a + 1))
    h = d
    for m in range(1, 10**5):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d, c = 1 / (1 + even * d), 1 + even / c
        h *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = 1 / (1 + odd * d), 1 + odd / c
        h *= d * c
        if abs(d * c - 1) < FINE:
            return scale * h
    raise ArithmeticError("the continued fraction did not settle")


def beta_quantile_error(a, b, delta, p, *, upper):
    """Relative error of p as the point beyond (or below) which Beta(a, b) holds delta."""
    with mp.workdps(DIGITS):
        a, b, p, delta = mp.mpf(a), mp.mpf(b), mp.mpf(p), mp.mpf(delta)
        if delta > 0.5:
            delta, upper = 1 - delta, not upper
        tail = beta_tail(b, a, 1 - p) if upper else beta_tail(a, b, p)
        logs = (a - 1) * mp.log(p) + (b - 1) * mp.log(1 - p) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b)
        return float(abs((tail - delta) / mp.exp(logs) / p))


def bentkus_error(s, n, delta, r, *, lower):
    """Relative error of r as the Bentkus limit for sum s; the best j is found by bisection on the binomial law."""
    with mp.workdps(DIGITS):
        s, delta, r = mp.mpf(s), mp.mpf(delta), mp.mpf(r)
        p, q = (1 - r, r) if lower else (r, 1 - r)
        s = n - s if lower else s
        small = delta <= 0.5
        low, high = int(mp.floor(s)) + 1, n
        while low < high:
            j = (low + high) // 2
            if small:  # the median of B is within 1 of its mean
                beyond = j > n * p + 1 or lower_tail(j, n, p, q) >= delta
            else:
                beyond = j > n * p - 1 and upper_tail(j, n, p, q, 0) <= 1 - delta
            low, high = (low, j) if beyond else (j + 1, high)
        j = low
        if small:
            excess = lower_tail(j, n, p, q, 1, lambda i: j - i)
            slope = n * lower_tail(j - 1, n - 1, p, q)
        else:
            excess = j - n * p + upper_tail(j, n, p, q, 1, lambda i: i - j)
            slope = n * (1 - upper_tail(j - 1, n - 1, p, q, 0))
        return float(abs((excess - delta * (j - s)) / slope / r))
