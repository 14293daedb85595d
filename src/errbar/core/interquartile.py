"""Many runs on many tasks: interquartile mean, profile and chance of improvement, by a bootstrap within tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from errbar.core.arrays import Floats

CUT = 0.25  # of the scores at each end
_CELLS = 1 << 21  # scores held at a time

Tasks = Sequence[Floats]  # of each task the scores of the runs
Drawn = list[Floats]  # of each task draws x runs


def interquartile_mean(scores: Floats) -> Floats:
    """Mean of the middle half along the last axis: a quarter, rounded down, is cut off at each end.

    Examples
    --------
    >>> print(interquartile_mean(np.array([0.0, 1.0, 2.0, 100.0])))
    1.5
    """
    n = scores.shape[-1]
    cut = int(CUT * n)
    middle = np.partition(scores, (cut, n - cut - 1), axis=-1)[..., cut : n - cut]
    found: Floats = np.sort(middle, axis=-1).mean(axis=-1)  # sorted: a sum that does not hang on the order
    return found


def drawn(tasks: Tasks, n_draws: int, rng: np.random.Generator, over_tasks: bool) -> Drawn:
    """Runs drawn anew within each task; with `over_tasks` the tasks are drawn anew too."""
    if not over_tasks:
        return [one[rng.integers(one.size, size=(n_draws, one.size))] for one in tasks]
    table = np.stack(tasks)  # tasks x runs: as many runs of each
    runs = rng.integers(table.shape[1], size=(n_draws, *table.shape))
    which = rng.integers(table.shape[0], size=(n_draws, table.shape[0], 1))
    found = table[which, runs]
    return [found[:, i] for i in range(table.shape[0])]


def pooled(found: Drawn) -> Floats:
    """Draws x all scores."""
    return np.concatenate(found, axis=1)


def bootstrap(tasks: Tasks, of: Callable[[Drawn], Floats], n_draws: int, seed: int, over_tasks: bool = False) -> Floats:
    """`of` the scores of every draw, a block of draws at a time; `of` takes draws and gives a row for each."""
    rng = np.random.default_rng(seed)
    step = max(1, _CELLS // sum(one.size for one in tasks))
    blocks = [min(step, n_draws - start) for start in range(0, n_draws, step)]
    return np.concatenate([of(drawn(tasks, size, rng, over_tasks)) for size in blocks])


def profile(found: Drawn, thresholds: Floats, greater_is_better: bool) -> Floats:
    """Draws x thresholds: the share of runs that are better than each."""
    scores = np.sort(pooled(found), axis=1)
    n = scores.shape[1]
    side = "right" if greater_is_better else "left"
    below: Floats = np.stack([np.searchsorted(row, thresholds, side=side) for row in scores]) / n  # type: ignore[call-overload]
    return 1.0 - below if greater_is_better else below


def improvement(first: Drawn, second: Drawn, greater_is_better: bool) -> Floats:
    """Draws: the chance that a run of the first is better than one of the second, ties half, averaged over tasks."""
    shares = []
    for a, b in zip(first, second, strict=True):
        gap = a[:, :, None] - b[:, None, :]
        won = (gap > 0 if greater_is_better else gap < 0) + 0.5 * (gap == 0)
        shares.append(won.mean(axis=(1, 2)))
    found: Floats = np.mean(shares, axis=0)
    return found
