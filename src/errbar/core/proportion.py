"""Approximate limits for a proportion in closed form: normal, Wilson, Agresti-Coull.

z is the normal quantile 1 - delta with its sign, so that delta > 1/2 gives upper limits below the observed mean.
"""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from errbar.core.arrays import Floats

_TINY = 1e-300


def normal_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """x + z sqrt(x (1 - x) / n).

    >>> float(normal_upper(np.array(0.3), np.array(10.0), np.array(0.5)))  # z = 0
    0.3
    """
    return np.asarray(x - ndtri(delta) * np.sqrt(x * (1.0 - x) / n))


def normal_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """x - z sqrt(x (1 - x) / n).

    >>> float(normal_lower(np.array(0.0), np.array(10.0), np.array(0.05)))  # zero width at k = 0
    0.0
    """
    return np.asarray(x + ndtri(delta) * np.sqrt(x * (1.0 - x) / n))


def wilson_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """(2x + A + z sqrt(z^2/n^2 + 4x(1-x)/n)) / (2 (1 + A)) with A = z^2 / n.

    >>> float(wilson_upper(np.array(0.0), np.array(10.0), np.array(0.5)))  # A / (1 + A) with A = 0
    0.0
    """
    return _wilson(x, n, -ndtri(delta))


def wilson_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """The other root of the same equation.

    >>> float(wilson_lower(np.array(0.0), np.array(10.0), np.array(0.05)))
    0.0
    """
    return _wilson(x, n, ndtri(delta))


def agresti_coull_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    """p + z sqrt(p (1 - p) / m) with m = n + z^2 and p = (k + z^2 / 2) / m.

    >>> float(agresti_coull_upper(np.array(0.5), np.array(10.0), np.array(0.5)))
    0.5
    """
    return _agresti_coull(x, n, -ndtri(delta))


def agresti_coull_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """p - z sqrt(p (1 - p) / m), the same p and m.

    >>> float(agresti_coull_lower(np.array(0.5), np.array(10.0), np.array(0.5)))
    0.5
    """
    return _agresti_coull(x, n, ndtri(delta))


def _wilson(x: Floats, n: Floats, z: Floats) -> Floats:
    a = z * z / n
    half = x + 0.5 * (a + np.sqrt(a * (a + 4.0 * x * (1.0 - x))))
    if np.all(z >= 0.0):
        return np.asarray(half / (1.0 + a))
    below: Floats = x * x / np.maximum(half, _TINY)  # product of the roots over the larger one: no cancellation
    if np.all(z < 0.0):
        return np.asarray(below)
    return np.where(z >= 0.0, half / (1.0 + a), below)


def _agresti_coull(x: Floats, n: Floats, z: Floats) -> Floats:
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
