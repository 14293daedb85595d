"""The same resampling scheme, run again and again on the same data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from errbar.plans.families import Part
from errbar.plans.recipe import Recipe, Units
from errbar.plans.subsample import full_splits


@dataclass(frozen=True)
class pseudo_bootstrap(Recipe):
    """J = `n_splits` splits for the estimate and R = `n_rounds` further rounds of J splits: (R + 1) J fits."""

    kind: ClassVar[str] = "pseudo_bootstrap"
    n_splits: int = 15
    n_rounds: int = 15
    test_size: float = 0.1
    stratify: bool = False
    discard: float = 0.0

    def parts(self, units: Units) -> tuple[Part, ...]:
        first = full_splits(units, self.n_splits, self.test_size, self.discard)
        rounds = replace(first, n_splits=self.n_rounds * first.n_splits, kind="rounds", round_splits=first.n_splits)
        return first, rounds
