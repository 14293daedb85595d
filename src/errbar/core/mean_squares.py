"""Variance components by moments: sums of mean squares, with intervals that hold negative estimates too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.holes import HoleCosts, Known
from errbar.errors import InputError

DRAWS = 20_000
SEED = 20
LARGEST = 1e145  # of losses whose squares are added up


class Component(NamedTuple):
    """An unbiased estimate, which may be negative, and its interval, which is cut at 0."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MeanSquares:
    r"""Independent mean squares M_k with f_k degrees of freedom, f_k M_k / E M_k being chi-squared for normal effects.

    A component is :math:`\sum_k c_k M_k`. Its interval holds what :math:`\sum_k c_k f_k M_k / \chi^2_{f_k}` does
    (the generalised pivot, by draws from a fixed seed).

    Examples
    --------
    One mean square alone is the textbook's interval, f M / chi-squared:

    >>> found = MeanSquares({"a": 2.0}, {"a": 10}).component({"a": 1.0}, 0.95)
    >>> print(f"{found.estimate:g} {found.low:.1f} {found.high:.1f}")  # 20 / 20.483, 20 / 3.247
    2 1.0 6.2
    """

    values: Mapping[str, float]
    df: Mapping[str, float]

    def component(self, weights: Mapping[str, float], confidence_level: float) -> Component:
        estimate = sum(weight * self.values[name] for name, weight in weights.items())
        outside = (1.0 - confidence_level) / 2.0
        low, high = np.quantile(self._draws(weights), [outside, 1.0 - outside])
        return Component(estimate, max(float(low), 0.0), max(float(high), 0.0))

    def drawn(self, weights: Mapping[str, float], n: int) -> Floats:
        """What the component may well be: so many draws of the pivot, below 0 cut off."""
        return np.maximum(self._draws(weights)[:n], 0.0)

    def _draws(self, weights: Mapping[str, float]) -> Floats:
        over = _inverses(tuple(self.df.values()))  # the same for every component
        scaled = np.array([weights.get(name, 0.0) * value for name, value in self.values.items()])
        found: Floats = scaled @ over
        return found


@lru_cache(maxsize=4)
def _inverses(df: tuple[float, ...]) -> Floats:
    """Draws of f over chi-squared of f, one row for each f."""
    rng = np.random.default_rng(SEED)
    return np.array([f / rng.chisquare(f, DRAWS) for f in df])


def variance_df(values: Floats, n: int) -> float:
    """Degrees of freedom that the variance of n values is worth, with tails as long as these centred ones have.

    Examples
    --------
    >>> round(variance_df(np.random.default_rng(0).normal(size=100_000), 100), -1)  # normal values: about n
    100.0
    """
    square = float((values**2).mean())
    if square == 0.0:
        return float(n)
    return max(2.0 * n / max(float((values**4).mean()) / square**2 - 1.0, 1e-3), 1.0)


def crossed(
    cells: Floats, answers: Floats | None, squares: float, known: Known | None = None
) -> tuple[MeanSquares, dict[str, dict[str, float]]]:
    """Runs x items, with answers in each cell where there are several: mean squares, and each source in them.

    Cells with unlike numbers of answers count alike (unweighted means), which leaves the estimates unbiased. `known`:
    False where a cell is a hole that was filled; what it costs is taken off, and the estimates stay unbiased.
    """
    n_runs, n = cells.shape
    run_means, item_means, mean = cells.mean(axis=1), cells.mean(axis=0), cells.mean()
    left, cost = cells - run_means[:, None] - item_means + mean, HoleCosts.of(known)
    if float(np.abs(cells).max()) > LARGEST:
        raise InputError("The losses are too large to be squared: divide them by a common number.")
    values = {
        "run": n * float(((run_means - mean) ** 2).sum()) / (n_runs - 1),
        "item": n_runs * float(((item_means - mean) ** 2).sum()) / (n - 1),
        "cell": cost.left * float((left**2).sum()) / ((n_runs - 1) * (n - 1)),
    }
    df = {"run": n_runs - 1.0, "item": n - 1.0, "cell": max((n_runs - 1.0) * (n - 1.0) - cost.holes, 1.0)}
    sources = crossed_weights(n_runs, n)
    sources["run"]["cell"] *= cost.run
    sources["item"]["cell"] *= cost.item
    more = 0.0 if answers is None else float(answers.sum()) - answers.size
    if answers is not None and more > 0:
        values["answer"], df["answer"] = squares / more, more
        sources["run x item"] = {"cell": 1.0, "answer": -float((1.0 / answers).mean())}
        sources["answer"] = {"answer": 1.0}
    return MeanSquares(values, df), sources


def crossed_weights(n_runs: int, n: int) -> dict[str, dict[str, float]]:
    """Each source of a table of runs x items in its mean squares."""
    return {
        "run": {"run": 1.0 / n, "cell": -1.0 / n},
        "item": {"item": 1.0 / n_runs, "cell": -1.0 / n_runs},
        "run x item": {"cell": 1.0},
    }


def nested(
    means: Floats, test_noise: float, test_df: float, others: Mapping[str, Floats] | None = None
) -> tuple[MeanSquares, dict[str, dict[str, float]]]:
    """Splits x seeds: mean squares, and each source in them.

    The same seeds are taken on all splits, and what a seed adds may be the same on all: splits then differ by what it
    adds beyond that. `test_noise`: variance of a split's mean over seeds that its finite test set explains, with
    `test_df` degrees of freedom. `others`: source -> splits x levels of it, with all else as in the first seed.
    """
    n_splits, n_seeds = means.shape
    centre = means.mean(axis=1)
    values = {"split": n_seeds * float(centre.var(ddof=1)), "test items": test_noise}
    df, sources = {"split": n_splits - 1.0, "test items": test_df}, {}
    for name, one in {"seed": means, **(others or {})}.items():
        free, over = one.shape[1] - 1.0, one - one.mean(axis=1, keepdims=True)
        shared = over.mean(axis=0)
        values |= {name: n_splits * float((shared**2).sum()) / free}
        values |= {f"{name} on a split": float(((over - shared) ** 2).sum()) / (free * (n_splits - 1))}
        df |= {name: free, f"{name} on a split": free * (n_splits - 1)}
        sources[name] = {name: 1.0 / n_splits, f"{name} on a split": 1.0 - 1.0 / n_splits}
    sources["test items"] = {"test items": 1.0}
    sources["training data"] = {"split": 1.0 / n_seeds, "seed on a split": -1.0 / n_seeds, "test items": -1.0}
    return MeanSquares(values, df), sources
