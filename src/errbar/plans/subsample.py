"""Independent random splits."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import ClassVar

from errbar.errors import InputError
from errbar.plans.families import Distinct, Part, Subsample, n_subsets
from errbar.plans.recipe import Recipe, Units


@dataclass(frozen=True)
class subsample(Recipe):
    """`n_splits` random splits into test (`test_size`: fraction, rounded up, or count) and training set (the rest).

    `discard` is a share of the examples thrown away once, before any split: the papers' way of aiming every
    method at the same training size ("throw 40 % away": n1 = n/2, n2 = n/10).
    `distinct` splits are drawn without replacement: no test set comes twice, and all of them may be asked for.
    """

    kind: ClassVar[str] = "subsample"
    n_splits: int = 25
    test_size: float = 0.1
    stratify: bool = False
    discard: float = 0.0
    distinct: bool = False

    def parts(self, units: Units) -> tuple[Part, ...]:
        part = full_splits(units, self.n_splits, self.test_size, self.discard)
        return (_distinct(part, units) if self.distinct else part,)


def _distinct(part: Subsample, units: Units) -> Distinct:
    if units.strata is not None:
        raise InputError("distinct=True draws every split with the same chance, so it does not go with stratify=True.")
    n = units.n - part.n_discarded
    possible = n_subsets(n, part.n_test)
    if part.n_splits > possible:
        raise InputError(
            f"n_splits={part.n_splits} different splits were asked for, and holding {part.n_test} of {n} {units.word} "
            f"out can be done in {possible} ways only: take n_splits={possible} or another test_size."
        )
    return Distinct.of(part)


def full_splits(units: Units, n_splits: int, test_size: float, discard: float, kind: str = "subsample") -> Subsample:
    """The J splits of the full data that several plans start with."""
    n_test = units.n_test(test_size)
    n_discarded = floor(discard * units.n + 1e-9)
    if units.n - n_discarded - n_test < 1:
        raise InputError(
            f"discard={discard:g} and test_size={test_size!r} leave no training example out of {units.n} {units.word}."
        )
    return Subsample(units.n, n_splits, n_test, units.seed, n_discarded, units.strata, kind)
