"""Folds of a random order, one or two held out at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families.part import Held, Split, apart, fold_labels, random_order, side_by_side, stream


@dataclass(frozen=True, eq=False)
class Folds:
    """K-fold, repeated: each repeat deals a fresh random order out to K folds (sizes differ by at most one)."""

    n: int
    n_folds: int
    n_repeats: int
    seed: int
    strata: Indices | None = None
    kind: str = "kfold"

    def __len__(self) -> int:
        return self.n_folds * self.n_repeats

    def folds(self, repeat: int) -> list[Indices]:
        order = random_order(self.n, self.strata, stream(self.seed, self.kind, repeat))
        return [order[fold :: self.n_folds] for fold in range(self.n_folds)]

    def draw(self, i: int) -> Split:
        repeat, fold = divmod(i, self.n_folds)
        return apart(self.n, self.folds(repeat)[fold])

    def walk(self, start: int = 0) -> Iterator[Split]:
        for repeat in range(start // self.n_folds, self.n_repeats):
            first = max(0, start - repeat * self.n_folds)
            yield from (apart(self.n, test) for test in self.folds(repeat)[first:])

    def held(self) -> Iterator[Held]:
        """As `walk`, several at a time, without the cost of writing the training sets down."""
        return side_by_side(test for repeat in range(self.n_repeats) for test in self.folds(repeat))

    def sizes(self) -> tuple[Indices, Indices]:
        n_test = (self.n - np.arange(self.n_folds) + self.n_folds - 1) // self.n_folds
        return np.tile(self.n - n_test, self.n_repeats), np.tile(n_test, self.n_repeats)

    def labels(self) -> dict[str, Indices]:
        return fold_labels(len(self), self.n_folds)


@dataclass(frozen=True, eq=False)
class FoldPairs:
    """For the same folds as `Folds`, every split that holds out two folds: one fit serves both directions."""

    n: int
    n_folds: int
    n_repeats: int
    seed: int
    strata: Indices | None = None
    kind: str = field(default="pairs", init=False)

    def pairs(self) -> tuple[Indices, Indices]:
        """First and second fold of each pair, in order."""
        return np.triu_indices(self.n_folds, k=1)

    def __len__(self) -> int:
        return self.n_repeats * self.n_folds * (self.n_folds - 1) // 2

    def _single(self) -> Folds:
        return Folds(self.n, self.n_folds, self.n_repeats, self.seed, self.strata)

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def _tests(self, first_repeat: int = 0) -> Iterator[Indices]:
        for repeat in range(first_repeat, self.n_repeats):
            folds = self._single().folds(repeat)
            for first, second in zip(*self.pairs(), strict=True):
                yield np.concatenate((folds[first], folds[second]))

    def walk(self, start: int = 0) -> Iterator[Split]:
        repeat, pair = divmod(start, self.n_folds * (self.n_folds - 1) // 2)
        return (apart(self.n, test) for test in islice(self._tests(repeat), pair, None))

    def held(self) -> Iterator[Held]:
        """As `walk`, several at a time, without the cost of writing the training sets down."""
        return side_by_side(self._tests())

    def sizes(self) -> tuple[Indices, Indices]:
        n_test = self._single().sizes()[1][: self.n_folds]
        first, second = self.pairs()
        both = n_test[first] + n_test[second]
        return np.tile(self.n - both, self.n_repeats), np.tile(both, self.n_repeats)

    def labels(self) -> dict[str, Indices]:
        first, second = self.pairs()
        repeat = np.repeat(np.arange(self.n_repeats), first.size)
        return {"repeat": repeat, "fold": np.tile(first, self.n_repeats), "other": np.tile(second, self.n_repeats)}
