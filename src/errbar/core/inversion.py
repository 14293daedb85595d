"""Intervals by inversion: how far a test goes on accepting."""

from __future__ import annotations

from collections.abc import Callable


def last_accepted(accepts: Callable[[float], bool], inside: float, beyond: float) -> float:
    """The value farthest from `inside` towards `beyond` that is still accepted, to the last digit.

    `inside` counts as accepted; what is rejected stays rejected further out.

    >>> last_accepted(lambda x: x <= 0.5, 0.0, 1.0)
    0.5
    """
    while True:
        middle = (inside + beyond) / 2
        if middle in (inside, beyond):
            return inside
        if accepts(middle):
            inside = middle
        else:
            beyond = middle
