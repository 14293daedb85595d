"""How much neighbouring rows resemble each other."""

from __future__ import annotations

from math import sqrt

import numpy as np

from errbar.core.arrays import Floats

TOO_LARGE = 1e150


def lag_one(columns: Floats) -> Floats:
    """Lag-one autocorrelation of every column; 0 for a constant one.

    >>> lag_one(np.array([[1.0, 5.0], [-1.0, 5.0], [1.0, 5.0], [-1.0, 5.0]]))
    array([-0.75,  0.  ])
    """
    largest = np.abs(columns).max(axis=0, initial=0.0)
    columns = columns / np.where(largest > TOO_LARGE, largest, 1.0)  # else squares would overflow
    centred = columns - columns.mean(axis=0)
    squares = (centred**2).sum(axis=0)
    return np.where(squares > 0, (centred[1:] * centred[:-1]).sum(axis=0) / np.where(squares > 0, squares, 1.0), 0.0)


def noticeable(n: int) -> float:
    """Four standard errors of the autocorrelation of independent rows, and never below 0.1."""
    return max(0.1, 4 / sqrt(n))
