"""Every level of every factor with every other, on each of several splits: variance components by moments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import prod

from errbar.core.arrays import Floats
from errbar.core.mean_squares import MeanSquares

BETWEEN = " x "  # of the names of factors that go together
ON_SPLIT = ", on a split"  # what levels add beyond their mean over splits


def crossed_in_splits(
    means: Floats, factors: Sequence[str], test_noise: float, test_df: float
) -> tuple[MeanSquares, dict[str, dict[str, float]]]:
    r"""Splits x levels of each factor: mean squares, and each source in them.

    .. math:: E M_S = \sum_{T \supseteq S} \sigma_T^2 \prod_{i \notin T} n_i, \qquad
        \sigma_S^2 = \sum_{T \supseteq S} (-1)^{|T| - |S|} M_T \Big/ \prod_{i \notin S} n_i

    for every set S of factors, sigma_S^2 being what its levels add on one split. The same levels are taken on all
    splits, and part of what they add may be the same on all (one seed is one start of a network, whatever the data), so
    M_S stands for two mean squares: M_S = (M'_S + (J - 1) M''_S) / J over J splits, of the levels' means over splits
    and of what they add beyond them on each. Splits differ by the second alone. `test_noise`: variance of a split's
    mean that its finite test set explains, with `test_df` degrees of freedom.

    Examples
    --------
    Two splits, two seeds that differ by 2, two orders that differ by 1, and nothing else:

    >>> import numpy as np
    >>> one = np.array([[0.0, 1.0], [2.0, 3.0]])
    >>> found, sources = crossed_in_splits(np.stack([one, one]), ("seed", "order"), 0.0, 10.0)
    >>> {name: found.component(weights, 0.95).estimate for name, weights in sources.items()}
    {'seed': 2.0, 'order': 0.5, 'seed x order': 0.0, 'test items': 0.0, 'training data': 0.0}
    """
    n_splits, *sizes = means.shape
    every = [one for size in range(1, len(sizes) + 1) for one in combinations(range(len(sizes)), size)]
    names = {one: BETWEEN.join(factors[i] for i in one) for one in every}
    values: dict[str, float] = {}
    df: dict[str, float] = {}
    for one in every:
        effect, times, free = _effect(means, one), prod(sizes) / prod(sizes[i] for i in one), _free(one, sizes)
        shared = effect.mean(axis=0, keepdims=True)
        values[names[one]] = n_splits * times * float((shared**2).sum()) / free
        values[names[one] + ON_SPLIT] = times * float(((effect - shared) ** 2).sum()) / (free * (n_splits - 1))
        df |= {names[one]: free, names[one] + ON_SPLIT: free * (n_splits - 1)}
    centre = means.reshape(n_splits, -1).mean(axis=1)
    values |= {"split": prod(sizes) * float(centre.var(ddof=1)), "test items": test_noise}
    df |= {"split": n_splits - 1.0, "test items": test_df}
    sources = {names[one]: _weights(one, every, names, (n_splits, sizes)) for one in every}
    sources["test items"] = {"test items": 1.0}
    of_fits = {names[one] + ON_SPLIT: (-1.0) ** len(one) / prod(sizes) for one in every}
    sources["training data"] = {"split": 1.0 / prod(sizes), "test items": -1.0} | of_fits
    return MeanSquares(values, df), sources


def _effect(means: Floats, one: tuple[int, ...]) -> Floats:
    """What the levels of some factors add together, beyond what fewer of them do."""
    found: Floats = means.mean(axis=tuple(1 + i for i in range(means.ndim - 1) if i not in one), keepdims=True)
    for i in one:
        found = found - found.mean(axis=1 + i, keepdims=True)
    return found


def _free(one: tuple[int, ...], sizes: list[int]) -> float:
    return float(prod(sizes[i] - 1 for i in one))


def _weights(
    one: tuple[int, ...],
    every: list[tuple[int, ...]],
    names: dict[tuple[int, ...], str],
    counts: tuple[int, list[int]],
) -> dict[str, float]:
    """Of the mean squares of all sets that hold this one."""
    n_splits, sizes = counts
    others, found = prod(size for i, size in enumerate(sizes) if i not in one), {}
    for more in every:
        if set(one) <= set(more):
            weight = (-1.0) ** (len(more) - len(one)) / others
            found[names[more]] = weight / n_splits
            found[names[more] + ON_SPLIT] = weight * (1.0 - 1.0 / n_splits)
    return found
