"""The losses of every model in every split, written into one array as they come: all the memory a run needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress, pairwise

import numpy as np
from numpy.typing import NDArray

from errbar.run.fit import Fit, FitBlock, Share
from errbar.run.warned import Warned


class Ledger:
    """Fits as they finish, in any order.

    Parameters
    ----------
    names : the models.
    sizes : how many numbers each split gives: its test examples, or one score.
    """

    def __init__(self, names: Sequence[str], sizes: NDArray[np.intp]) -> None:
        self.rows = {name: row for row, name in enumerate(names)}
        self.offsets = np.concatenate(([0], np.cumsum(sizes)))
        self.losses = np.empty((len(names), int(self.offsets[-1])))
        self._ends: list[int] = self.offsets.tolist()
        self.done = np.zeros((len(names), sizes.size), dtype=bool)
        self.fit_seconds = dict.fromkeys(names, 0.0)
        self.predict_seconds = dict.fromkeys(names, 0.0)
        self.warnings: Counter[Warned] = Counter()

    def add(self, fits: Iterable[Fit]) -> int:
        """How many came."""
        if isinstance(fits, FitBlock):
            return self._add_block(fits)
        count = 0
        for count, fit in enumerate(fits, 1):  # noqa: B007
            row = self.rows[fit.name]
            self.losses[row, self._ends[fit.number] : self._ends[fit.number + 1]] = fit.losses
            self.done[row, fit.number] = True
            self.fit_seconds[fit.name] += fit.fit_seconds
            self.predict_seconds[fit.name] += fit.predict_seconds
            if fit.warnings:
                self.warnings.update(fit.warnings)
        return count

    def _add_block(self, block: FitBlock) -> int:
        row, numbers = self.rows[block.name], block.numbers
        breaks = [0, *(1 + np.flatnonzero(np.diff(numbers) != 1)).tolist(), numbers.size]
        for start, stop in pairwise(breaks) if numbers.size else ():  # splits in a row stand in a row
            first, last = int(numbers[start]), int(numbers[stop - 1])
            self.losses[row, self._ends[first] : self._ends[last + 1]] = block.losses[start:stop].reshape(-1)
        self.done[row, numbers] = True
        self.fit_seconds[block.name] += block.seconds * numbers.size
        return numbers.size

    def lacks(self, fit: Fit) -> bool:
        return not self.done[self.rows[fit.name], fit.number]

    def finished(self) -> NDArray[np.intp]:
        """The splits that every model has finished."""
        return np.flatnonzero(self.done.all(axis=0))

    def of(self, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
        """The losses of some splits, one after another; of all of them without a copy."""
        if numbers.size == self.done.shape[1]:
            return self.losses
        return np.concatenate([self.losses[:, self.offsets[i] : self.offsets[i + 1]] for i in numbers], axis=1)


def shares_of(left: NDArray[np.bool_], names: Sequence[str]) -> list[Share]:
    """What is left to fit, models x splits, split by split."""
    names, numbers = tuple(names), np.flatnonzero(left.any(axis=0))
    if left[:, numbers].all():
        return [(number, names) for number in numbers.tolist()]
    columns = left[:, numbers].T.tolist()
    return [(number, tuple(compress(names, some))) for number, some in zip(numbers.tolist(), columns, strict=True)]
