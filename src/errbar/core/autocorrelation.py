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


def order_seen(series: Floats) -> float | None:
    """The lag-one autocorrelation, where it is noticeable and no chance of the order; None otherwise.

    Up to 2000 values the test is by permutation: few and large values may well stand side by side.

    >>> order_seen(np.repeat([0.0, 1.0], 50)), order_seen(np.eye(60)[0] + np.eye(60)[1])
    (0.97, None)
    """
    found = float(lag_one(series[:, np.newaxis])[0])
    if series.size < 20 or found < noticeable(series.size):
        return None
    if series.size <= 2000:
        rng = np.random.default_rng(0)
        shuffled = rng.permuted(np.broadcast_to(series, (999, series.size)), axis=1)
        if (lag_one(shuffled.T) >= found - 1e-12).any():
            return None
    return found


def noticeable(n: int) -> float:
    """Four standard errors of the autocorrelation of independent rows, and never below 0.1."""
    return max(0.1, 4 / sqrt(n))
