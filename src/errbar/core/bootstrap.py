"""Bootstrap of test items, or of whole clusters of them, with the models held fixed: bias-corrected and accelerated.

The same seed gives the same draws; units are put into a fixed order first, so the order of the rows does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, copysign, inf, isfinite

import numpy as np
from scipy.special import ndtr, ndtri

from errbar.check import Alternative
from errbar.core.arrays import Floats, Indices
from errbar.core.student import Student, share_outside

MOST_DRAWS = 1_000_000  # by then other draws change nothing that is printed
_CELLS = 1_000_000  # random numbers held at a time
_BLOCKS = 200  # a longer jackknife leaves out blocks of units
Done = Callable[[int], None]


def n_calls(n: int, n_draws: int) -> int:
    """How often `bca_of_metric` works out a draw, or what is left of the units."""
    return n_draws + (min(n, _BLOCKS) if n > 1 else 0)


@dataclass(frozen=True, slots=True, eq=False)
class BCa:
    """Bias-corrected and accelerated bootstrap [efron1987]; p-values by inversion, with one draw added [davison1997].

    Parameters
    ----------
    estimate : the metric on all items.
    draws : the metric on every bootstrap sample, sorted.
    bias, acceleration : z_0 and a.
    """

    estimate: float
    draws: Floats
    bias: float
    acceleration: float

    @property
    def se(self) -> float:
        return 0.0 if self.draws[0] == self.draws[-1] else float(self.draws.std(ddof=1))

    @property
    def is_flat(self) -> bool:
        """Whether hardly any draw differs from the estimate, so that they do not say how it varies."""
        near = np.abs(self.draws - self.estimate) <= 1e-12 * max(1.0, abs(self.estimate))  # but for rounding
        return bool(near.mean() >= 0.9)

    @property
    def df(self) -> None:
        return None

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        """The null hypotheses that `test` does not reject; infinite where there are too few draws to tell."""
        if self.se == 0.0:
            return Student(self.estimate, 0.0, inf).interval(confidence_level, alternative)
        outside = share_outside(confidence_level, alternative)
        low = -inf if alternative == "less" else self._edge(outside, self.bias, self.acceleration, self.draws)
        high = (
            inf if alternative == "greater" else -self._edge(outside, -self.bias, -self.acceleration, -self.draws[::-1])
        )
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        if self.se == 0.0:
            return None, Student(self.estimate, 0.0, inf).test(null, alternative)[1]
        above = self._tail(int((self.draws <= null).sum()), self.bias, self.acceleration)
        below = self._tail(int((self.draws >= null).sum()), -self.bias, -self.acceleration)
        if alternative == "two-sided":
            return None, min(1.0, 2.0 * min(above, below))
        return None, above if alternative == "greater" else below

    def _edge(self, outside: float, bias: float, acceleration: float, draws: Floats) -> float:
        """The draw at the BCa-adjusted level, counted so that `test` agrees."""
        level = float(ndtr(bias + _stretched(bias + float(ndtri(outside)), acceleration)))
        place = ceil(level * (draws.size + 1) - 1.0 - 1e-9)
        return float(draws[min(place, draws.size) - 1]) if place >= 1 else -inf

    def _tail(self, count: int, bias: float, acceleration: float) -> float:
        """One-sided p-value from how many draws lie at or beyond the null hypothesis."""
        beyond = float(ndtri((count + 1) / (self.draws.size + 1))) - bias
        return float(ndtr(_stretched(beyond, -acceleration) - bias))


def _stretched(shifted: float, acceleration: float) -> float:
    """How far out `shifted` is with an acceleration: endlessly far from its pole on, on the side it was on."""
    below = 1.0 - acceleration * shifted
    return shifted / below if below > 0.0 and isfinite(shifted) else copysign(inf, shifted)


def bca_of_mean(sums: Floats, sizes: Floats, n_draws: int, seed: int) -> BCa:
    """For a mean: one sum and one size per unit (an item has size 1).

    >>> r = bca_of_mean(np.arange(10.0), np.ones(10), 2000, 0)
    >>> low, high = r.interval(0.95, "two-sided")
    >>> bool(2 < low < r.estimate == 4.5 < high < 7)
    True
    """
    sign = -1.0 if _is_mirrored(sums) else 1.0  # a - b and b - a draw the same units
    order = np.lexsort((sizes, sign * sums))
    sums, sizes = sign * sums[order], sizes[order]
    rng, n = np.random.default_rng(seed), sums.size
    equal = bool((sizes == sizes[0]).all())
    draws = np.empty(n_draws)
    step = max(1, _CELLS // n)
    for start in range(0, n_draws, step):
        chosen = rng.integers(0, n, (min(step, n_draws - start), n))
        below = sizes[0] * n if equal else sizes[chosen].sum(axis=1)
        draws[start : start + chosen.shape[0]] = sums[chosen].sum(axis=1) / below
    if equal and np.array_equal(np.sort(sums), np.sort(-sums)):  # its own mirror image: so are its draws
        half = n_draws // 2
        draws[half:] = np.append(-draws[:half], np.zeros(n_draws - 2 * half))
    estimate = float(sums.sum() / sizes.sum())
    left_out = (sums.sum() - sums) / (sizes.sum() - sizes) if n > 1 else np.array([estimate])
    return _bca(sign * estimate, sign * draws, sign * left_out)


def _is_mirrored(sums: Floats) -> bool:
    """Of a series and its mirror image just one is: by its total, or where that is 0 by its smallest values."""
    total = float(sums.sum())
    apart = np.sort(sums) - np.sort(-sums) if total == 0.0 else np.zeros(1)
    return total < 0.0 or bool(np.append(apart[apart != 0.0], 0.0)[0] > 0.0)


def bca_of_metric(
    metric: Callable[[Indices], float], units: Sequence[Indices], n_draws: int, seed: int, *, done: Done | None = None
) -> BCa:
    """For any metric of a choice of rows; `units` lists the rows of each item or cluster, in a fixed order."""
    rng, n, everything = np.random.default_rng(seed), len(units), np.concatenate(list(units))
    single = everything.size == n

    def value(chosen: Indices) -> float:
        if done is not None:
            done(1)
        return metric(everything[chosen] if single else np.concatenate([units[u] for u in chosen.tolist()]))

    draws = np.array([value(rng.integers(0, n, n)) for _ in range(n_draws)])
    left_out = [value(np.setdiff1d(np.arange(n), block, assume_unique=True)) for block in _left_out(rng, n)]
    return _bca(metric(everything), draws, np.array(left_out or [0.0]))


def bca_of_weights(metric: Callable[[Floats], Floats], n: int, n_draws: int, seed: int) -> BCa:
    """The same draws, for a metric of rows of weights: how often each of `n` units was drawn."""
    rng, draws = np.random.default_rng(seed), np.empty(n_draws)
    step = max(1, _CELLS // n)
    for start in range(0, n_draws, step):
        count = min(step, n_draws - start)
        weights = np.empty((count, n))
        for row in weights:
            row[:] = np.bincount(rng.integers(0, n, n), minlength=n)
        draws[start : start + count] = metric(weights)
    blocks = _left_out(rng, n)
    weights = np.ones((len(blocks) + 1, n))
    for place, block in enumerate(blocks):
        weights[place, block] = 0.0
    *left_out, estimate = metric(weights).tolist()
    return _bca(estimate, draws, np.array(left_out or [0.0]))


def bca_of_kinds(metric: Callable[[Floats], Floats], sizes: Floats, n_draws: int, seed: int) -> BCa:
    """The same for items of few kinds, `sizes` of each: a sample is a draw from the multinomial law."""
    n = float(sizes.sum())
    draws = metric(np.random.default_rng(seed).multinomial(int(n), sizes / n, n_draws).astype(np.float64))
    *left_out, estimate = metric(np.vstack([sizes - np.eye(sizes.size), sizes])).tolist()
    return _bca(estimate, draws, np.array(left_out), sizes)


def _left_out(rng: np.random.Generator, n: int) -> list[Indices]:
    """The units that are left out together."""
    return np.array_split(rng.permutation(n), min(n, _BLOCKS)) if n > 1 else []


def _bca(estimate: float, draws: Floats, left_out: Floats, counts: Floats | None = None) -> BCa:
    """`left_out`: the estimates without one item or block, or without one of each kind, of which there are `counts`."""
    below = (draws < estimate).sum() + 0.5 * (draws == estimate).sum()
    mean = left_out.mean() if counts is None else counts @ left_out / counts.sum()
    squares, cubes = ((mean - left_out) ** power * (1.0 if counts is None else counts) for power in (2, 3))
    scale = float(squares.sum()) ** 1.5
    acceleration = float(cubes.sum()) / (6.0 * scale) if scale > 0 else 0.0
    return BCa(estimate, np.sort(draws), float(ndtri((below + 0.5) / (draws.size + 1))), acceleration)
