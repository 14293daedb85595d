"""How slowly a learner becomes stable: does its instability fall like 1/n from half the data to all, or not at all?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Tested = tuple[Indices, Floats]  # which examples, and their losses
MOST = 2.0  # instability that does not fall at all


def persistence(whole: Tested, halves: Tested, n: int, half: int) -> float:
    """The disagreement per share of data exchanged, at n over that in the halves; 1 (falls fast enough) to 2.

    Two splits of all the data differ in about n2/n of their training sets, two splits of a half in n2/h. Where models
    from such splits disagree about the same test examples as much for each part exchanged at n as in the halves, a
    variance measured on halves falls like 1/n; where they disagree more (stumps, shallow trees: another variable is
    chosen), by up to a factor of 2 less. What the ratio exceeds 1 by is shrunk by its own sampling error over examples
    (as James and Stein do), so that noise alone widens nothing.

    Parameters
    ----------
    whole : (J, n2), the splits of all n examples.
    halves : (M, 2, J', n2), the splits inside halves of `half` examples.

    >>> tests, half_tests = np.array([[0, 1], [1, 2]]), np.array([[[[0, 1], [1, 2]], [[0, 1], [1, 2]]]])
    >>> losses, half_losses = np.array([[1.0, 0], [0.5, 1]]), np.array([[[[1.0, 0], [0.4, 1]], [[1.0, 0], [0.4, 1]]]])
    >>> round(persistence((tests, losses), (half_tests, half_losses), 6, 5), 4)  # 0.125 / 0.08 * 6 / 5, one example
    1.875
    """
    squares, freedom = _disagreement(*whole, n)
    number = np.arange(halves[0].shape[0] * 2).reshape(-1, 2, 1, 1)
    half_squares, half_freedom = _disagreement(halves[0] + n * number, halves[1], n)  # anew in every half
    if not (squares.sum() > 0 and half_squares.sum() > 0):
        return 1.0
    at_n, at_half = squares.sum() / freedom.sum(), half_squares.sum() / half_freedom.sum()
    ratio = float(at_n / at_half * n / half)
    if ratio <= 1:
        return 1.0
    influence = (squares - at_n * freedom) / squares.sum() - (
        half_squares - at_half * half_freedom
    ) / half_squares.sum()
    error = ratio * float(np.sqrt((influence**2).sum()))
    return 1 + (min(ratio, MOST) - 1) * max(0.0, 1 - (error / (ratio - 1)) ** 2)


def _disagreement(tests: Indices, losses: Floats, n: int) -> tuple[Floats, Indices]:
    """For each example the squares of its losses about their mean over the splits that test it, and their freedom."""
    where, values = tests.ravel(), losses.ravel()
    groups = n * (int(where.max()) // n + 1)
    count = np.bincount(where, minlength=groups)
    mean = np.bincount(where, values, minlength=groups) / np.maximum(count, 1)
    squares = np.bincount(where, (values - mean[where]) ** 2, minlength=groups)
    return squares.reshape(-1, n).sum(axis=0), np.maximum(count - 1, 0).reshape(-1, n).sum(axis=0)
