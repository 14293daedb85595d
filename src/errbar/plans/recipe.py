"""A recipe says how to split, and to have one is to have a checked one; `build` turns it into a Plan for n examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from numbers import Integral
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from errbar.check import check_count, check_discard, check_flag, check_test_size
from errbar.core.arrays import Indices
from errbar.errors import InputError
from errbar.plans.families import Part
from errbar.plans.plan import Plan
from errbar.plans.seed import RandomState, seed_from
from errbar.show.call import recorded

MOST_EXAMPLES = 10**12
MOST = 100_000_000  # splits: at a millisecond a fit more than a day


class Examples(Protocol):
    """What is split."""

    @property
    def n(self) -> int: ...
    @property
    def X(self) -> Any: ...
    @property
    def y(self) -> Any: ...
    @property
    def groups(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Units:
    """What is dealt out: `n` examples or groups, with their strata, and the seed of the run."""

    n: int
    seed: int
    strata: Indices | None
    word: str

    def n_test(self, test_size: float) -> int:
        """How many are tested: a fraction is rounded up as in scikit-learn, a whole number is a count."""
        n_test = int(test_size) if isinstance(test_size, Integral) else int(np.ceil(float(test_size) * self.n))
        if not 0 < n_test < self.n:
            raise InputError(
                f"test_size={test_size!r} of {self.n} {self.word} puts {n_test} in the test set: "
                f"at least one {self.word[:-1]} must be left on each side."
            )
        return n_test


@dataclass(frozen=True)
class Recipe:
    """Base of all plans: checks its settings and turns (n, y, groups) into units; a recipe only lists its parts."""

    kind: ClassVar[str]
    _least: ClassVar[Mapping[str, int]] = {"n_folds": 2, "n_rounds": 2, "gap": 0}  # of whole numbers; 1 of others

    def __post_init__(self) -> None:
        for field in fields(self):
            name, value = field.name, getattr(self, field.name)
            if value is not None or field.default is not None:
                object.__setattr__(self, name, self._checked(name, value))

    def _checked(self, name: str, value: Any) -> Any:
        if name in ("stratify", "distinct"):
            return check_flag(name, value)
        if name == "test_size":
            return check_test_size(value)
        return check_discard(value) if name == "discard" else check_count(name, value, self._least.get(name, 1))

    def parts(self, units: Units) -> tuple[Part, ...]:
        raise NotImplementedError

    @recorded
    def build(
        self, n: int, *, random_state: RandomState = None, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Plan:
        """The plan for `n` examples.

        Parameters
        ----------
        n : number of examples.
        random_state : int, Generator, RandomState or None; the same value gives the same splits.
        y : labels, needed where `stratify=True`.
        groups : one label per example; whole groups then go to train or test.
        """
        if check_count("n", n, at_least=2) > MOST_EXAMPLES:
            raise InputError(f"n must be at most {MOST_EXAMPLES:,} examples; got {n}.")
        return self.plan(int(n), seed_from(random_state), y, groups)

    def plan(self, n: int, seed: int, y: ArrayLike | None = None, groups: ArrayLike | None = None) -> Plan:
        """The same of a checked n and a seed."""
        stratify = getattr(self, "stratify", False)
        if groups is None:
            strata = _strata(y, n) if stratify else None
            return Plan(self.kind, n, self._counted(Units(n, seed, strata, "examples")), None, stratify)
        codes = _codes("groups", groups, n)
        n_groups = int(codes.max()) + 1
        if n_groups == n:  # every example its own group: nothing to keep together
            strata = _strata(y, n) if stratify else None
            return Plan(self.kind, n, self._counted(Units(n, seed, strata, "examples")), codes, stratify)
        if n_groups < 2:
            raise InputError("All examples are in one group, so it cannot be split between training and test.")
        strata = _rarest_of_groups(_strata(y, n), codes) if stratify else None
        return Plan(self.kind, n, self._counted(Units(n_groups, seed, strata, "groups")), codes, stratify)

    def _counted(self, units: Units) -> tuple[Part, ...]:
        """The parts, unless they are more splits than can be kept count of."""
        parts = self.parts(units)
        try:
            many = sum(map(len, parts)) > MOST
        except OverflowError:
            many = True
        if many:
            raise InputError(f"A plan of {self} is more than {MOST:,} splits, each with a fit: take fewer.")
        return parts


def plan_of(recipe: Recipe, data: Examples, seed: int) -> Plan:
    """The splits of checked data."""
    return recipe.plan(data.n, seed, data.y, data.groups)


def _rarest_of_groups(strata: Indices, groups: Indices) -> Indices:
    """For each group the class among its members that is rarest of all: its groups are spread over the splits."""
    places = np.argsort(np.argsort(np.bincount(strata), kind="stable"))  # 0 is the rarest class
    rarest = np.full(int(groups.max()) + 1, places.size, dtype=np.intp)
    np.minimum.at(rarest, groups, places[strata])
    return rarest


def _codes(what: str, labels: ArrayLike, n: int) -> Indices:
    try:
        array = np.asarray(labels)
    except ValueError:
        raise InputError(f"{what} must have one value per example ({n}); got rows of different lengths.") from None
    if array.shape != (n,):
        raise InputError(f"{what} must have one value per example ({n}); got an array of shape {array.shape}.")
    try:
        return np.unique(array, return_inverse=True)[1].reshape(-1).astype(np.intp)
    except TypeError:
        raise InputError(f"{what} mixes types (say, numbers and text), which cannot be put in order.") from None


def _strata(y: ArrayLike | None, n: int) -> Indices:
    if y is None:
        raise InputError("stratify=True needs y, the labels whose shares are to be kept.")
    codes = _codes("y", y, n)
    counts = np.bincount(codes)
    if counts.min() < 2:
        raise InputError(
            f"stratify=True needs at least 2 examples of every class; {int((counts < 2).sum())} of "
            f"{counts.size} classes have one."
        )
    return codes
