"""KNeighborsClassifier and KNeighborsRegressor: the first k training examples in one ranking of all neighbours.

A test set where an example's k-th and next neighbours are at one distance, up to rounding, goes through scikit-learn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.gathered import Kind, Source, Step
from errbar.run.shared.guard import Flags
from errbar.run.shared.minkowski import (
    SETTINGS,
    Distance,
    distance_of,
    is_mapping_or_none,
    is_minkowski,
    is_power,
)
from errbar.run.shared.nearest_first import NearestFirst, depth_for, first_hits
from errbar.run.shared.neighbors_scaled import ScaledNeighborsPath, candidates, deviations
from errbar.run.shared.path import Family, Path, PathOutput, Request, anything
from errbar.run.shared.vote import answer, training_sets

WORTH = 3  # a ranking costs all pairs of examples once; the splits must need so many times more
ROWS = 4096  # test examples looked up at once, so that their lists stay in cache
LARGEST = 2**25  # ranked neighbours in all: 512 MB


@dataclass(frozen=True, eq=False, slots=True)
class NeighborsPath:
    kind: Kind
    reads: str
    k: int
    distance: Distance
    ranking: NearestFirst

    def outputs(self, step: Step) -> PathOutput:
        n_splits, n_test = step.batch.test.shape
        trained, usable = training_sets(step, self.k)
        ids = np.zeros((self.k, n_splits, n_test), dtype=np.intp)
        declined = ~usable
        numbers, at_once = np.flatnonzero(usable), max(1, ROWS // n_test)
        for start in range(0, numbers.size, at_once):
            some = numbers[start : start + at_once]
            chosen, ends = self._choose(step.batch.test[some].ravel(), trained[some], n_test)
            ids[:, some] = chosen.reshape(self.k, -1, n_test)
            declined[some] = self.distance.tied(ends[0], ends[1], step.source.largest).reshape(-1, n_test).any(axis=1)
        return answer(step, ids, self.kind, self.reads, declined)

    def _choose(self, rows: Indices, trained: Flags, n_test: int) -> tuple[Indices, Floats]:
        """Each test example's k nearest training examples (k x examples), and the distances of the last and the next.

        Walks down each list until k + 1 training examples are found; deeper only where needed.
        """
        self.ranking.prepare(rows)
        inside, start = trained.ravel(), np.repeat(np.arange(len(trained)) * trained.shape[1], n_test)
        ids, ends, done = self._look(inside, start, rows, min(self.ranking.depth, 4 * (self.k + 1)))
        left = np.flatnonzero(~done)
        if left.size:
            ids[:, left], ends[:, left], done = self._look(inside, start[left], rows[left], self.ranking.depth)
            left = left[~done]
        for place in left:  # ran out of ranked neighbours
            for near, distances in self.ranking.deeper(int(rows[place])):
                first = np.flatnonzero(inside.take(near + start[place]))[: self.k + 1]
                if first.size > self.k:
                    ids[:, place], ends[:, place] = near[first], distances[first[-2:]]
                    break
        return ids[:-1], ends

    def _look(self, inside: Flags, start: Indices, rows: Indices, depth: int) -> tuple[Indices, Floats, Flags]:
        """The first k + 1 training examples in each list, the distances of the last two, and whether there are."""
        near = self.ranking.ids[:depth].take(rows, axis=1)
        places, done = first_hits(inside.take(near + start), self.k + 1)
        ids = near.take(places * rows.size + np.arange(rows.size), mode="clip")
        ends = self.ranking.distances.take(places[-2:] * self.ranking.ids.shape[1] + rows, mode="clip")
        return ids, ends, done


def _build(request: Request, source: Source, kind: Kind) -> Path | None:
    parameters, (n, p) = request.parameters, source.X.shape
    k, plan, distance = parameters["n_neighbors"], source.cuts.plan, distance_of(parameters, p)
    work, fewest, trained = float((plan.n_test * plan.n_train).sum()), int(plan.n_train.min()), plan.n_trained
    if source.divided is not None or distance is None or work < WORTH * n * trained or k + 1 >= fewest:
        return None
    depth = depth_for(min(candidates(k, p), fewest) if request.scaled else k + 1, fewest / trained, trained)
    if n * depth > LARGEST:
        return None
    search = {name: parameters[name] for name in SETTINGS}
    if request.scaled:
        scales = deviations(source)
        ranking = NearestFirst((source.X - source.X.mean(axis=0)) / scales, search, depth, trained)
        return ScaledNeighborsPath(kind, request.reads, k, distance, ranking, scales)
    return NeighborsPath(kind, request.reads, k, distance, NearestFirst(source.X, search, depth, trained))


def _classifier(request: Request, source: Source) -> Path | None:
    return _build(request, source, "classification")


def _regressor(request: Request, source: Source) -> Path | None:
    return _build(request, source, "regression")


def _is_count(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and bool(value > 0)


def _is_uniform(value: Any) -> bool:
    return value is None or (isinstance(value, str) and value == "uniform")


_ALLOWED = {
    "n_neighbors": _is_count,
    "weights": _is_uniform,
    "algorithm": anything,
    "leaf_size": anything,
    "p": is_power,
    "metric": is_minkowski,
    "metric_params": is_mapping_or_none,
    "n_jobs": anything,
}

CLASSIFIER = Family("neighbours", "classification", _ALLOWED, ("predict", "predict_proba"), _classifier)
REGRESSOR = Family("neighbours", "regression", _ALLOWED, ("predict",), _regressor)
