"""The difference of two estimates from their two intervals: each end is as far from the estimate as both take it."""

from __future__ import annotations

from typing import Any

import numpy as np

from errbar.core.arrays import Floats

Ends = tuple[Any, Any, Any]  # estimate, low, high: numbers or arrays


def gap_ends(first: Ends, second: Ends, apart: bool = True) -> tuple[Floats, Floats]:
    r"""Limits of a - b from (estimate, low, high) of each.

    .. math:: d - \sqrt{(\hat a - l_a)^2 + (u_b - \hat b)^2}, \quad d + \sqrt{(u_a - \hat a)^2 + (\hat b - l_b)^2}

    For estimates that may depend on each other (`apart=False`) the distances are added, which is never too narrow.

    >>> low, high = gap_ends((0.5, 0.4, 0.7), (0.2, 0.1, 0.3))
    >>> print(f"{low:.4f} {high:.4f}")
    0.1586 0.5236
    """
    (a, low_a, high_a), (b, low_b, high_b) = first, second
    together = np.hypot if apart else np.add
    return a - b - together(a - low_a, high_b - b), a - b + together(high_a - a, b - low_b)


def largest_gap(ends: Ends, apart: bool = True) -> tuple[Floats, Floats]:
    """Limits of the largest difference between any two of the estimates (last axis), from those of all pairs together.

    It is no smaller than any pair's lower limit, and no larger than the largest upper one.
    """
    first, second = ([np.expand_dims(np.asarray(one), axis) for one in ends] for axis in (-1, -2))
    low, high = gap_ends(tuple(first), tuple(second), apart)  # type: ignore[arg-type]
    off = ~np.eye(low.shape[-1], dtype=bool)
    return np.maximum(low[..., off].max(axis=-1), 0.0), np.asarray(high[..., off].max(axis=-1))
