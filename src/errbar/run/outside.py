"""A drawn set and the rows outside it: the splits of the set as always, and their models' losses on the rest too.

A model that is judged outside is fitted once: its test set is made longer by the rows outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.plans.families import Explicit, Part, Split
from errbar.run.checked import Data
from errbar.run.losses import Loss, Score
from errbar.run.over_plan import evaluate
from errbar.types import Plan, Scores
from errbar.types.scores import split_means
from errbar.types.setup import Setup, Sharing


@dataclass(frozen=True, eq=False, slots=True)
class Reaching:
    """The splits of another part, tested on rows `of.n` to `n` as well, or on those only."""

    of: Part
    n: int
    only: bool = False

    @property
    def kind(self) -> str:
        return self.of.kind

    @property
    def n_trained(self) -> int:
        return self.of.n

    def __len__(self) -> int:
        return len(self.of)

    def draw(self, i: int) -> Split:
        return self._reach(self.of.draw(i))

    def walk(self, start: int = 0) -> Iterator[Split]:
        return map(self._reach, self.of.walk(start))

    def _reach(self, split: Split) -> Split:
        outside = np.arange(self.of.n, self.n)
        return split[0], outside if self.only else np.concatenate((split[1], outside))

    def sizes(self) -> tuple[Indices, Indices]:
        n_train, n_test = self.of.sizes()
        return n_train, (0 if self.only else 1) * n_test + self.n - self.of.n

    def labels(self) -> dict[str, Indices]:
        return self.of.labels()


@dataclass(frozen=True, eq=False, slots=True)
class Judged:
    """What one set gave.

    Parameters
    ----------
    scores : every model on every split of the set, parts in the order they were asked for.
    risks : models x splits, the mean loss outside; NaN where a split's models were not judged there.
    whole : models, the mean loss outside of each model trained on the whole set.
    seconds : one per split, all models: mean time of its kind of fit.
    """

    scores: Scores
    risks: Floats
    whole: Floats
    seconds: Floats


def take(data: Data, rows: Indices) -> Data:
    """Some rows, in this order."""
    from sklearn.utils import _safe_indexing

    groups = None if data.groups is None else data.groups[rows]
    return Data(_safe_indexing(data.X, rows), data.y[rows], groups, rows.size)


def judge_set(
    models: Mapping[str, Any],
    data: Data,
    n: int,
    metric: Loss | Score,
    *,
    parts: Sequence[Part],
    outside: Sequence[bool],
    seed: int,
    shared: Sharing = True,
) -> Judged:
    """Fit every model on every split of the first `n` rows; the rows after them are outside.

    Parameters
    ----------
    parts, outside : the splits, and for each part whether its models are judged outside too.
    models, data, metric, seed, shared : as in `evaluate`.
    """
    how = Setup(random_state=seed, n_jobs=1, shared=shared, progress=False)
    per_example = isinstance(metric, Loss)
    everything = Reaching(Explicit(n, ((np.arange(n), np.arange(0)),)), data.n)
    reaching = [Reaching(part, data.n, not per_example) for part, far in zip(parts, outside, strict=True) if far]
    far = evaluate(models, data, Plan("union", data.n, (*reaching, everything)), metric, how)
    plain = [part for part, reach in zip(parts, outside, strict=True) if not (reach and per_example)]
    near = None
    if plain:
        inside = take(data, np.arange(n))
        near = evaluate(models, inside, Plan("union", n, tuple(plain)), metric, how)
    return _assembled(Plan("union", n, tuple(parts)), outside, far, near)


def _assembled(plan: Plan, outside: Sequence[bool], far: Scores, near: Scores | None) -> Judged:
    """Back in the order of the parts."""
    n_outside, n_models = far.plan.n - plan.n, len(far.names)
    per_example = far.items is not None
    reached, beside = iter(_per_split(far)), iter(() if near is None else _per_split(near))
    clock = {True: _seconds_per_split(far), False: 0.0 if near is None else _seconds_per_split(near)}
    losses: list[Floats] = []
    risks, seconds = np.full((n_models, len(plan)), np.nan), np.empty(len(plan))
    for (start, stop), is_far in zip(pairwise(plan.starts.tolist()), outside, strict=True):
        seconds[start:stop] = clock[is_far]
        for number in range(start, stop):
            if is_far:
                long = next(reached)
                risks[:, number] = long[:, -n_outside:].mean(axis=1)
                losses.append(long[:, :-n_outside] if per_example else next(beside))
            else:
                losses.append(next(beside))
    flat = np.concatenate(losses, axis=1)
    scores = Scores(
        plan=plan,
        names=far.names,
        values=split_means(flat, plan) if per_example else flat,
        items=flat if per_example else None,
        loss=far.loss,
        loss_range=far.loss_range,
        greater_is_better=far.greater_is_better,
        notes=(*far.notes, *(near.notes if near is not None else ())),
    )
    return Judged(scores, risks, next(reached)[:, -n_outside:].mean(axis=1), seconds)


def _per_split(scores: Scores) -> Iterator[Floats]:
    """Models x losses (or the one score) of each split."""
    rows = scores.values if scores.items is None else scores.items
    ends = np.arange(len(scores.plan) + 1) if scores.items is None else scores.offsets
    return (rows[:, start:stop] for start, stop in pairwise(ends.tolist()))


def _seconds_per_split(scores: Scores) -> float:
    spent = sum(scores.details["fit_seconds"].values()) + sum(scores.details["predict_seconds"].values())
    return float(spent) / len(scores.plan)
