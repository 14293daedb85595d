"""Newton steps that never leave a bracket: for many equations at once, or for one that is costly."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats

Lanes = NDArray[np.intp]

_ROUNDS = 200
_FAR = 1e-6


def bracketed_newton(
    equation: Callable[[Floats, Lanes], tuple[Floats, Floats]], low: Floats, high: Floats, start: Floats
) -> Floats:
    """Root of each increasing equation in [low, high]; `equation(r, lanes)` gives values and slopes at r.

    A Newton step that would leave the bracket becomes a bisection, so a root is found whatever the curvature.

    >>> def square(r, lanes):
    ...     return r * r - 2.0, 2.0 * r
    >>> float(bracketed_newton(square, np.array([0.0]), np.array([4.0]), np.array([4.0]))[0]) == 2**0.5
    True
    """
    low, high, r = low.copy(), high.copy(), start.copy()
    lanes = np.flatnonzero(low < high)
    for _ in range(_ROUNDS):
        here = r[lanes]
        value, slope = equation(here, lanes)
        low[lanes] = np.where(value <= 0.0, here, low[lanes])
        high[lanes] = np.where(value >= 0.0, here, high[lanes])
        step = np.divide(value, slope, out=np.full(here.shape, np.inf), where=slope > 0.0)
        there = here - step
        inside = (there >= low[lanes]) & (there <= high[lanes])
        r[lanes] = there = np.where(inside, there, _middle(low[lanes], high[lanes]))
        small = np.abs(there - here) <= 1e-10 * np.minimum(there, 1.0 - there) + 2e-16 * there
        lanes = lanes[~(small & inside) & (low[lanes] < high[lanes])]
        if not lanes.size:
            break
    return r


def _middle(low: Floats, high: Floats) -> Floats:
    """Of ends that are far apart by their sizes, in the middle of those: a root of 1e-200 is not reached by halves."""
    far = (low > 0.0) & (low < _FAR * high)
    return np.where(far, np.sqrt(low) * np.sqrt(high), 0.5 * (low + high))


def bracketed_root(equation: Callable[[float], tuple[float, float]], start: float) -> float:
    """Root in [0, 1] of one increasing equation, costly to evaluate; `equation(m)` gives value and slope.

    >>> round(bracketed_root(lambda m: (m * m - 0.25, 2.0 * m), 0.9), 15)
    0.5
    """
    low, high, m = 0.0, 1.0, start
    for _ in range(_ROUNDS):
        value, slope = equation(m)
        low, high = (m, high) if value < 0.0 else (low, m)
        there = m - value / slope if slope > 0.0 else inf
        inside = low <= there <= high
        there = there if inside else 0.5 * (low + high)
        step, m = abs(there - m), there
        if (inside and step <= 1e-11 * m) or high - low <= 2e-16 * high:
            break
    return m
