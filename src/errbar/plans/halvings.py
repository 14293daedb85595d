"""Splits of all the data, and splits inside random halves of it: what conservative Z and calibrated t read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from errbar.errors import InputError
from errbar.plans.families import Halves, Part
from errbar.plans.recipe import Recipe, Units
from errbar.plans.subsample import full_splits


@dataclass(frozen=True)
class halvings(Recipe):
    """J = `n_splits` splits of all data; then M = `n_halvings` random halvings with `half_splits` splits in each half.

    The halves have floor(n/2) examples (an odd one is left out), the same test size n2 and n1' = floor(n/2) - n2.
    `half_splits=None` means as many as `n_splits`. Fits: J + 2 M half_splits. `discard` touches only the J splits.
    """

    kind: ClassVar[str] = "halvings"
    n_splits: int = 15
    n_halvings: int = 10
    test_size: float = 0.1
    half_splits: int | None = None
    stratify: bool = False
    discard: float = 0.0

    def parts(self, units: Units) -> tuple[Part, ...]:
        full = full_splits(units, self.n_splits, self.test_size, self.discard)
        if units.n // 2 <= full.n_test:
            raise InputError(
                f"A half has {units.n // 2} {units.word} and the test set {full.n_test}: nothing is left to train on. "
                f"Take test_size below one half."
            )
        half_splits = self.n_splits if self.half_splits is None else self.half_splits
        return full, Halves(units.n, self.n_halvings, half_splits, full.n_test, units.seed, units.strata)
