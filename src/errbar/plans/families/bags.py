"""Bootstrap samples, each judged on every example; and all examples, trained on and judged alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families.part import BLOCK, Split, constant_sizes, stream


@dataclass(frozen=True, eq=False)
class Bags:
    """Training sets of `n` units drawn with replacement; every unit is tested, those in the sample included."""

    n: int
    n_splits: int
    seed: int
    kind: str = field(default="bags", init=False)

    def __len__(self) -> int:
        return self.n_splits

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def walk(self, start: int = 0) -> Iterator[Split]:
        block, place = divmod(start, BLOCK)
        return ((train, np.arange(self.n)) for train in islice(self._samples(block), place, None))

    def _samples(self, first: int) -> Iterator[Indices]:
        for start in range(first * BLOCK, self.n_splits, BLOCK):
            rng = stream(self.seed, self.kind, start // BLOCK)
            for _ in range(min(BLOCK, self.n_splits - start)):
                yield np.sort(rng.integers(0, self.n, self.n))

    def sizes(self) -> tuple[Indices, Indices]:
        return constant_sizes(self.n_splits, self.n, self.n)

    def labels(self) -> dict[str, Indices]:
        return {"split": np.arange(self.n_splits)}


@dataclass(frozen=True, eq=False)
class Everything:
    """Trained on all units and tested on all of them: what the error looks like ("apparent").

    Of kind "shuffled" the labels of the test units are those of all units in turn: each unit's loss is its mean over
    the n labels, what a model would lose if inputs told nothing of labels.
    """

    n: int
    kind: str = "apparent"

    def __len__(self) -> int:
        return 1

    def draw(self, i: int) -> Split:  # noqa: ARG002 - there is only one
        order = np.arange(self.n)
        return order, order if self.kind == "apparent" else order[::-1].copy()  # never taken for one another

    def walk(self, start: int = 0) -> Iterator[Split]:
        yield from (self.draw(i) for i in range(start, 1))

    def sizes(self) -> tuple[Indices, Indices]:
        return constant_sizes(1, self.n, self.n)

    def labels(self) -> dict[str, Indices]:
        return {"split": np.zeros(1, dtype=np.intp)}
