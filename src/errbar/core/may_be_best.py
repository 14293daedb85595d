"""Who of many may be the best: each candidate against the one rival that other units picked.

One half of the units picks the rival of each candidate, the one with the smallest mean of all others; the other half
tests whether the candidate is worse than it. A test of one pair needs no correction for how many there were, whatever
their number and however many are equal [kim2025]. The halves are drawn several times, and swapped; twice the mean of
the p-values holds whatever they have in common [ruschendorf1982].
"""

from __future__ import annotations

import numpy as np
from scipy.special import stdtr

from errbar.core.arrays import Floats

HALVINGS = 10  # and each the other way round


def best_pvalues_of_many(sums: Floats, n_halvings: int, rng: np.random.Generator) -> Floats:
    """Of "no other candidate has a smaller mean", from sums of losses, candidates x independent units.

    >>> losses = np.random.default_rng(0).normal(size=(200, 100))
    >>> losses[0] -= 1.0
    >>> p = best_pvalues_of_many(losses, 5, np.random.default_rng(1))
    >>> bool(p[0] > 0.5), int((p < 0.05).sum())
    (True, 199)
    """
    k, n = sums.shape
    if k == 1:
        return np.ones(1)
    total = np.zeros(k)
    for _ in range(n_halvings):
        drawn = rng.permutation(n)
        halves = drawn[: n // 2], drawn[n // 2 :]
        for picks, tests in (halves, halves[::-1]):
            seen = sums[:, picks].mean(axis=1)
            first, second = np.argpartition(seen, 1)[:2]
            rival = np.full(k, first)
            rival[first] = second
            gap = sums[:, tests] - sums[rival][:, tests]
            error = np.sqrt(gap.var(axis=1, ddof=1) / tests.size)
            mean = gap.mean(axis=1)
            t = mean / np.where(error > 0, error, 1.0)
            signs = np.where(mean > 0, 0.5**tests.size, 1.0)  # where nothing varied: the test of signs
            total += np.where(error > 0, stdtr(tests.size - 1, -t), signs)
    return np.asarray(np.minimum(1.0, total / n_halvings))
