"""What a test set of any size comes down to: counts, means, sums of squares and products, per item and per group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.clustered import ClusterSums


@dataclass(frozen=True, eq=False)
class Moments:
    """Sufficient statistics of k models' losses on the same n items.

    Parameters
    ----------
    n : items.
    means : mean loss of each model.
    squares : k x k, sums over items of products of deviations from the means.
    binary : whether every loss of a model is 0 or 1 (after `difference`: -1, 0 or 1).
    n_groups, group_squares : groups of items, and the same sums of products over the groups' total deviations.
    size_squares : sum of the groups' squared sizes.
    """

    n: int
    means: Floats
    squares: Floats
    binary: tuple[bool, ...]
    n_groups: int | None = None
    group_squares: Floats | None = None
    size_squares: float | None = None

    @classmethod
    def of_items(cls, items: Floats, groups: NDArray[np.intp] | None = None) -> Moments:
        """From k x n losses; equal losses have exactly no spread, whatever rounding says."""
        constant = (items == items[:, :1]).all(axis=1)
        means = np.where(constant, items[:, 0], items.mean(axis=1))
        deviations = items - means[:, None]
        binary = tuple(bool(((row == 0) | (row == 1)).all()) for row in items)
        squares = deviations @ deviations.T
        if groups is None:
            return cls(items.shape[1], means, squares, binary)
        totals: Floats = np.stack([np.bincount(groups, weights=row) for row in deviations]).astype(np.float64)
        sizes = np.bincount(groups).astype(np.float64)
        n_groups = int(np.count_nonzero(sizes))
        return cls(items.shape[1], means, squares, binary, n_groups, totals @ totals.T, float(sizes @ sizes))

    def only(self, row: int) -> Moments:
        """Of one model."""
        return self._along(np.eye(self.means.size)[row : row + 1], self.binary[row])

    def difference(self, a: int, b: int) -> Moments:
        """Of the paired difference a - b."""
        identity = np.eye(self.means.size)
        return self._along(identity[a : a + 1] - identity[b : b + 1], self.binary[a] and self.binary[b])

    def _along(self, weights: Floats, binary: bool) -> Moments:
        squares = np.maximum(weights @ self.squares @ weights.T, 0.0)
        groups = None if self.group_squares is None else np.maximum(weights @ self.group_squares @ weights.T, 0.0)
        return Moments(self.n, weights @ self.means, squares, (binary,), self.n_groups, groups, self.size_squares)

    @property
    def mean(self) -> float:
        """Of the first model."""
        return float(self.means[0])

    @property
    def variance(self) -> float:
        """Of the first model's losses, divisor n - 1."""
        return float(self.squares[0, 0]) / (self.n - 1)

    @property
    def in_clusters(self) -> ClusterSums:
        """The first model's sums by groups; every item is a cluster of its own where there are none."""
        squares = float(self.squares[0, 0])
        if self.n_groups is None or self.group_squares is None:
            return ClusterSums(self.n, self.n, self.mean, squares, squares)
        return ClusterSums(self.n, self.n_groups, self.mean, squares, float(self.group_squares[0, 0]))

    @property
    def total_square(self) -> float:
        """Sum of the first model's squared losses; of binary differences, how many items differ."""
        return float(self.squares[0, 0]) + self.n * self.mean**2
