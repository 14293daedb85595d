"""A number and its interval inside what the number can be."""

from __future__ import annotations

from math import isnan
from typing import Any

from errbar.check import Range


def cut(ends: tuple[float, float], limits: Range) -> tuple[float, float]:
    """Both ends inside the limits; NaN, the ends of an empty interval, stays as it is.

    >>> cut((-0.1, 0.2), (0.0, 1.0))
    (0.0, 0.2)
    """
    low, high = map(float, ends)
    return min(max(low, limits[0]), limits[1]), min(max(high, limits[0]), limits[1])


def inside(estimate: float, ends: tuple[float, float], limits: Range) -> tuple[float, float, float, dict[str, Any]]:
    """Estimate, low and high inside the limits; and by name what they were, where they reached beyond.

    >>> inside(0.05, (-0.1, 0.2), (0.0, 1.0))
    (0.05, 0.0, 0.2, {'unclipped': [-0.1, 0.2]})
    """
    low, high = cut(ends, limits)
    kept, before = min(max(estimate, limits[0]), limits[1]), dict[str, Any]()
    if (low, high) != tuple(ends) and not isnan(low):
        before["unclipped"] = list(ends)
    if kept != estimate:
        before["unclipped_estimate"] = estimate
    return kept, low, high, before
