"""Independent random splits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families.drawn import drawn_sets
from errbar.plans.families.part import BLOCK, Held, Split, apart, choose, constant_sizes, stream


@dataclass(frozen=True, eq=False)
class Subsample:
    """Independent random splits, each with `n_test` test units; train is the rest.

    `n_discarded` units are thrown away once, the same ones for every split (papers: 40 % to aim at mu(n/2)).
    """

    n: int
    n_splits: int
    n_test: int
    seed: int
    n_discarded: int = 0
    strata: Indices | None = None
    kind: str = "subsample"
    round_splits: int | None = None  # splits per round, where they come in rounds

    def __len__(self) -> int:
        return self.n_splits

    def kept(self) -> Indices | None:
        if self.n_discarded == 0:
            return None
        lost = choose(self.n, self.n_discarded, self.strata, stream(self.seed, "discard", 0))
        return apart(self.n, lost)[0]

    def _block(self, kept: Indices | None, block: int, upto: int) -> Iterator[Indices]:
        """The places tested, splits x units."""
        rng = stream(self.seed, self.kind, block)
        strata = self.strata if kept is None or self.strata is None else self.strata[kept]
        return drawn_sets(self.n - self.n_discarded, self.n_test, upto, strata, rng)

    def _blocks(self, kept: Indices | None, first: int = 0) -> Iterator[Indices]:
        for start in range(first * BLOCK, self.n_splits, BLOCK):
            yield from self._block(kept, start // BLOCK, min(BLOCK, self.n_splits - start))

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def walk(self, start: int = 0) -> Iterator[Split]:
        kept, (block, place) = self.kept(), divmod(start, BLOCK)
        splits = (apart(self.n, test, kept) for places in self._blocks(kept, block) for test in places)
        return islice(splits, place, None)

    def held(self) -> Iterator[Held]:
        """As `walk`, several at a time, without the cost of writing the training sets down."""
        kept = self.kept()
        return ((kept, places if kept is None else kept.take(places)) for places in self._blocks(kept))

    def sizes(self) -> tuple[Indices, Indices]:
        return constant_sizes(self.n_splits, self.n - self.n_discarded - self.n_test, self.n_test)

    def labels(self) -> dict[str, Indices]:
        if self.round_splits is None:
            return {"split": np.arange(self.n_splits)}
        number, split = np.divmod(np.arange(self.n_splits), self.round_splits)
        return {"round": number, "split": split}
