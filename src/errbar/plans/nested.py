"""Nested cross-validation in the sense of Bates, Hastie and Tibshirani (a variance device, not tuning)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from errbar.errors import InputError
from errbar.plans.families import FoldPairs, Folds, Part
from errbar.plans.kfold import check_folds
from errbar.plans.recipe import Recipe, Units


@dataclass(frozen=True)
class nested(Recipe):
    """K folds, `n_repeats` times, and for the same folds every fit that leaves two of them out.

    A fit without folds {i, j} serves both directions, so a repeat costs K (K + 1) / 2 fits, not K^2.
    """

    kind: ClassVar[str] = "nested"
    n_folds: int = 5
    n_repeats: int = 10
    stratify: bool = False

    def parts(self, units: Units) -> tuple[Part, ...]:
        if check_folds(self.n_folds, units) < 3:
            raise InputError(
                f"nested needs n_folds of at least 3, so that two folds can be left out; got {self.n_folds}."
            )
        shape = units.n, self.n_folds, self.n_repeats, units.seed, units.strata
        return Folds(*shape), FoldPairs(*shape)
