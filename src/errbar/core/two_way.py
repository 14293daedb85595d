"""The variance of a mean over runs and items, both drawn at random, and what its degrees of freedom are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtri

from errbar.core.arrays import Floats, Indices
from errbar.core.clustered import ClusterSums

LIKELY = {1: 0.2, 2: 0.3}  # by the number of series of runs: how small a mean square the degrees of freedom allow for


@dataclass(frozen=True, slots=True)
class RunPart:
    """What the runs of one model add to the variance of its mean.

    Parameters
    ----------
    seen : variance of the run means, divided by the number of runs.
    noise : as much of it as single cells (a run's loss on an item) explain; items add that already.
    df : runs less one.
    """

    seen: float
    noise: float
    df: int

    @classmethod
    def of(cls, cells: Floats, groups: Indices | None) -> RunPart:
        """From the losses of each run on each item."""
        n_runs, n = cells.shape
        means = cells.mean(axis=1)
        seen = float(((means - means.mean()) ** 2).sum()) / (n_runs - 1) / n_runs
        left = cells - means[:, None] - cells.mean(axis=0) + means.mean()
        totals = left if groups is None else np.array([np.bincount(groups, row) for row in left])
        count = n if groups is None else np.unique(groups).size
        noise = float((totals**2).sum()) * count / ((count - 1) * (n_runs - 1) * n_runs * n**2)
        return cls(seen, noise, n_runs - 1)

    @property
    def own(self) -> float:
        """What only runs add; nothing where their means differ no more than cells explain."""
        return max(self.seen - self.noise, 0.0)


@dataclass(frozen=True, slots=True)
class TwoWay:
    r"""The variance of a mean over runs and items.

    .. math:: V = \sum_m \max(A_m - E_m, 0) + B, \qquad
        \nu = \frac{(g \sum_m a_m + B)^2}{\sum_m (g a_m)^2 / (R_m - 1) + B^2 / (G - 1)}, \qquad
        g = \frac{\nu_R}{\chi^2_{\nu_R, q}}

    A_m, E_m: `seen` and `noise` of the runs of model m; B: variance of the mean over items (or groups, G of them) of
    what the runs have in common; R_m: runs. Satterthwaite's degrees of freedom take the runs' mean squares as they may
    well be, not as they happen to be: few of them are often far too small, and the plain formula then trusts the items
    alone. Two series: a_m = max(A_m - E_m, 0), q = 0.3; one series: a = A, q = 0.2.

    Parameters
    ----------
    runs : one part per series of runs: one model, pairs of runs, or each of two models.
    items : B.
    n_units : items, or groups of them.

    Examples
    --------
    >>> cells = np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]])
    >>> found = TwoWay.of([cells])
    >>> round(found.variance, 6)  # runs: (3^2 / 2) / 2; items: 1 / 3
    2.583333
    """

    runs: tuple[RunPart, ...]
    items: float
    n_units: int

    @classmethod
    def of(cls, cells: Sequence[Floats], groups: Indices | None = None) -> TwoWay:
        """From the losses of one model's runs, or of two models' (their difference), on the same items."""
        means = cells[0].mean(axis=0) - (cells[1].mean(axis=0) if len(cells) > 1 else 0.0)
        sums = ClusterSums.of_items(means, np.arange(means.size) if groups is None else groups)
        return cls(tuple(RunPart.of(one, groups) for one in cells), sums.cr1, sums.n_clusters)

    @property
    def variance(self) -> float:
        return sum(part.own for part in self.runs) + self.items

    @property
    def df(self) -> float:
        few = sum(part.df for part in self.runs)
        larger = few / float(chdtri(few, 1.0 - LIKELY[len(self.runs)]))
        parts = [(larger * (part.seen if len(self.runs) == 1 else part.own), part.df) for part in self.runs]
        parts.append((self.items, self.n_units - 1))
        weight = sum(value**2 / df for value, df in parts)
        return float(self.n_units - 1) if weight == 0 else sum(value for value, _ in parts) ** 2 / weight
