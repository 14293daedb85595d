"""A plan's splits without their training indices, and in batches: test sets of one size side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families import Part, Split, holding
from errbar.types import Plan

KEPT = 2**24  # test examples of a plan that is drawn once and kept, 128 MB; a larger one is drawn again when needed
T = TypeVar("T")


@dataclass(frozen=True, eq=False, slots=True)
class Parent:
    """Examples whose statistics serve several splits; `rows=None` means all of them."""

    rows: Indices | None


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """One split.

    Parameters
    ----------
    number : its number in the plan.
    parent, test : the examples it was cut from, and those it tests.
    leaves : whether the training set is the parent without the test set; otherwise it is the parent.
    """

    number: int
    parent: Parent
    test: Indices
    leaves: bool


class Cuts:
    """All splits of a plan in order, as often as asked for."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._kept: list[Cut] | None = None

    def __iter__(self) -> Iterator[Cut]:
        if self._kept is None and int(self.plan.n_test.sum()) <= KEPT:
            self._kept = list(_cuts(self.plan))
        return iter(self._kept) if self._kept is not None else _cuts(self.plan)


def training_counts(cuts: Cuts, codes: Indices) -> Iterator[tuple[Cut, Indices]]:
    """Each split, and how many examples of each class it trains on."""
    n_classes, parent, whole = int(codes.max()) + 1, None, codes
    for cut in cuts:
        if cut.parent is not parent:
            parent = cut.parent
            whole = np.bincount(codes if parent.rows is None else codes[parent.rows], minlength=n_classes)
        yield cut, whole - np.bincount(codes[cut.test], minlength=n_classes) if cut.leaves else whole


@dataclass(frozen=True, eq=False, slots=True)
class Batch:
    """Splits that are computed together; nothing a split gives depends on its company.

    Parameters
    ----------
    numbers : the splits' numbers in the plan.
    test : splits x test examples.
    parents, which : the distinct parents, and for each split the place of its own.
    leaves : as in `Cut`, the same for all; and either all have all examples as their parent, or none.
    """

    numbers: Indices
    test: Indices
    parents: tuple[Parent, ...]
    which: Indices
    leaves: bool


class PerParent(Generic[T]):
    """Something computed once per parent; only the parents of the last batch are remembered."""

    def __init__(self, compute: Callable[[Indices | None], T]) -> None:
        self._compute = compute
        self._known: dict[Parent, T] = {}

    def __call__(self, batch: Batch) -> list[T]:
        """One value for each of the batch's distinct parents."""
        known = self._known
        self._known = {p: known[p] if p in known else self._compute(p.rows) for p in batch.parents}
        return list(self._known.values())


def batches(cuts: Cuts, wanted: Set[int], width: Callable[[int], int]) -> Iterator[Batch]:
    """The wanted splits, `width(n_test)` at a time."""
    pending: dict[tuple[int, bool, bool], list[Cut]] = {}
    for cut in cuts:
        if cut.number not in wanted:
            continue
        key = (cut.test.size, cut.leaves, cut.parent.rows is None)
        group = pending.setdefault(key, [])
        group.append(cut)
        if len(group) >= width(cut.test.size):
            yield _batch(pending.pop(key))
    yield from map(_batch, pending.values())


def _batch(cuts: list[Cut]) -> Batch:
    parents = tuple(dict.fromkeys(cut.parent for cut in cuts))
    place = {parent: i for i, parent in enumerate(parents)}
    return Batch(
        numbers=np.array([cut.number for cut in cuts], dtype=np.intp),
        test=np.stack([cut.test for cut in cuts]),
        parents=parents,
        which=np.array([place[cut.parent] for cut in cuts], dtype=np.intp),
        leaves=cuts[0].leaves,
    )


def _cuts(plan: Plan) -> Iterator[Cut]:
    everything = Parent(None)
    for part, start in zip(plan.parts, plan.starts.tolist(), strict=False):
        last, parent = None, everything
        for number, (within, test, leaves) in enumerate(_examples(plan, part), start):
            if within is not last:  # consecutive splits of one half share the array
                last, parent = within, everything if within is None else Parent(within)
            yield Cut(number, parent, test, leaves)


def _examples(plan: Plan, part: Part) -> Iterator[tuple[Indices | None, Indices, bool]]:
    """Each split's parent (None: all examples), its test examples, and whether they leave the parent."""
    fast = holding(part)
    if fast is None:
        yield from (_from_indices(plan.examples(split), plan.n) for split in part.walk())
        return
    last, rows = None, None
    for within, test in fast.held():
        if within is not last:
            last, rows = within, None if within is None else plan.members(within)
        yield rows, plan.members(test), True


def _from_indices(split: Split, n: int) -> tuple[Indices | None, Indices, bool]:
    """Splits given as indices: where train is everything but test, all examples are the parent."""
    train, test = split
    left, trained = np.ones(n, dtype=bool), np.zeros(n, dtype=bool)
    left[test], trained[train] = False, True
    if train.size + test.size == n and np.array_equal(left, trained):
        return None, test, True
    return train, test, False
