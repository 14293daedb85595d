"""A plan's splits in batches: test sets of one size side by side, and the examples each was cut from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from errbar.draws import FoldPairs, Folds, Halves, Held, Indices, Part, Split, Subsample
from errbar.types import Plan


@dataclass(frozen=True, eq=False, slots=True)
class Parent:
    """Examples whose statistics serve several splits; `rows=None` means all of them."""

    rows: Indices | None


@dataclass(frozen=True, eq=False, slots=True)
class Batch:
    """Splits that are computed together; nothing a split gives depends on its company.

    Parameters
    ----------
    numbers : the splits' numbers in the plan.
    test : splits x test examples.
    parents, which : the distinct parents, and for each split the place of its own.
    leaves : whether the training set is the parent without the test set; otherwise it is the parent.
    """

    numbers: Indices
    test: Indices
    parents: tuple[Parent, ...]
    which: Indices
    leaves: bool


@dataclass(frozen=True, eq=False, slots=True)
class _Cut:
    number: int
    parent: Parent
    test: Indices
    leaves: bool


def batches(plan: Plan, wanted: set[int], width: Callable[[int], int]) -> Iterator[Batch]:
    """The wanted splits, `width(n_test)` at a time."""
    pending: dict[tuple[int, bool], list[_Cut]] = {}
    for cut in _cuts(plan, wanted):
        key = (cut.test.size, cut.leaves)
        group = pending.setdefault(key, [])
        group.append(cut)
        if len(group) >= width(cut.test.size):
            yield _batch(pending.pop(key))
    yield from map(_batch, pending.values())


def _batch(cuts: list[_Cut]) -> Batch:
    parents = tuple(dict.fromkeys(cut.parent for cut in cuts))
    place = {parent: i for i, parent in enumerate(parents)}
    return Batch(
        numbers=np.array([cut.number for cut in cuts], dtype=np.intp),
        test=np.stack([cut.test for cut in cuts]),
        parents=parents,
        which=np.array([place[cut.parent] for cut in cuts], dtype=np.intp),
        leaves=cuts[0].leaves,
    )


def _cuts(plan: Plan, wanted: set[int]) -> Iterator[_Cut]:
    everything = Parent(None)
    for part, start in zip(plan.parts, plan.starts.tolist(), strict=False):
        last, parent = None, everything
        for number, (within, test, leaves) in enumerate(_examples(plan, part), start):
            if within is not last:  # consecutive splits of one half share the array
                last, parent = within, everything if within is None else Parent(within)
            if number in wanted:
                yield _Cut(number, parent, test, leaves)


def _examples(plan: Plan, part: Part) -> Iterator[tuple[Indices | None, Indices, bool]]:
    """Each split's parent (None: all examples), its test examples, and whether they leave the parent."""
    if not isinstance(part, Subsample | Folds | FoldPairs | Halves):
        groups = plan.groups if plan.counts_groups else None
        for train, test in part.walk():
            yield _from_indices((_members(train, groups, part.n), _members(test, groups, part.n)), plan.n)
    elif plan.groups is None or not plan.counts_groups:
        yield from ((within, test, True) for within, test in part.held())
    else:
        yield from ((within, test, True) for within, test in _from_groups(part.held(), plan.groups, part.n))


def _from_groups(held: Iterator[Held], groups: Indices, n_groups: int) -> Iterator[Held]:
    last, rows = None, None
    for within, test in held:
        if within is not last:
            last, rows = within, None if within is None else _members(within, groups, n_groups)
        yield rows, _members(test, groups, n_groups)


def _members(chosen: Indices, groups: Indices | None, n_groups: int) -> Indices:
    """The examples of the chosen groups; without groups the units are examples already."""
    if groups is None:
        return chosen
    inside = np.zeros(n_groups, dtype=bool)
    inside[chosen] = True
    return np.flatnonzero(inside[groups])


def _from_indices(split: Split, n: int) -> tuple[Indices | None, Indices, bool]:
    """Splits given as indices: where train is everything but test, all examples are the parent."""
    train, test = split
    left, trained = np.ones(n, dtype=bool), np.zeros(n, dtype=bool)
    left[test], trained[train] = False, True
    if train.size + test.size == n and np.array_equal(left, trained):
        return None, test, True
    return train, test, False
