"""Every example's nearest others among those that are ever trained on, found once by scikit-learn's own search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.guard import Flags

ROWS = 2048  # examples are ranked in fixed blocks, so that the numbers do not depend on who asks


class NearestFirst:
    """The `depth` nearest of the first `n_trained` examples (depth x all examples), and their distances.

    Blocks of examples are ranked when first asked for.
    """

    def __init__(self, X: Floats, metric: Mapping[str, Any], depth: int, n_trained: int) -> None:
        from sklearn.neighbors import NearestNeighbors

        n = X.shape[0]
        self.X = X
        self.depth, self.n_trained = min(depth, n_trained), n_trained
        self.ids = np.empty((self.depth, n), dtype=np.intp)
        self.distances = np.empty((self.depth, n))
        self._ready = np.zeros(-(-n // ROWS), dtype=bool)
        self._search = NearestNeighbors(n_neighbors=self.depth, **metric).fit(X[:n_trained])

    def prepare(self, rows: Indices) -> None:
        """Rank the blocks these examples are in."""
        if self._ready.all():
            return
        blocks = np.unique(rows // ROWS)
        for block in blocks[~self._ready[blocks]]:
            some = slice(block * ROWS, (block + 1) * ROWS)
            distances, ids = self._search.kneighbors(self.X[some])
            self.distances[:, some], self.ids[:, some] = distances.T, ids.T
            self._ready[block] = True

    def deeper(self, row: int) -> Iterator[tuple[Indices, Floats]]:
        """Longer and longer lists, in the end of all examples, for one that ran out of ranked neighbours."""
        depth = self.depth
        while depth < self.n_trained:
            depth = min(4 * depth, self.n_trained)
            distances, ids = self._search.kneighbors(self.X[row : row + 1], n_neighbors=depth)
            yield ids[0], distances[0]


def depth_for(k: int, share: float, n: int) -> int:
    """How many neighbours to rank so that `k` of them are in a training set of this share, but for one in 10,000."""
    from scipy.special import bdtr

    depth = k + 1
    while depth < n and bdtr(k - 1, depth, share) > 1e-4:
        depth += max(1, depth // 16)
    return min(depth, n)


def first_hits(hit: Flags, count: int) -> tuple[Indices, Flags]:
    """For each column, the places of its first `count` hits, and whether it has so many."""
    small = "u1" if len(hit) < 256 else "u4"  # counts of hits: the fewer bytes the faster
    rank: NDArray[np.unsignedinteger] = hit.astype(small)
    for above, row in pairwise(rank):  # several times faster than cumsum down the columns
        np.add(row, above, out=row)
    places = np.empty((count, hit.shape[1]), dtype=np.intp)
    for i in range(count):
        places[i] = (rank <= i).view(np.uint8).sum(axis=0, dtype=small)
    return places, rank[-1] >= count
