"""Five replications of two-fold cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from errbar.plans.families import Folds, Part
from errbar.plans.recipe import Recipe, Units


@dataclass(frozen=True)
class five_by_two(Recipe):
    """Five random halvings; in each, either half is tested with a model trained on the other (10 fits)."""

    kind: ClassVar[str] = "five_by_two"
    stratify: bool = False

    def parts(self, units: Units) -> tuple[Part, ...]:
        return (Folds(units.n, 2, 5, units.seed, units.strata, kind="five_by_two"),)
