"""The variance of a mean over runs and items, both drawn at random, and what its degrees of freedom are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import chdtri

from errbar.core.arrays import Floats, Indices
from errbar.core.clustered import ClusterSums

LIKELY = {1: 0.2, 2: 0.3}  # by the number of series of runs: how small a mean square the degrees of freedom allow for
BELOW = 0.25  # of what cells explain: so far may the runs' part fall below zero


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
        return _above_zero(self.seen - self.noise)

    @property
    def above(self) -> float:
        """`own` and a quarter of the noise, as far down as zero: added to the rest, it may take that quarter away."""
        return _above_zero(self.seen - (1.0 - BELOW) * self.noise)


@dataclass(frozen=True, slots=True)
class TwoWay:
    r"""The variance of a mean over runs and items.

    .. math:: V = \sum_m a_m + C, \quad a_m = \max(A_m - \tfrac34 E_m, 0), \quad
        C = \max(B - \tfrac14 \sum_m E_m, 0), \qquad
        \nu = \frac{(g \sum_m a_m + C)^2}{\sum_m (g a_m)^2 / (R_m - 1) + C^2 / (G - 1)}, \quad
        g = \frac{\nu_R}{\chi^2_{\nu_R, q}}

    A_m, E_m: `seen` and `noise` of the runs of model m; B: variance of the mean over items (or groups, G of them) of
    what the runs have in common; R_m: runs. What runs add, A - E, may come out below zero: cut off there, V is too
    large on average where runs hardly differ, and not cut off at all, few runs that happen to agree would be trusted
    too far; so a quarter of E is let through. Satterthwaite's degrees of freedom take the runs' mean squares as they
    may well be, not as they happen to be: few of them are often far too small, and the plain formula then trusts the
    items alone. Two series: q = 0.3; one series: q = 0.2, with A in place of a and B in place of C, which is wider.

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
    def of(cls, cells: Sequence[Floats], groups: Indices | None = None) -> TwoWay:
        """From the losses of one model's runs, or of two models' (their difference), on the same items."""
        means = cells[0].mean(axis=0) - (cells[1].mean(axis=0) if len(cells) > 1 else 0.0)
        sums = ClusterSums.of_items(means, np.arange(means.size) if groups is None else groups)
        return cls(tuple(RunPart.of(one, groups) for one in cells), sums.cr1, sums.n_clusters)

    @property
    def rest(self) -> float:
        """C: what items add, less the part of the noise that the runs' part may fall below zero by."""
        return _above_zero(self.items - BELOW * sum(part.noise for part in self.runs))

    @property
    def variance(self) -> float:
        return sum(part.above for part in self.runs) + self.rest

    @property
    def df(self) -> float:
        few, alone = sum(part.df for part in self.runs), len(self.runs) == 1
        larger = few / float(chdtri(few, 1.0 - LIKELY[len(self.runs)]))
        parts = [(larger * (part.seen if alone else part.above), part.df) for part in self.runs]
        parts.append((self.items if alone else self.rest, self.n_units - 1))
        weight = sum(value**2 / df for value, df in parts)
        total = sum(value for value, _ in parts) ** 2
        found: Any = np.where(weight > 0, total / np.where(weight > 0, weight, 1.0), self.n_units - 1.0)
        worth: float = found[()]
        return worth


def _above_zero(value: float) -> float:
    """The value, or the array of them, cut off at zero."""
    found: float = np.maximum(value, 0.0)
    return found
