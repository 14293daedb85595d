"""Nearest neighbours after a StandardScaler: every split has its own distance, close to that of the whole data.

One ranking with the scales of all data gives candidates. The first of them in training are measured with the split's
own scales; they are the nearest if the next candidate, even at the most favourable change of scale, is farther.
Examples where that cannot be said are measured against the whole training set.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.gathered import Kind, Source, Step
from errbar.run.shared.guard import Flags
from errbar.run.shared.minkowski import Distance
from errbar.run.shared.nearest_first import NearestFirst, first_hits
from errbar.run.shared.path import PathOutput
from errbar.run.shared.scaler import feature_weights, training_squares
from errbar.run.shared.vote import answer, training_sets

MANY = 3  # where more than one example in so many is in doubt, the split goes through scikit-learn
MARGIN = 1 - 1e-9  # for rounding of the distances that rule out the candidates not measured


def candidates(k: int, p: int) -> int:
    """How many to measure: the last of them should be a tenth farther than the k-th, and volume grows with radius^p."""
    return ceil((k + 1) * min(4.0, 1.25 * 1.08**p))


def deviations(source: Source) -> Floats:
    """What each feature is divided by, were all data the training set."""
    found = source.X.std(axis=0)
    return np.where(source.constant | (found == 0), 1.0, found)


@dataclass(frozen=True, eq=False, slots=True)
class ScaledNeighborsPath:
    kind: Kind
    reads: str
    k: int
    distance: Distance
    ranking: NearestFirst
    scales: Floats  # of all data, what the ranking divided by

    def outputs(self, step: Step) -> PathOutput:
        trained, usable = training_sets(step, self.k)
        weights, doubtful = feature_weights(step, *training_squares(step, self.kind))
        declined = ~usable | doubtful
        ids = np.zeros((self.k, *step.batch.test.shape), dtype=np.intp)
        self.ranking.prepare(step.batch.test.ravel())
        for i in np.flatnonzero(~declined):
            relative = self.scales / np.sqrt(weights[i])
            chosen, last, following, known = self._candidates(step.batch.test[i], trained[i], relative)
            unknown = np.flatnonzero(~known)
            if unknown.size * MANY > known.size:
                declined[i] = True
                continue
            for place in unknown:
                row = step.batch.test[i, place]
                chosen[:, place], last[place], following[place] = self._exactly(row, trained[i], relative)
            declined[i] = self.distance.tied(last, following, step.source.largest / np.sqrt(weights[i])).any()
            ids[:, i] = chosen
        return answer(step, ids, self.kind, self.reads, declined)

    def _candidates(self, rows: Indices, trained: Flags, relative: Floats) -> tuple[Indices, Floats, Floats, Flags]:
        """The k nearest of each example (k x examples), the distance of the last and of the next, and if it is sure."""
        X = self.ranking.X
        near, n, n_train = self.ranking.ids.take(rows, axis=1), rows.size, int(trained.sum())
        count = min(candidates(self.k, X.shape[1]), self.ranking.depth, n_train)
        places, done = first_hits(trained.take(near), count)
        measured = near.take(places * n + np.arange(n), mode="clip")
        lengths = self.distance.of((X.take(measured, axis=0) - X.take(rows, axis=0)) * relative)
        order = np.argsort(lengths, axis=0, kind="stable")[: self.k + 1]
        best = np.take_along_axis(lengths, order, axis=0)
        # whoever was not measured is at least as far in the ranking as the last who was
        bound = self.ranking.distances.take(places[-1] * self.ranking.ids.shape[1] + rows, mode="clip")
        known = done & ((count == n_train) | (best[-1] < bound * relative.min() * MARGIN))
        return np.take_along_axis(measured, order[:-1], axis=0), best[-2], best[-1], known

    def _exactly(self, row: int, trained: Flags, relative: Floats) -> tuple[Indices, float, float]:
        """The same for one example, all training examples measured."""
        others = np.flatnonzero(trained)
        lengths = self.distance.of((self.ranking.X.take(others, axis=0) - self.ranking.X[row]) * relative)
        first = np.argsort(lengths, kind="stable")[: self.k + 1]
        return others[first[:-1]], float(lengths[first[-2]]), float(lengths[first[-1]])
