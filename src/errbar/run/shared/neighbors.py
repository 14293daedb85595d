"""KNeighborsClassifier and KNeighborsRegressor: the first k training examples in one ranking of all neighbours.

A test set where an example's k-th and next neighbours are at one distance, up to rounding, goes through scikit-learn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.draws import Indices
from errbar.run.shared.guard import EPSILON, SAFETY, Flags
from errbar.run.shared.path import Family, Output, Request, anything, labelled, predicted
from errbar.run.shared.ranking import Ranking, depth_for
from errbar.run.shared.source import Kind, Source, Step

WORTH = 3  # a ranking costs all pairs of examples once; the splits must need so many times more
LARGEST = 2**25  # ranked neighbours in all: 512 MB


@dataclass(frozen=True, eq=False, slots=True)
class NeighborsPath:
    kind: Kind
    reads: str
    k: int
    ranking: Ranking
    slack: float  # rounding of a distance, or of a squared one
    squared: bool

    def outputs(self, step: Step) -> Output:
        n_splits, n_test = step.batch.test.shape
        trained, usable = training_sets(step, self.k)
        ids = np.zeros((self.k, n_splits, n_test), dtype=np.intp)
        declined = ~usable
        if usable.any():
            chosen, tied = self._choose(step.batch.test[usable].ravel(), trained[usable], n_test)
            ids[:, usable] = chosen.reshape(self.k, -1, n_test)
            declined[usable] = tied.reshape(-1, n_test).any(axis=1)
        return answer(step, ids, self.kind, self.reads, declined)

    def _choose(self, rows: Indices, trained: Flags, n_test: int) -> tuple[Indices, Flags]:
        """Each test example's k nearest training examples (k x examples), and whether a tie decided.

        Walks down each list until k + 1 training examples are found; deeper only where needed.
        """
        self.ranking.prepare(rows)
        base, inside = np.repeat(np.arange(len(trained)) * trained.shape[1], n_test), trained.ravel()
        ids = np.empty((self.k + 1, rows.size), dtype=np.intp)
        last, following = np.empty((2, rows.size))
        left = np.arange(rows.size)
        for depth in (min(self.ranking.depth, 4 * (self.k + 1)), self.ranking.depth):
            if left.size == 0:
                break
            near = self.ranking.ids[:depth].take(rows[left], axis=1)
            places, done = first_hits(inside.take(near + base[left]), self.k + 1)
            found, who = left[done], np.flatnonzero(done)
            ids[:, found] = near[places[:, who], who]
            last[found] = self.ranking.distances[places[-2, who], rows[found]]
            following[found] = self.ranking.distances[places[-1, who], rows[found]]
            left = left[~done]
        for place in left:  # ran out of ranked neighbours
            near, distances = self.ranking.everything(int(rows[place]))
            first = np.flatnonzero(inside.take(near + base[place]))[: self.k + 1]
            ids[:, place], (last[place], following[place]) = near[first], distances[first[-2:]]
        gap = following**2 - last**2 if self.squared else following - last
        return ids[:-1], ~(gap > SAFETY * self.slack)


def first_hits(hit: Flags, count: int) -> tuple[Indices, Flags]:
    """For each column, the places of its first `count` hits, and whether it has so many."""
    small = np.uint8 if len(hit) < 256 else np.uint32
    rank = np.cumsum(hit, axis=0, dtype=small)
    places = np.empty((count, hit.shape[1]), dtype=np.intp)
    for i in range(count):
        places[i] = (rank <= i).view(np.uint8).sum(axis=0, dtype=small)
    return places, rank[-1] >= count


def training_sets(step: Step, k: int) -> tuple[Flags, Flags]:
    """Splits x examples: who is trained on; and the splits that have more than k such, none of them twice."""
    batch, n = step.batch, step.source.y.size
    parents = np.zeros((len(batch.parents), n), dtype=bool)
    for row, parent in zip(parents, batch.parents, strict=True):
        row[slice(None) if parent.rows is None else parent.rows] = True
    trained = parents[batch.which]
    if batch.leaves:
        trained[np.arange(len(trained))[:, np.newaxis], batch.test] = False
    sizes = trained.sum(axis=1)
    return trained, (sizes > k) & (sizes == step.n_train)


def answer(step: Step, ids: Indices, kind: Kind, reads: str, declined: Flags) -> Output:
    """What the neighbours (k x splits x examples) vote for, or the mean of their values."""
    k, n_splits, n_test = ids.shape
    if kind == "regression":
        return predicted(step.source.centred_values.take(ids).mean(axis=0), step, np.zeros(n_splits), declined)
    n_classes = step.source.classes.size
    cells = step.source.codes.take(ids).reshape(k, -1) + n_classes * np.arange(n_splits * n_test)
    votes = np.bincount(cells.ravel(), minlength=n_splits * n_test * n_classes).reshape(n_splits, n_test, n_classes)
    if reads == "predict":
        return labelled(votes.argmax(axis=2), step.source, declined)  # the first of equal classes wins
    return Output(votes / k, declined | (step.class_counts == 0).any(axis=1))


def _build(request: Request, source: Source, kind: Kind) -> NeighborsPath | None:
    parameters, (n, _) = request.parameters, source.X.shape
    k, plan = parameters["n_neighbors"], source.cuts.plan
    work = float((plan.n_test * plan.n_train).sum())
    smallest = float(plan.n_train.min()) / n
    if request.scaled or work < WORTH * n * n or k + 1 >= n * smallest:
        return None
    depth = depth_for(k + 1, smallest, n)
    if n * depth > LARGEST:
        return None
    metric = {name: parameters[name] for name in ("algorithm", "leaf_size", "metric", "p", "metric_params")}
    squared = _power(parameters) == 2
    return NeighborsPath(
        kind, request.reads, k, Ranking(source.X, metric, depth), EPSILON * _size(parameters, source, squared), squared
    )


def _power(parameters: Mapping[str, Any]) -> float:
    """The p of the Minkowski distance."""
    named = {"euclidean": 2.0, "manhattan": 1.0, "chebyshev": np.inf}
    return named.get(parameters["metric"]) or float(parameters["p"])


def _size(parameters: Mapping[str, Any], source: Source, squared: bool) -> float:
    """The largest possible distance from 0 (its square for Euclidean ones): what rounding is relative to."""
    power, largest = _power(parameters), source.largest
    weights = np.ones(largest.size) if parameters["metric_params"] is None else parameters["metric_params"]["w"]
    if np.isinf(power):
        return float(largest.max())
    total = float((weights * largest**power).sum())
    return total if squared else float(total ** (1 / power))


def _classifier(request: Request, source: Source) -> NeighborsPath | None:
    return _build(request, source, "classification")


def _regressor(request: Request, source: Source) -> NeighborsPath | None:
    return _build(request, source, "regression")


def _is_count(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and value > 0


def _is_uniform(value: Any) -> bool:
    return value is None or (isinstance(value, str) and value == "uniform")


def _is_power(value: Any) -> bool:
    return isinstance(value, int | float) and value >= 1


def _is_minkowski(value: Any) -> bool:
    return isinstance(value, str) and value in ("minkowski", "euclidean", "manhattan", "chebyshev")


def _is_weights(value: Any) -> bool:
    """None, or weights of the features that are all positive."""
    if value is None:
        return True
    if not isinstance(value, dict) or set(value) != {"w"}:
        return False
    weights = np.asarray(value["w"])
    return bool(
        weights.ndim == 1 and weights.dtype.kind in "fiu" and np.isfinite(weights).all() and (weights > 0).all()
    )


_ALLOWED = {
    "n_neighbors": _is_count,
    "weights": _is_uniform,
    "algorithm": anything,
    "leaf_size": anything,
    "p": _is_power,
    "metric": _is_minkowski,
    "metric_params": _is_weights,
    "n_jobs": anything,
}

CLASSIFIER = Family("neighbours", "classification", _ALLOWED, ("predict", "predict_proba"), _classifier)
REGRESSOR = Family("neighbours", "regression", _ALLOWED, ("predict",), _regressor)
