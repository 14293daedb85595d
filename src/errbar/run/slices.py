"""The rows of the split under way: cut out of the data once for all models that are fitted to them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from errbar.plans.families import Split
from errbar.plans.plan import Reader
from errbar.run.checked import Data, own_copy, rows_of
from errbar.types import Plan

LARGEST = 1 << 26  # bytes of X: beyond, rows are cut out again rather than kept beside the copy that a model gets


class Slices:
    """Splits of a plan by number, and their rows; a model gets a copy that it may write into.

    Parameters
    ----------
    several : whether more than one model is fitted to each split.
    """

    def __init__(self, plan: Plan, data: Data, several: bool) -> None:
        self.plan, self.data = plan, data
        self._reader = Reader(plan)
        self._number, self._split = -1, (np.zeros(0, dtype=np.intp),) * 2
        self._keeps = several and type(data.X) is np.ndarray and not data.X.dtype.hasobject and data.X.nbytes <= LARGEST
        self._kept: dict[int, Any] = {}

    def split(self, number: int) -> Split:
        if number != self._number:
            self._split, self._number = self._reader[number], number
            self._kept.clear()
        return self._split

    def rows(self, which: Literal[0, 1]) -> Any:
        """Of the split last asked for: those to train on, or those to test on."""
        if not self._keeps:
            return rows_of(self.data.X, self._split[which])
        if which not in self._kept:
            self._kept[which] = rows_of(self.data.X, self._split[which])
        return own_copy(self._kept[which])
