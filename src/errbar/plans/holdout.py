"""One training set, one test set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from errbar.plans.families import Part, Subsample
from errbar.plans.recipe import Recipe, Units


@dataclass(frozen=True)
class holdout(Recipe):
    """One random split; `test_size` is a fraction (rounded up) or a count."""

    kind: ClassVar[str] = "holdout"
    test_size: float = 1 / 3
    stratify: bool = False

    def parts(self, units: Units) -> tuple[Part, ...]:
        n_test = units.n_test(self.test_size)
        return (Subsample(units.n, 1, n_test, units.seed, strata=units.strata, kind="holdout"),)
