"""The variance of a mean over items that come in clusters, from items or from sums alone.

Everything needed is a handful of sums, so a table larger than memory is reduced to them before it gets here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.variance import mean_and_variance
from errbar.errors import NeedsError

Codes = NDArray[np.intp]

ONE_GROUP = "All items are in one group, so nothing says how groups differ: at least two are needed."


@dataclass(frozen=True, slots=True)
class ClusterSums:
    r"""What `n` items in `n_clusters` clusters say about the variance of their mean m.

    .. math:: Q = \sum_i (s_i - m)^2, \qquad C = \sum_c \Big(\sum_{i \in c} (s_i - m)\Big)^2

    Parameters
    ----------
    n, n_clusters, mean : items, clusters, mean of the items.
    squares, cluster_squares : Q and C.

    Examples
    --------
    >>> s = np.array([1, 1, 0, 1, 1, 0, 0, 0, 1, 0.0])
    >>> c = ClusterSums.of_items(s, np.array([0, 0, 0, 1, 1, 2, 2, 2, 3, 3]))
    >>> print(f"{c.clt**.5:.10f} {c.miller**.5:.10f} {c.cr0**.5:.10f} {c.cr1**.5:.10f}")
    0.1666666667 0.1943650632 0.1870828693 0.2160246899
    """

    n: int
    n_clusters: int
    mean: float
    squares: float
    cluster_squares: float

    @classmethod
    def of_items(cls, values: Floats, clusters: Codes) -> ClusterSums:
        """From one value and one cluster number (0, 1, ...) per item."""
        sizes = np.bincount(clusters)
        mean, variance = mean_and_variance(values)
        residuals = np.bincount(clusters, weights=values - mean)
        squares = variance * (values.size - 1)
        return cls(values.size, int((sizes > 0).sum()), mean, squares, float(residuals @ residuals))

    @classmethod
    def of_clusters(cls, sizes: Floats, sums: Floats, squares: float) -> ClusterSums:
        """From the size and the sum of every cluster, and Q over all items."""
        n = float(sizes.sum())
        mean = float(sums.sum()) / n
        residuals = sums - mean * sizes
        return cls(round(n), sizes.size, mean, squares, float(residuals @ residuals))

    @property
    def clt(self) -> float:
        """Variance of the mean of independent items: Q / (n (n - 1))."""
        return self.squares / (self.n * (self.n - 1))

    @property
    def cr0(self) -> float:
        """C / n^2: consistent in the number of clusters, too small for few of them."""
        return self.cluster_squares / self.n**2

    @property
    def cr1(self) -> float:
        """CR0 times G / (G - 1), to be used with Student's law at G - 1 degrees of freedom."""
        if self.n_clusters < 2:
            raise NeedsError(ONE_GROUP)
        return self.cr0 * self.n_clusters / (self.n_clusters - 1)

    @property
    def miller(self) -> float:
        """The independent variance plus the products of items that share a cluster [miller2024]."""
        return self.cr0 + self.clt / self.n

    @property
    def design_effect(self) -> float:
        """How many times larger CR1 is than the variance of as many independent items."""
        return self.cr1 / self.clt if self.clt else 1.0


def clustered_se(values: Floats, clusters: Codes) -> tuple[float, float]:
    """Standard error of a mean of values that are added up inside clusters first, and its degrees of freedom."""
    sums = ClusterSums.of_items(values, clusters)
    return sqrt(sums.cr1), sums.n_clusters - 1.0
