"""The variance of a mean over runs and items, both drawn at random, and what its degrees of freedom are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import chdtri

from errbar.core.arrays import Floats, Indices
from errbar.core.clustered import ClusterSums
from errbar.core.holes import HoleCosts, Known

LIKELY = 0.3  # how small a mean square of runs the degrees of freedom allow for
BELOW = {1: 1.0, 2: 0.25}  # by the number of series of runs: the part of E by which what runs add may fall below zero
LEAST = 0.25  # of what items were seen to add: as much is left of it


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
    def of(cls, cells: Floats, groups: Indices | None, known: Known | None = None) -> RunPart:
        """From the losses of each run on each item; `known`: False where one is a filled hole."""
        n_runs, n = cells.shape
        means = cells.mean(axis=1)
        seen = float(((means - means.mean()) ** 2).sum()) / (n_runs - 1) / n_runs
        left = cells - means[:, None] - cells.mean(axis=0) + means.mean()
        totals = left if groups is None else np.array([np.bincount(groups, row) for row in left])
        count = n if groups is None else np.unique(groups).size
        noise = float((totals**2).sum()) * count / ((count - 1) * (n_runs - 1) * n_runs * n**2)
        cost = HoleCosts.of(known)
        return cls(seen, noise * cost.left * cost.run, n_runs - 1)

    @property
    def own(self) -> float:
        """What only runs add; nothing where their means differ no more than cells explain."""
        return _above_zero(self.seen - self.noise)


@dataclass(frozen=True, slots=True)
class TwoWay:
    r"""The variance of a mean over runs and items.

    .. math:: V = \sum_m a_m + C, \quad a_m = \max\{A_m - (1 - b) E_m, 0\}, \quad
        C = \max\{B - b \sum_m E_m, B / 4\}, \qquad
        \nu = \frac{(g \sum_m a_m + C)^2}{\sum_m (g a_m)^2 / (R_m - 1) + C^2 / (G - 1)}, \quad
        g = \frac{\nu_R}{\chi^2_{\nu_R, 0.3}}

    A_m, E_m: `seen` and `noise` of the runs of model m; B: variance of the mean over items (or groups, G of them) of
    what the runs have in common; R_m: runs, nu_R: the sum of R_m - 1. What runs add, A - E, may come out below zero:
    cut off there, V is too large on average where runs hardly differ, and not cut off at all, few runs that happen to
    agree would be trusted too far. So b of E may be taken from the items' part instead: a quarter for two series of
    runs, all of it for one, of whose items at least a quarter is left. Satterthwaite's degrees of freedom take the
    runs' mean squares as they may well be, not as they happen to be (g): few of them are often far too small, and the
    plain formula then trusts the items alone. Numbers chosen on simulated normal tables.

    Mean squares may be arrays too: of many tables at once.

    Parameters
    ----------
    runs : one part per series of runs: one model, pairs of runs, or each of two models.
    items : B.
    n_units : items, or groups of them.

    Examples
    --------
    >>> cells = np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]])
    >>> found = TwoWay.of([cells])
    >>> round(float(found.variance), 6)  # runs: (3^2 / 2) / 2; items: 1 / 3
    2.583333
    """

    runs: tuple[RunPart, ...]
    items: float
    n_units: int

    @classmethod
    def of(
        cls, cells: Sequence[Floats], groups: Indices | None = None, known: Sequence[Known | None] = (None, None)
    ) -> TwoWay:
        """From the losses of one model's runs, or of two models' (their difference), on the same items."""
        means = cells[0].mean(axis=0) - (cells[1].mean(axis=0) if len(cells) > 1 else 0.0)
        sums = ClusterSums.of_items(means, np.arange(means.size) if groups is None else groups)
        parts = tuple(RunPart.of(one, groups, mask) for one, mask in zip(cells, known, strict=False))
        return cls(parts, sums.cr1, sums.n_clusters)

    @property
    def above(self) -> list[float]:
        """a: of every series of runs what it adds, with the part of the noise that is taken from the items."""
        kept = 1.0 - BELOW[len(self.runs)]
        return [_above_zero(part.seen - kept * part.noise) for part in self.runs]

    @property
    def rest(self) -> float:
        """C: what items add, less the part of the noise that what runs add may fall below zero by."""
        noise = sum(part.noise for part in self.runs)
        found: float = np.maximum(self.items - BELOW[len(self.runs)] * noise, LEAST * self.items)
        return found

    @property
    def variance(self) -> float:
        return sum(self.above) + self.rest

    @property
    def df(self) -> float:
        few = sum(part.df for part in self.runs)
        larger = few / float(chdtri(few, 1.0 - LIKELY))
        parts = [(larger * value, part.df) for value, part in zip(self.above, self.runs, strict=True)]
        parts.append((self.rest, self.n_units - 1))
        weight = sum(value**2 / df for value, df in parts)
        total = sum(value for value, _ in parts) ** 2
        found: Any = np.where(weight > 0, total / np.where(weight > 0, weight, 1.0), self.n_units - 1.0)
        worth: float = found[()]
        return worth


def _above_zero(value: float) -> float:
    """The value, or the array of them, cut off at zero."""
    found: float = np.maximum(value, 0.0)
    return found
