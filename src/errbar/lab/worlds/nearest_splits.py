"""One nearest neighbour under a weighted metric, in every split at once: one ranking of examples serves all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Floats
from errbar.lab.worlds.many_splits import Splits
from errbar.run.shared.nearest_first import depth_for, first_hits


@dataclass(frozen=True, slots=True)
class Nearest:
    """0/1 losses of the label of the nearest training example; of several at one distance, the first in the data.

    Parameters
    ----------
    weights : of the features' squared differences.
    """

    weights: tuple[float, ...]

    def squared_distances(self, a: Floats, b: Floats) -> Floats:
        """Rows of a against rows of b; exact to rounding, so that ties stay ties where features are small integers."""
        u, v = a * np.sqrt(self.weights), b * np.sqrt(self.weights)
        between: Floats = (u**2).sum(axis=1)[:, np.newaxis] + (v**2).sum(axis=1) - 2 * (u @ v.T)
        return np.round(between, 6)

    def __call__(self, x: Floats, y: Floats, splits: Splits) -> Floats:
        n, depth = len(y), depth_for(1, splits.train.shape[1] / len(y), len(y))
        ranked = np.argsort(self.squared_distances(x, x), axis=1, kind="stable")
        trained = np.zeros((len(splits.train), n), dtype=bool)
        np.put_along_axis(trained, splits.train, True, axis=1)
        place = (splits.test + n * np.arange(len(trained))[:, np.newaxis]).ravel()
        base, rows = place - splits.test.ravel(), splits.test.ravel()
        found = np.empty(rows.size, dtype=np.intp)
        left = np.arange(rows.size)
        for deep in (depth, n):
            near = ranked[:, :deep].T.take(rows[left], axis=1)
            places, done = first_hits(trained.ravel().take(near + base[left]), 1)
            who = np.flatnonzero(done)
            found[left[done]] = near[places[0, who], who]
            left = left[~done]
            if left.size == 0:
                break
        return np.not_equal(y.take(found), y[rows]).astype(np.float64).reshape(splits.test.shape)
