"""One trained model, and fresh examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.plans.families.part import Split, constant_sizes


@dataclass(frozen=True, eq=False)
class TestSet:
    """One model that is already trained, and `n` fresh examples.

    `key` tells one set of items from another; `names` are what a table calls them, in its sorted order; `times` number
    the times of the items, where they are known.
    """

    __test__ = False  # no test of ours, whatever pytest makes of the name

    n: int
    key: str = ""
    names: NDArray[Any] | None = field(default=None, repr=False, compare=False)
    times: Indices | None = field(default=None, repr=False, compare=False)
    kind: str = field(default="test_set", init=False)

    def __len__(self) -> int:
        return 1

    def draw(self, i: int) -> Split:  # noqa: ARG002 - there is only one
        return np.zeros(0, dtype=np.intp), np.arange(self.n)

    def walk(self, start: int = 0) -> Iterator[Split]:
        yield from (self.draw(i) for i in range(start, 1))

    def sizes(self) -> tuple[Indices, Indices]:
        return constant_sizes(1, 0, self.n)

    def labels(self) -> dict[str, Indices]:
        return {"split": np.zeros(1, dtype=np.intp)}
