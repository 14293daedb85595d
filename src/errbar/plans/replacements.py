"""Folds of all the data, and of half of it with one example replaced at a time: what `replace_one` reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from errbar.errors import InputError
from errbar.plans.families import Folds, Part, Replaced
from errbar.plans.recipe import Recipe, Units

MOST_FITS = 20_000  # of a plan that nobody asked to be so long
FEWER = 200  # replaced examples that are enough to tell a variance to a tenth or so


@dataclass(frozen=True)
class replacements(Recipe):
    """`n_folds` folds of all examples; then of one half of them, as they are and with one after another replaced.

    The half has h = floor(n/2) examples, and each is replaced by one of the other half; `n_replaced=None` replaces all
    h of them. Fits: n_folds (2 + n_replaced).
    """

    kind: ClassVar[str] = "replacements"
    _least: ClassVar[Mapping[str, int]] = {"n_folds": 2, "n_replaced": 2}
    n_folds: int = 5
    n_replaced: int | None = None

    def parts(self, units: Units) -> tuple[Part, ...]:
        h = units.n // 2
        if self.n_folds > h:
            raise InputError(f"n_folds={self.n_folds} is more than the {h} {units.word} that half of them are.")
        replaced = h if self.n_replaced is None else self.n_replaced
        if replaced > h:
            raise InputError(f"n_replaced={replaced} is more than the {h} {units.word} that half of them are.")
        fits = self.n_folds * (2 + replaced)
        if self.n_replaced is None and fits > MOST_FITS:
            raise InputError(
                f"To replace each of {h:,} {units.word} in {self.n_folds} folds means {fits:,} fits: "
                f"n_replaced={FEWER} replaces so many of them, with {self.n_folds * (2 + FEWER):,} fits."
            )
        return Folds(units.n, self.n_folds, 1, units.seed), Replaced(units.n, self.n_folds, replaced, units.seed)
