"""A plan's splits without their training indices, and in batches: test sets of one size side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.plans.families import Part, Split, holding
from errbar.types import Plan

KEPT = 2**24  # test examples of a plan that is drawn once and kept, 128 MB; a larger one is drawn again when needed
T = TypeVar("T")
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True)
class Parent:
    """Examples whose statistics serve several splits; `rows=None` means all of them."""

    rows: Indices | None


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """Some consecutive splits of one parent.

    Parameters
    ----------
    first : the number of the first of them in the plan.
    parent, test : the examples they were cut from, and those they test: splits x examples.
    leaves : whether the training sets are the parent without the test sets; otherwise they are the parent.
    """

    first: int
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


def counted(codes: Indices, n_classes: int) -> Indices:
    """Of each row of class numbers, how many there are of each class."""
    shifted = codes + n_classes * np.arange(len(codes))[:, np.newaxis]
    return np.bincount(shifted.ravel(), minlength=len(codes) * n_classes).reshape(-1, n_classes)


def training_counts(cuts: Cuts, codes: Indices) -> Iterator[tuple[Cut, Indices]]:
    """Splits that may leave a class out, and how many examples of each they train on: splits x classes."""
    n_classes, parent, whole = int(codes.max()) + 1, None, codes
    for cut in cuts:
        if cut.parent is not parent:
            parent = cut.parent
            whole = np.bincount(codes if parent.rows is None else codes.take(parent.rows), minlength=n_classes)
        if not cut.leaves:
            yield cut, np.broadcast_to(whole, (len(cut.test), n_classes))
        elif whole.min() <= cut.test.shape[1]:
            yield cut, whole - counted(codes.take(cut.test), n_classes)


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

    def trained(self, place: int, n: int) -> Indices:
        """The rows, of n, that a split trains on, ascending where they are a set."""
        rows = self.parents[self.which[place]].rows
        if not self.leaves:
            assert rows is not None
            return np.array(rows)
        left = np.zeros(n, dtype=bool)
        left[slice(None) if rows is None else rows] = True
        left[self.test[place]] = False
        return np.flatnonzero(left)


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


Piece = tuple[Indices, Indices, Parent]  # numbers of splits, their test examples, their parent


def batches(cuts: Cuts, wanted: Flags, width: Callable[[int], int]) -> Iterator[Batch]:
    """The wanted splits (one flag each), `width(n_test)` at a time."""
    pending: dict[tuple[int, bool, bool], list[Piece]] = {}
    for cut in cuts:
        places = np.flatnonzero(wanted[cut.first : cut.first + len(cut.test)])
        at_once = width(cut.test.shape[1])
        key = (cut.test.shape[1], cut.leaves, cut.parent.rows is None)
        while places.size:
            group = pending.setdefault(key, [])
            room = at_once - sum([len(numbers) for numbers, _, _ in group])
            if room < places.size <= at_once and group:  # splits of one parent stay together where they can
                yield _batch(pending.pop(key), cut.leaves)
                continue
            some, places = places[:room], places[room:]
            tests = cut.test if some.size == len(cut.test) else cut.test[some]
            group.append((cut.first + some, tests, cut.parent))
            if some.size == room:
                yield _batch(pending.pop(key), cut.leaves)
    for (_, leaves, _), group in pending.items():
        yield _batch(group, leaves)


def _batch(pieces: list[Piece], leaves: bool) -> Batch:
    parents = tuple(dict.fromkeys(parent for _, _, parent in pieces))
    place = {parent: i for i, parent in enumerate(parents)}
    counts = [len(numbers) for numbers, _, _ in pieces]
    return Batch(
        numbers=np.concatenate([numbers for numbers, _, _ in pieces]),
        test=np.concatenate([tests for _, tests, _ in pieces]) if len(pieces) > 1 else pieces[0][1],
        parents=parents,
        which=np.repeat([place[parent] for _, _, parent in pieces], counts),
        leaves=leaves,
    )


def _cuts(plan: Plan) -> Iterator[Cut]:
    everything = Parent(None)
    for part, start in zip(plan.parts, plan.starts.tolist(), strict=False):
        last, parent, first = None, everything, start
        for within, tests, leaves in _examples(plan, part):
            if within is not last:  # consecutive splits of one half share the array
                last, parent = within, everything if within is None else Parent(within)
            yield Cut(first, parent, tests, leaves)
            first += len(tests)


def _examples(plan: Plan, part: Part) -> Iterator[tuple[Indices | None, Indices, bool]]:
    """Parents (None: all examples), their splits' test examples, and whether these leave the parent."""
    fast = holding(part)
    if fast is None:
        yield from (_from_indices(plan.examples(split), plan.n) for split in part.walk())
        return
    if not plan.counts_groups:
        yield from ((within, tests, True) for within, tests in fast.held())
        return
    last, rows = None, None
    for within, tests in fast.held():
        if within is not last:
            last, rows = within, None if within is None else plan.members(within)
        yield from ((rows, plan.members(test)[np.newaxis], True) for test in tests)


def _from_indices(split: Split, n: int) -> tuple[Indices | None, Indices, bool]:
    """Splits given as indices: where train is everything but test, all examples are the parent."""
    train, test = split
    left, trained = np.ones(n, dtype=bool), np.zeros(n, dtype=bool)
    left[test], trained[train] = False, True
    if train.size + test.size == n and np.array_equal(left, trained):
        return None, test[np.newaxis], True
    return train, test[np.newaxis], False
