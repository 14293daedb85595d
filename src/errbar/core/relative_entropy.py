"""Inverse of the binary relative entropy kl(x, p) in p: the sharpest bound Chernoff's method gives from a mean."""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.blocks import in_blocks

_NEAR_ZERO = 1e-100  # stands in for 0 inside the logarithms; moves no limit by more than itself


def hoeffding_kl_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """Largest p with kl(x, p) <= ln(1/delta) / n.

    >>> print(f"{hoeffding_kl_upper(*np.array([[0.0], [10.0], [0.05]]))[0]:.12f}")  # 1 - 0.05^(1/10)
    0.258865550893
    """
    return in_blocks(kl_upper, x, np.asarray(-np.log(delta) / n))


def hoeffding_kl_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """Smallest p with kl(x, p) <= ln(1/delta) / n.

    >>> print(f"{hoeffding_kl_lower(*np.array([[1.0], [10.0], [0.05]]))[0]:.12f}")  # 0.05^(1/10)
    0.741134449107
    """
    return in_blocks(kl_lower, x, np.asarray(-np.log(delta) / n))


def kl_upper(x: Floats, c: Floats) -> Floats:
    r"""Largest p with kl(x, p) <= c.

    .. math:: kl(x, p) = x \ln(x/p) + (1-x) \ln((1-x)/(1-p))

    Written p = x + (1-x)(1 - e^-t), so that no digit is lost at either end.

    >>> float(kl_upper(np.array(0.0), np.array(np.log(2.0))))  # 1 - e^-c
    0.5
    """
    y = 1.0 - x
    return np.asarray(x - y * np.expm1(-_distance(x, y, c)))


def kl_lower(x: Floats, c: Floats) -> Floats:
    """Smallest p with kl(x, p) <= c, written p = x e^-t: accurate down to the smallest double.

    >>> float(kl_lower(np.array(1.0), np.array(np.log(2.0))))  # e^-c
    0.5
    """
    return np.asarray(x * np.exp(-_distance(1.0 - x, x, c)))


def _distance(x: Floats, y: Floats, c: Floats) -> Floats:
    """The t >= 0 with y t - x log1p(y (1 - e^-t) / x) = c, where y = 1 - x.

    The left side f is convex and increasing with cheap derivatives, so each round is a fourth-order Householder
    step. The start is the second-order expansion at t = 0, cut by two upper bounds of t that are sharp for large c:
    f >= y (t - 1 + e^-t) and f >= y t + x ln x.
    """
    x, y = np.maximum(x, _NEAR_ZERO), np.maximum(y, _NEAR_ZERO)
    v = c / y
    t = np.sqrt(2.0 * x * v) + (1.0 + y) * v / 3.0
    t = np.minimum(t, v / 3.0 + np.sqrt(v) * np.sqrt(v / 9.0 + 2.0))
    t = np.minimum(t, v - x * np.log(x) / y)
    for _ in range(8):
        e = -np.expm1(-t)
        p = x + y * e
        rest = 1.0 - e
        slope = y * e / p
        r = (y * t - x * np.log1p(y * e / x) - c) / slope
        bend = x * rest / (e * p)  # f'' / f'
        twist = bend * (p + 2.0 * y * rest) / p  # -f''' / f'
        step = r * (1.0 - 0.5 * r * bend) / (1.0 - r * bend - r * r * twist / 6.0)
        t = t - step
        if np.all(np.abs(step) <= 1e-4 * t + 1e-15 * p):  # fourth order: the next step would be below rounding
            break
    return np.asarray(t)
