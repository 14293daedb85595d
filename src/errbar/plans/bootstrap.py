"""Bootstrap samples to train on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from errbar.errors import InputError
from errbar.plans.families import Bags, Everything, Part
from errbar.plans.recipe import Recipe, Units


@dataclass(frozen=True)
class bootstrap(Recipe):
    """`n_splits` training sets of n examples drawn with replacement, each judged on all examples; and two fits on all.

    Methods for this plan look at the examples left out of each sample, and beside them at those in it. The last two
    fits give the apparent error, and the error where labels tell nothing of inputs.
    """

    kind: ClassVar[str] = "bootstrap"
    _least: ClassVar[Mapping[str, int]] = {"n_splits": 50}
    n_splits: int = 500

    def parts(self, units: Units) -> tuple[Part, ...]:
        if units.word != "examples":
            raise InputError("The bootstrap draws single examples, and groups must stay together: leave groups= out.")
        return Bags(units.n, self.n_splits, units.seed), Everything(units.n), Everything(units.n, "shuffled")
