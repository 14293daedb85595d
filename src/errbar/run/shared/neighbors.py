"""KNeighborsClassifier and KNeighborsRegressor: the first k training examples in one ranking of all neighbours.

A test set where an example's k-th and next neighbours are at one distance, up to rounding, goes through scikit-learn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.run.shared.guard import EPSILON, SAFETY, Flags, Floats
from errbar.run.shared.path import Family, Output, Request, anything, labelled, predicted
from errbar.run.shared.ranking import Ranking, depth_for
from errbar.run.shared.source import Kind, Source, Step
from errbar.run.shared.splits import Batch

WORTH = 3  # a ranking costs all pairs of examples once; the splits must need so many times more
LARGEST = 2**27  # ranked neighbours in all: about 1.5 GB


@dataclass(frozen=True, eq=False, slots=True)
class Chosen:
    """Per test example (splits one after another): its k nearest training examples, and whether a tie decides."""

    ids: NDArray[np.int32]
    tied: Flags


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
        ids = np.zeros((n_splits, n_test, self.k), dtype=np.int32)
        declined = ~usable
        if usable.any():
            chosen = self._choose(step.batch.test[usable].ravel(), trained[usable], n_test)
            ids[usable] = chosen.ids.reshape(-1, n_test, self.k)
            declined[usable] = chosen.tied.reshape(-1, n_test).any(axis=1)
        return answer(step, ids, self.kind, self.reads, declined)

    def _choose(self, rows: NDArray[np.intp], trained: NDArray[np.bool_], n_test: int) -> Chosen:
        """Walk down each example's list until k + 1 training examples are found; deeper only where needed."""
        self.ranking.prepare(rows)
        base = np.repeat(np.arange(len(trained)) * trained.shape[1], n_test)
        ids = np.empty((rows.size, self.k + 1), dtype=np.int32)
        distances = np.empty((rows.size, self.k + 1))
        left = np.arange(rows.size)
        shallow = min(self.ranking.depth, 4 * (self.k + 1))
        for depth in (shallow, self.ranking.depth):
            if left.size:
                near = self.ranking.ids[rows[left], :depth]
                hit = trained.ravel()[base[left, np.newaxis] + near]
                done = self._take(hit, near, rows[left], left, ids, distances)
                left = left[~done]
        for place in left:
            near, far = self.ranking.everything(int(rows[place]))
            first = np.flatnonzero(trained.ravel()[base[place] + near])[: self.k + 1]
            ids[place], distances[place] = near[first], far[first]
        last, following = distances[:, -2], distances[:, -1]
        gap = following**2 - last**2 if self.squared else following - last
        return Chosen(ids[:, :-1], ~(gap > SAFETY * self.slack))

    def _take(
        self,
        hit: NDArray[np.bool_],
        near: NDArray[np.int32],
        rows: NDArray[np.intp],
        left: NDArray[np.intp],
        ids: NDArray[np.int32],
        distances: Floats,
    ) -> NDArray[np.bool_]:
        """Write down the first k + 1 hits of each list that has so many; say which have."""
        rank = np.cumsum(hit, axis=1, dtype=np.int32)
        done: NDArray[np.bool_] = rank[:, -1] > self.k
        wanted = (hit & (rank <= self.k + 1))[done]
        columns = np.nonzero(wanted)[1].reshape(-1, self.k + 1)
        ids[left[done]] = np.take_along_axis(near[done], columns, axis=1)
        distances[left[done]] = self.ranking.distances[rows[done][:, np.newaxis], columns]
        return done


def training_sets(step: Step, k: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
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


def answer(step: Step, ids: NDArray[np.int32], kind: Kind, reads: str, declined: Flags) -> Output:
    """What the neighbours (splits x examples x k) vote for, or the mean of their values."""
    k = ids.shape[2]
    if kind == "regression":
        values = step.source.values.take(ids).mean(axis=2)
        return predicted(values, step, np.zeros(len(ids)), declined)
    n_classes = step.source.classes.size
    cells = step.source.codes.take(ids).reshape(-1, k) + n_classes * np.arange(ids.size // k)[:, np.newaxis]
    votes = np.bincount(cells.ravel(), minlength=n_classes * (ids.size // k)).reshape(*ids.shape[:2], n_classes)
    if reads == "predict":
        return labelled(votes.argmax(axis=2), step.source, declined)  # the first of equal classes wins
    return Output(votes / k, declined | (step.class_counts == 0).any(axis=1))


def _build(request: Request, source: Source, kind: Kind) -> NeighborsPath | None:
    parameters, (n, _) = request.parameters, source.X.shape
    k, plan = parameters["n_neighbors"], source.plan
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
    return bool(weights.ndim == 1 and weights.dtype.kind in "fiu" and np.isfinite(weights).all() and (weights > 0).all())


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
