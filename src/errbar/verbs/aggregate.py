"""`aggregate`: the verb. Training runs of models on many tasks -> interquartile means, profiles, improvement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from errbar.answers.aggregates import Aggregate, Aggregates
from errbar.check import check_count, check_finite, check_flag, check_level
from errbar.core.arrays import Floats
from errbar.core.bootstrap import MOST_DRAWS
from errbar.core.interquartile import Drawn, Tasks, bootstrap, drawn, improvement, interquartile_mean, pooled, profile
from errbar.errors import InputError, NeedsError
from errbar.plans.seed import RandomState, seed_from
from errbar.show.call import recorded
from errbar.types.datasets import Datasets

POINTS = 101  # of a profile, unless thresholds are given
DRAWS = 10_000
PROFILE_DRAWS = 2_000
FEW = 5  # runs


@recorded
def aggregate(
    datasets: Datasets,
    *,
    over_tasks: bool = False,
    thresholds: Sequence[float] | None = None,
    confidence_level: float = 0.95,
    n_draws: int = DRAWS,
    random_state: RandomState = None,
) -> Aggregates:
    """How good are models over many tasks, several training runs on each? Interquartile means and profiles.

    Parameters
    ----------
    datasets : of a table of runs, `Datasets.from_table(..., run=COL)`; the data sets are the tasks, and scores of
        different tasks must be on one scale (normalised).
    over_tasks : False draws runs anew within each task (stratified bootstrap): the intervals are for other runs on the
        same tasks. True draws tasks anew too: for other tasks like these; every model then needs as many runs of each
        task.
    thresholds : scores at which the profiles are told; 101 between the lowest and the highest if left out.
    confidence_level : of every interval (percentiles of the draws), each for itself.
    n_draws : of the bootstrap; 2,000 at most for the profiles.
    random_state : of the draws. None is 0 here: the same call gives the same answer twice.

    References: [agarwal2021].

    Examples
    --------
    >>> import errbar as eb
    >>> rows = [("pong", "a", 0, 0.9), ("pong", "a", 1, 0.8), ("pong", "b", 0, 0.5), ("pong", "b", 1, 0.7),
    ...         ("chess", "a", 0, 0.6), ("chess", "a", 1, 0.5), ("chess", "b", 0, 0.1), ("chess", "b", 1, 0.2)]
    >>> table = dict(zip(("task", "model", "seed", "score"), zip(*rows)))
    >>> data = eb.Datasets.from_table(table, dataset="task", model="model", run="seed", value="score",
    ...                               greater_is_better=True)
    >>> found = eb.aggregate(data)
    >>> print(f"{found.iqm['a'].estimate:.2f} {found.iqm['b'].estimate:.2f}")  # of .5 .6 .8 .9, and of .1 .2 .5 .7
    0.70 0.35
    """
    level, n_draws = check_level(confidence_level), check_count("n_draws", n_draws, 100, MOST_DRAWS)
    seed, over_tasks = 0 if random_state is None else seed_from(random_state), check_flag("over_tasks", over_tasks)
    if not isinstance(datasets, Datasets) or not datasets.runs:
        raise NeedsError("aggregate needs training runs on many tasks: eb.Datasets.from_table(..., run=COL) (--run).")
    by_model = {
        name: tuple(datasets.runs[task][i] for task in datasets.names) for i, name in enumerate(datasets.models)
    }
    if over_tasks and any(len({one.size for one in tasks}) > 1 for tasks in by_model.values()):
        raise NeedsError("over_tasks= needs as many runs of a model on every task.")
    points = _points(datasets, thresholds)
    asked = _Asked(level, n_draws, seed, over_tasks, datasets.greater_is_better)
    iqm, means, medians = (
        {name: asked.summed(tasks, of) for name, tasks in by_model.items()} for of in (_iqm, _mean, _median)
    )
    order = sorted(by_model, key=lambda name: ((-1 if asked.greater else 1) * iqm[name].estimate, name))
    return Aggregates(
        models=tuple(order),
        tasks=datasets.names,
        iqm={name: iqm[name] for name in order},
        mean={name: means[name] for name in order},
        median={name: medians[name] for name in order},
        improvement={(a, b): asked.improved(by_model[a], by_model[b]) for a, b in combinations(order, 2)},
        thresholds=points,
        profiles={name: asked.profiled(by_model[name], points) for name in order},
        n_runs={name: _counts(by_model[name]) for name in order},
        loss=datasets.loss,
        greater_is_better=asked.greater,
        confidence_level=level,
        notes=_notes(by_model, over_tasks),
    )


class _Asked:
    """What is asked of every model alike."""

    def __init__(self, level: float, n_draws: int, seed: int, over_tasks: bool, greater: bool) -> None:
        self.n_draws, self.seed, self.over_tasks, self.greater = n_draws, seed, over_tasks, greater
        self.ends = [(1.0 - level) / 2.0, (1.0 + level) / 2.0]

    def summed(self, tasks: Tasks, of: Callable[[Drawn], Floats]) -> Aggregate:
        estimate = float(of([one[None] for one in tasks])[0])
        low, high = np.quantile(bootstrap(tasks, of, self.n_draws, self.seed, self.over_tasks), self.ends)
        return Aggregate(estimate, min(float(low), estimate), max(float(high), estimate))

    def profiled(self, tasks: Tasks, points: Floats) -> tuple[Floats, Floats, Floats]:
        share = profile([one[None] for one in tasks], points, self.greater)[0]
        draws = bootstrap(
            tasks,
            lambda found: profile(found, points, self.greater),
            min(self.n_draws, PROFILE_DRAWS),
            self.seed,
            self.over_tasks,
        )
        low, high = np.quantile(draws, self.ends, axis=0)
        return share, np.minimum(low, share), np.maximum(high, share)

    def improved(self, first: Tasks, second: Tasks) -> Aggregate:
        estimate = float(improvement([one[None] for one in first], [one[None] for one in second], self.greater)[0])
        mine, other = (np.random.default_rng([self.seed, place]) for place in (1, 2))
        size = min(self.n_draws, PROFILE_DRAWS)
        draws = improvement(drawn(first, size, mine, False), drawn(second, size, other, False), self.greater)
        if self.over_tasks:
            draws = self._over_tasks(first, second, size)
        low, high = np.quantile(draws, self.ends)
        return Aggregate(estimate, min(float(low), estimate), max(float(high), estimate))

    def _over_tasks(self, first: Tasks, second: Tasks, size: int) -> Floats:
        """The same tasks are drawn for both."""
        rng = np.random.default_rng([self.seed, 3])
        shares = []
        for a, b in zip(first, second, strict=True):
            one = drawn([a], size, rng, False), drawn([b], size, rng, False)
            shares.append(improvement(*one, self.greater))
        table = np.stack(shares, axis=1)
        which = rng.integers(table.shape[1], size=table.shape)
        found: Floats = np.take_along_axis(table, which, axis=1).mean(axis=1)
        return found


def _iqm(found: Drawn) -> Floats:
    return interquartile_mean(pooled(found))


def _mean(found: Drawn) -> Floats:
    means: Floats = _task_means(found).mean(axis=1)
    return means


def _median(found: Drawn) -> Floats:
    middle: Floats = np.median(_task_means(found), axis=1)
    return middle


def _task_means(found: Drawn) -> Floats:
    return np.stack([one.mean(axis=1) for one in found], axis=1)


def _points(datasets: Datasets, thresholds: Sequence[float] | None) -> Floats:
    if thresholds is not None:
        points = check_finite("thresholds", thresholds)
        if points.ndim != 1 or not points.size:
            raise InputError("thresholds must be a list of finite numbers.")
        return np.sort(points)
    every = np.concatenate([one for runs in datasets.runs.values() for one in runs])
    return np.linspace(float(every.min()), float(every.max()), POINTS)


def _counts(tasks: Tasks) -> str:
    fewest, most = min(one.size for one in tasks), max(one.size for one in tasks)
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _notes(by_model: dict[str, tuple[Floats, ...]], over_tasks: bool) -> tuple[str, ...]:
    fewest = min(one.size for tasks in by_model.values() for one in tasks)
    notes = [
        "The intervals are for other runs on other tasks like these."
        if over_tasks
        else "The intervals are for other training runs on these same tasks, not for other tasks."
    ]
    if fewest == 1:
        notes.append("Some model has one run on a task: what other runs would give there is not in its interval.")
    elif fewest < FEW:
        notes.append(
            f"A bootstrap of {fewest} runs sees {fewest - 1}/{fewest} of their variance: the intervals are narrower "
            "than they should be."
        )
    if any(len({one.size for one in tasks}) > 1 for tasks in by_model.values()):
        notes.append("A task counts in the interquartile mean and the profile by its number of runs.")
    return tuple(notes)
