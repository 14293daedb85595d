"""Training windows that end before what they are tested on begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families.part import Split


@dataclass(frozen=True, eq=False)
class Windows:
    """The last `n_splits * n_test` units, tested in blocks in their order; training sets end `gap` units before."""

    n: int
    n_splits: int
    n_test: int
    gap: int = 0
    max_train: int | None = None
    kind: str = field(default="rolling", init=False)

    def __len__(self) -> int:
        return self.n_splits

    def draw(self, i: int) -> Split:
        start = self.n - (self.n_splits - i) * self.n_test
        end = start - self.gap
        first = 0 if self.max_train is None else max(0, end - self.max_train)
        return np.arange(first, end), np.arange(start, start + self.n_test)

    def walk(self, start: int = 0) -> Iterator[Split]:
        return (self.draw(i) for i in range(start, len(self)))

    def sizes(self) -> tuple[Indices, Indices]:
        ends = self.n - self.gap - np.arange(self.n_splits, 0, -1) * self.n_test
        n_train = ends if self.max_train is None else np.minimum(ends, self.max_train)
        return n_train.astype(np.intp), np.full(self.n_splits, self.n_test, dtype=np.intp)

    def labels(self) -> dict[str, Indices]:
        return {"split": np.arange(len(self))}
