"""Many proposals judged on the same items: the level at each look, so that all looks together keep one error rate.

A level must not depend on what was seen, but for which proposals were kept; else the looks that follow are chosen by
what the items happen to be like.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc

from errbar.core.arrays import Floats

MOST_LOOKS = 100_000


def even_level(alpha: float, looks: int) -> float:
    """The same at each of so many looks: their sum is alpha, whatever the proposals have to do with each other.

    >>> even_level(0.05, 500)
    0.0001
    """
    return alpha / looks


@cache
def _falling(looks: int) -> Floats:
    """Shares of alpha that fall from look to look as 1 / (t ln(t + 1)^2), of sum 1 [ramdas2017]."""
    t = np.arange(1.0, looks + 1.0)
    shares = 1.0 / (t * np.log1p(t) ** 2)
    return np.asarray(shares / shares.sum())


def falling_level(alpha: float, looks: int, look: int) -> float:
    """The level at look 1, 2, ...: more at the beginning, and the same sum."""
    return alpha * float(_falling(looks)[look - 1])


def invested_level(alpha: float, looks: int, look: int, kept: Sequence[int]) -> float:
    """LORD++: every keep earns level for the looks after it; `kept` are the looks that kept something [ramdas2017].

    It bounds the expected share of false keeps among all keeps, not the chance of one.
    """
    start = alpha / 2.0
    shares = _falling(looks)
    level = start * shares[look - 1]
    for number, at in enumerate(kept):
        if at < look:
            level += ((alpha - start) if number == 0 else alpha) * shares[look - at - 1]
    return float(level)


def sign_pvalue(better: NDArray[np.int64] | int, worse: NDArray[np.int64] | int) -> Floats:
    """Chance of so many items or more for the new model among those that only one gets right: exact at every level.

    >>> print(sign_pvalue(8, 1), sign_pvalue(0, 0))
    0.01953125 1.0
    """
    better, both = np.asarray(better), np.asarray(better) + np.asarray(worse)
    return np.where(better > 0, bdtrc(np.maximum(better - 1, 0), both, 0.5), 1.0)


def fewest_better(level: float, most: int) -> int | None:
    """Items that a new model must win, losing none, to be kept at this level; None where there are not so many.

    >>> fewest_better(0.05, 100), fewest_better(1e-4, 100), fewest_better(1e-4, 10)
    (5, 14, None)
    """
    needed = next((m for m in range(1, 1100) if 0.5**m <= level), None)
    return needed if needed is not None and needed <= most else None
