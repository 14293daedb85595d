"""Votes between two models at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats


@dataclass(frozen=True, eq=False)
class Preferences:
    """Who was preferred to whom, vote by vote.

    Parameters
    ----------
    models : names, sorted.
    first, second : places in `models` of the two that were shown, the first one first.
    result : 1 where the first was preferred, 0 the second, 1/2 neither.
    groups : for each way in which votes belong together (prompt, judge), the group number of every vote.
    """

    models: tuple[str, ...]
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    result: Floats
    groups: tuple[NDArray[np.intp], ...] = ()

    def __len__(self) -> int:
        return self.first.size
