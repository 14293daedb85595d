"""Splits in time order: trained on what came before, tested on what came next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from errbar.errors import InputError
from errbar.plans.families import Part, Windows
from errbar.plans.plan import Plan
from errbar.plans.recipe import Recipe, Units


@dataclass(frozen=True)
class rolling(Recipe):
    """The last `n_splits` blocks of `test_size` rows (fraction, rounded up, or count), each predicted from rows before.

    Rows stand in the order of time. `gap` rows are left out between training and test set; `max_train` keeps only the
    latest rows of each training set, which grows without it. `groups` are times here: rows of one time stay together,
    and times are taken in sorted order, wherever their rows stand.
    """

    kind: ClassVar[str] = "rolling"
    n_splits: int = 10
    test_size: float = 0.05
    gap: int = 0
    max_train: int | None = None

    def parts(self, units: Units) -> tuple[Part, ...]:
        n_splits, n_test, gap = self.n_splits, units.n_test(self.test_size), self.gap
        left = units.n - n_splits * n_test - gap
        if left < 1:
            raise InputError(
                f"{n_splits} test sets of {n_test} and a gap of {gap} leave no training set before the first of "
                f"{units.n} {units.word}: take fewer splits or a smaller test_size."
            )
        return (Windows(units.n, n_splits, n_test, gap, self.max_train),)

    def plan(self, n: int, seed: int, y: ArrayLike | None = None, groups: ArrayLike | None = None) -> Plan:
        made = super().plan(n, seed, y, groups)
        if made.groups is not None and not made.counts_groups and bool((np.diff(made.groups) < 0).any()):
            raise InputError("groups are the times of a rolling plan, one per row here, and they fall: sort the rows.")
        return made
