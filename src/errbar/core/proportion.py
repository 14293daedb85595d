"""Approximate limits for a proportion in closed form: normal, Wilson, Agresti-Coull.

z is the normal quantile 1 - delta with its sign, so that delta > 1/2 gives upper limits below the observed mean; a
negative z gives the lower limit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.special import ndtri

from errbar.core.arrays import Floats

_TINY = 1e-300
Limit = Callable[[Floats, Floats, Floats], Floats]


def upper_and_lower(limit: Limit) -> tuple[Limit, Limit]:
    """(x, n, z) -> a limit, as the upper and the lower one of (x, n, delta).

    >>> upper, lower = upper_and_lower(normal)
    >>> float(upper(np.array(0.3), np.array(10.0), np.array(0.5)))  # z = 0
    0.3
    >>> float(lower(np.array(0.0), np.array(10.0), np.array(0.05)))  # zero width at k = 0
    0.0
    """

    def upper(x: Floats, n: Floats, delta: Floats) -> Floats:
        return limit(x, n, -ndtri(delta))

    def lower(x: Floats, n: Floats, delta: Floats) -> Floats:
        return limit(x, n, ndtri(delta))

    return upper, lower


def normal(x: Floats, n: Floats, z: Floats) -> Floats:
    """x + z sqrt(x (1 - x) / n)."""
    return np.asarray(x + z * np.sqrt(x * (1.0 - x) / n))


def wilson(x: Floats, n: Floats, z: Floats) -> Floats:
    """(2x + A + z sqrt(z^2/n^2 + 4x(1-x)/n)) / (2 (1 + A)) with A = z^2 / n: both roots of one equation."""
    a = z * z / n
    half = x + 0.5 * (a + np.sqrt(a * (a + 4.0 * x * (1.0 - x))))
    if np.all(z >= 0.0):
        return np.asarray(half / (1.0 + a))
    below: Floats = x * x / np.maximum(half, _TINY)  # product of the roots over the larger one: no cancellation
    if np.all(z < 0.0):
        return np.asarray(below)
    return np.where(z >= 0.0, half / (1.0 + a), below)


def agresti_coull(x: Floats, n: Floats, z: Floats) -> Floats:
    """p + z sqrt(p (1 - p) / m) with m = n + z^2 and p = (k + z^2 / 2) / m."""
    z2 = z * z
    m = n + z2
    p: Floats = (n * x + 0.5 * z2) / m
    half = np.abs(z) * np.sqrt(p * (1.0 - p) / m)
    if np.all(z >= 0.0):
        return np.asarray(p + half)
    below: Floats = p * (n * x - 0.5 * z2 + z2 * p) / (m * np.maximum(p + half, _TINY))  # p - half without cancellation
    if np.all(z < 0.0):
        return np.asarray(below)
    return np.where(z >= 0.0, p + half, below)


normal_upper, normal_lower = upper_and_lower(normal)
wilson_upper, wilson_lower = upper_and_lower(wilson)
agresti_coull_upper, agresti_coull_lower = upper_and_lower(agresti_coull)
