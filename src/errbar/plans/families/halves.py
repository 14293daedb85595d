"""Random halvings of the data, and splits inside each half."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families.drawn import drawn_sets
from errbar.plans.families.part import Held, Split, apart, constant_sizes, random_order, stream


@dataclass(frozen=True, eq=False)
class Halves:
    """Random halvings (odd leftover dropped); in each half `half_splits` splits with the full plan's `n_test`."""

    n: int
    n_halvings: int
    half_splits: int
    n_test: int
    seed: int
    strata: Indices | None = None
    kind: str = field(default="halves", init=False)

    def __len__(self) -> int:
        return 2 * self.n_halvings * self.half_splits

    def halves(self, halving: int) -> tuple[Indices, Indices]:
        """The two disjoint halves of floor(n/2) units."""
        return self._cut(stream(self.seed, "halves", halving))

    def _cut(self, rng: np.random.Generator) -> tuple[Indices, Indices]:
        order, h = random_order(self.n, self.strata, rng), self.n // 2
        return np.sort(order[0 : 2 * h : 2]), np.sort(order[1 : 2 * h : 2])

    def _halving(self, halving: int) -> Iterator[tuple[Indices, Indices]]:
        """Halves, and the places tested in them: splits x units."""
        rng = stream(self.seed, "halves", halving)
        for half in self._cut(rng):
            strata = None if self.strata is None else self.strata[half]
            for places in drawn_sets(half.size, self.n_test, self.half_splits, strata, rng):
                yield half, places

    def _halvings(self, first: int = 0) -> Iterator[tuple[Indices, Indices]]:
        for halving in range(first, self.n_halvings):
            yield from self._halving(halving)

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def walk(self, start: int = 0) -> Iterator[Split]:
        halving, place = divmod(start, 2 * self.half_splits)
        splits = (apart(self.n, test, half) for half, places in self._halvings(halving) for test in places)
        return islice(splits, place, None)

    def held(self) -> Iterator[Held]:
        """As `walk`, several at a time, without the cost of writing the training sets down."""
        return ((half, half.take(places)) for half, places in self._halvings())

    def sizes(self) -> tuple[Indices, Indices]:
        return constant_sizes(len(self), self.n // 2 - self.n_test, self.n_test)

    def labels(self) -> dict[str, Indices]:
        halving, rest = np.divmod(np.arange(len(self)), 2 * self.half_splits)
        half, split = np.divmod(rest, self.half_splits)
        return {"halving": halving, "half": half, "split": split}
