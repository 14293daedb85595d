"""Independent random splits."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import ClassVar

from errbar.check import check_count, check_number, check_test_size
from errbar.draws import Part, Subsample
from errbar.errors import InputError
from errbar.plans.recipe import Recipe, Units


@dataclass(frozen=True)
class subsample(Recipe):
    """`n_splits` random splits into test (`test_size`: fraction, rounded up, or count) and training set (the rest).

    `discard` is a share of the examples thrown away once, before any split: the papers' way of aiming every
    method at the same training size ("throw 40 % away": n1 = n/2, n2 = n/10).
    """

    kind: ClassVar[str] = "subsample"
    n_splits: int = 25
    test_size: float = 0.1
    stratify: bool = False
    discard: float = 0.0

    def parts(self, units: Units) -> tuple[Part, ...]:
        return (full_splits(units, self.n_splits, self.test_size, self.discard),)


def full_splits(units: Units, n_splits: int, test_size: float, discard: float, kind: str = "subsample") -> Subsample:
    """The J splits of the full data that several plans start with."""
    n_test = check_test_size(test_size, units.n, units.word)
    if not 0 <= check_number("discard", discard) < 1:
        raise InputError(f"discard must be a share from 0 up to, but not including, 1; got {discard!r}.")
    n_discarded = floor(discard * units.n + 1e-9)
    if units.n - n_discarded - n_test < 1:
        raise InputError(
            f"discard={discard:g} and test_size={test_size!r} leave no training example out of {units.n} {units.word}."
        )
    return Subsample(units.n, check_count("n_splits", n_splits), n_test, units.seed, n_discarded, units.strata, kind)
