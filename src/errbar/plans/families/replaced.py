"""Folds of one half of the data, again and again with one unit of it replaced by one of the other half."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families.part import Held, Split, apart, stream


@dataclass(frozen=True, eq=False)
class Replaced:
    """K folds of floor(n/2) units; then the same folds with the first, the second, ... of them replaced by another."""

    n: int
    n_folds: int
    n_replaced: int
    seed: int
    kind: str = field(default="replaced", init=False)

    def __len__(self) -> int:
        return self.n_folds * (1 + self.n_replaced)

    def dealt(self) -> tuple[Indices, Indices]:
        """The units of one half in the order in which they are dealt to folds and replaced, and those of the other."""
        order, h = stream(self.seed, self.kind, 0).permutation(self.n), self.n // 2
        return order[:h], order[h : 2 * h]

    def _held(self, first: int = 0) -> Iterator[tuple[Indices, list[Indices]]]:
        """The units that are cut into folds, and the folds; none replaced is the first of them."""
        half, other = self.dealt()
        for replaced in range(first, 1 + self.n_replaced):
            units = half.copy()
            if replaced:
                units[replaced - 1] = other[replaced - 1]
            yield np.sort(units), [np.sort(units[fold :: self.n_folds]) for fold in range(self.n_folds)]

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def walk(self, start: int = 0) -> Iterator[Split]:
        first, place = divmod(start, self.n_folds)
        splits = (
            apart(self.n, np.searchsorted(units, test), units) for units, folds in self._held(first) for test in folds
        )
        return islice(splits, place, None)

    def held(self) -> Iterator[Held]:
        """As `walk`, several at a time, without the cost of writing the training sets down."""
        longer = (self.n // 2) % self.n_folds
        for units, folds in self._held():
            yield from ((units, np.stack(some)) for some in (folds[:longer], folds[longer:]) if some)

    def sizes(self) -> tuple[Indices, Indices]:
        h = self.n // 2
        n_test = np.tile((h - np.arange(self.n_folds) + self.n_folds - 1) // self.n_folds, 1 + self.n_replaced)
        return h - n_test, n_test

    def labels(self) -> dict[str, Indices]:
        replaced, fold = np.divmod(np.arange(len(self)), self.n_folds)
        return {"replaced": replaced - 1, "fold": fold}
