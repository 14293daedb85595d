"""K-fold cross-validation, shuffled and repeated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from errbar.errors import InputError
from errbar.plans.families import Folds, Part
from errbar.plans.recipe import Recipe, Units


@dataclass(frozen=True)
class kfold(Recipe):
    """`n_folds` folds of a random order, `n_repeats` times with a fresh order; fold sizes differ by at most one."""

    kind: ClassVar[str] = "kfold"
    n_folds: int = 10
    n_repeats: int = 1
    stratify: bool = False

    def parts(self, units: Units) -> tuple[Part, ...]:
        return (Folds(units.n, check_folds(self.n_folds, units), self.n_repeats, units.seed, units.strata),)


def check_folds(n_folds: int, units: Units) -> int:
    if n_folds > units.n:
        raise InputError(f"n_folds={n_folds} is more than the {units.n} {units.word} there are.")
    return n_folds
