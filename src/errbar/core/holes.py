"""Tables of runs x items with holes: filled by least squares, and what a hole costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats

Known = NDArray[np.bool_]
ROUNDING = 1e-9  # of the largest eigenvalue: what is below is the sum of all effects, which is free


def linked(known: Known) -> bool:
    """Whether the runs can be set against each other: through items that they share, one after another."""
    reached = np.zeros(len(known), dtype=bool)
    reached[0] = True
    for _ in range(len(known)):
        reached = reached | (known & known[reached].any(axis=0)).any(axis=1)
    return bool(reached.all() and known.any(axis=0).all())


def filled(cells: Floats, known: Known) -> Floats:
    """The table, its holes filled with run + item as least squares has them, no further out than what was seen.

    Examples
    --------
    The second run is 1 above the first wherever both are known:

    >>> print(filled(np.array([[0.0, 1.0, 5.0], [1.0, 2.0, np.nan]]), np.array([[True] * 3, [True, True, False]])))
    [[0. 1. 5.]
     [1. 2. 5.]]
    >>> print(filled(np.array([[0.0, 1.0, 5.0], [1.0, np.nan, 6.0]]), np.array([[True] * 3, [True, False, True]])))
    [[0. 1. 5.]
     [1. 2. 6.]]
    """
    values = np.where(known, cells, 0.0)
    runs = _inverse(known) @ (values.sum(axis=1) - (known / known.sum(axis=0)) @ values.sum(axis=0))
    items = (values - np.where(known, runs[:, None], 0.0)).sum(axis=0) / known.sum(axis=0)
    seen = cells[known]
    return np.where(known, cells, np.clip(runs[:, None] + items, seen.min(), seen.max()))


def _inverse(known: Known) -> Floats:
    """Of the runs' normal equations, items eliminated: the covariance of their effects for noise of variance 1."""
    count = known.astype(np.float64)
    found: Floats = np.linalg.pinv(
        np.diag(count.sum(axis=1)) - (count / count.sum(axis=0)) @ count.T, rcond=ROUNDING, hermitian=True
    )
    return found


@dataclass(frozen=True, slots=True)
class HoleCosts:
    """What holes do to the mean squares of a filled table: all 1 and 0 without any.

    Parameters
    ----------
    left : the squares of what runs and items leave, divided by the degrees of freedom of a full table: times this.
    run, item : the noise in the variance of runs' effects, and of items', as a multiple of a full table's.
    holes : cells that are not known.
    """

    left: float = 1.0
    run: float = 1.0
    item: float = 1.0
    holes: int = 0

    @classmethod
    def of(cls, known: Known | None) -> HoleCosts:
        """Exact for the noise's part: unbiased components follow."""
        if known is None or known.all():
            return cls()
        n_runs, n = known.shape
        holes, full = int((~known).sum()), (n_runs - 1) * (n - 1)
        inverse, per_item = _inverse(known), known.sum(axis=0)
        shared = (known / per_item) @ np.ones(n)  # of every run, over items: its part of their means
        spread = known / per_item
        trace = float((1.0 / per_item).sum() + np.einsum("rs,ri,si->", inverse, spread, spread))
        of_mean = float((1.0 / per_item).sum() + shared @ inverse @ shared) / n
        return cls(
            full / max(full - holes, 1),
            float(np.trace(inverse)) * n / (n_runs - 1),
            (trace - of_mean) * n_runs / (n - 1),
            holes,
        )
