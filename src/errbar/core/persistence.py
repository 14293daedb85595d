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
    chosen), by up to a factor of 2 less.

    Parameters
    ----------
    whole : (J, n2), the splits of all n examples.
    halves : (M, 2, J', n2), the splits inside halves of `half` examples.

    >>> tests, half_tests = np.array([[0, 1], [1, 2]]), np.array([[[[0, 1], [1, 2]], [[3, 4], [4, 5]]]])
    >>> losses, half_losses = np.array([[1.0, 0], [0.5, 1]]), np.array([[[[1.0, 0], [0.8, 1]], [[0, 1.0], [1, 0]]]])
    >>> round(persistence((tests, losses), (half_tests, half_losses), 6, 3), 4)  # 0.125 / (0.32 / 2) * 6 / 3
    1.5625
    """
    all_data = _disagreement(*whole)
    number = np.arange(halves[0].shape[0] * 2).reshape(-1, 2, 1, 1)
    inside = _disagreement(halves[0] + n * number, halves[1])  # an example counts anew in every half
    if all_data is None or not inside:
        return 1.0
    return float(np.clip(all_data / inside * n / half, 1.0, MOST))


def _disagreement(tests: Indices, losses: Floats) -> float | None:
    """Variance of an example's losses between the splits that test it, pooled; None where none is tested twice."""
    where, values = tests.ravel(), losses.ravel()
    count = np.bincount(where)
    freedom = int(np.maximum(count - 1, 0).sum())
    if freedom == 0:
        return None
    mean = np.bincount(where, values) / np.maximum(count, 1)
    return float(((values - mean[where]) ** 2).sum()) / freedom
