"""Random halvings of the data, and splits inside each half."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families.drawn import ROOM, by_floyd, drawn_sets, drawn_together
from errbar.plans.families.part import Held, Split, apart, constant_sizes, random_order, stream

AT_ONCE = 2**16  # tested units drawn together: half a megabyte


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

    def _halvings(self, first: int = 0, at_once: int = 1) -> Iterator[tuple[Indices, Indices]]:
        """Halves, and the places tested in them: splits x units; so many halvings are drawn at once."""
        together = self._drawn_together
        for start in range(first, self.n_halvings, at_once):
            some = range(start, min(start + at_once, self.n_halvings))
            rngs = [stream(self.seed, "halves", halving) for halving in some]
            cuts = [self._cut(rng) for rng in rngs]
            if together:
                places = drawn_together(self.n // 2, self.n_test, 2 * self.half_splits, rngs)
                of_halves = places.reshape(-1, self.half_splits, self.n_test)
                yield from zip(chain.from_iterable(cuts), of_halves, strict=True)
            else:
                for halves, rng in zip(cuts, rngs, strict=True):
                    yield from self._one_by_one(halves, rng)

    def _one_by_one(
        self, halves: tuple[Indices, Indices], rng: np.random.Generator
    ) -> Iterator[tuple[Indices, Indices]]:
        for half in halves:
            strata = None if self.strata is None else self.strata[half]
            for places in drawn_sets(half.size, self.n_test, self.half_splits, strata, rng):
                yield half, places

    @property
    def _drawn_together(self) -> bool:
        """Whether the splits of both halves are: not with strata, nor where they would take much memory."""
        small = 2 * self.half_splits * (self.n // 2) <= ROOM
        return small and self.strata is None and by_floyd(self.n // 2, self.n_test)

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def walk(self, start: int = 0) -> Iterator[Split]:
        halving, place = divmod(start, 2 * self.half_splits)
        splits = (apart(self.n, test, half) for half, places in self._halvings(halving) for test in places)
        return islice(splits, place, None)

    def held(self) -> Iterator[Held]:
        """As `walk`, several at a time, without the cost of writing the training sets down."""
        at_once = max(1, AT_ONCE // (2 * self.half_splits * self.n_test)) if self._drawn_together else 1
        return ((half, half.take(places)) for half, places in self._halvings(at_once=at_once))

    def sizes(self) -> tuple[Indices, Indices]:
        return constant_sizes(len(self), self.n // 2 - self.n_test, self.n_test)

    def labels(self) -> dict[str, Indices]:
        halving, rest = np.divmod(np.arange(len(self)), 2 * self.half_splits)
        half, split = np.divmod(rest, self.half_splits)
        return {"halving": halving, "half": half, "split": split}
