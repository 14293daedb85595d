"""A plan is an ordered list of splits that are rebuilt by number, never stored as n_splits x n integers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.errors import InputError, NeedsError
from errbar.plans.families import BLOCK, Chosen, Part, Sizes, Split, Subsample, TestSet, holding
from errbar.show.call import Call

# Which parts a plan of each kind is made of. A plan with more parts serves every kind whose parts it has.
PARTS = {
    "subsample": ("subsample",),
    "kfold": ("kfold",),
    "halvings": ("subsample", "halves"),
    "pseudo_bootstrap": ("subsample", "rounds"),
    "five_by_two": ("five_by_two",),
    "nested": ("kfold", "pairs"),
    "holdout": ("holdout",),
    "test_set": ("test_set",),
    "custom": ("custom",),
    "rolling": ("rolling",),
    "bootstrap": ("bags", "apparent", "shuffled"),
    "replacements": ("kfold", "replaced"),
}


@dataclass(frozen=True, eq=False)
class Plan:
    """Splits of `n` examples: `len(plan)`, `plan[i] -> (train, test)`, iterable, usable as scikit-learn's `cv=`.

    Parameters
    ----------
    kind : what the splits are, e.g. "subsample" or "halvings".
    n : number of examples.
    parts : the families of splits, in order.
    groups : for each example the number of its group, where whole groups were split.
    stratified : whether the splits keep the class shares.
    """

    kind: str
    n: int
    parts: tuple[Part, ...]
    groups: Indices | None = None
    stratified: bool = False
    _call: Call | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self) == 0:
            raise InputError("A plan needs at least one split.")

    @cached_property
    def starts(self) -> Indices:
        """Number of the first split of each part, and the total at the end."""
        return np.concatenate(([0], np.cumsum([len(part) for part in self.parts], dtype=np.intp)))

    def __len__(self) -> int:
        return int(self.starts[-1])

    def __iter__(self) -> Iterator[Split]:
        for part in self.parts:
            yield from (self.examples(split) for split in part.walk())

    def tests(self) -> Iterator[Indices]:
        """The test examples of each split, in order."""
        for part in self.parts:
            fast = holding(part)
            if fast is None:
                yield from (self.members(test) for _, test in part.walk())
            else:
                yield from (self.members(test) for _, tests in fast.held() for test in tests)

    def __getitem__(self, i: int) -> Split:
        if not -len(self) <= i < len(self):
            raise IndexError(f"split {i} of a plan with {len(self)} splits")
        part, place = self.locate(i % len(self))
        return self.examples(part.draw(place))

    def locate(self, number: int) -> tuple[Part, int]:
        """The part that split `number` belongs to, and its place in it."""
        which = int(np.searchsorted(self.starts, number, side="right")) - 1
        return self.parts[which], number - int(self.starts[which])

    def examples(self, split: Split) -> Split:
        """A split of this plan's units as a split of examples."""
        return self.members(split[0]), self.members(split[1])

    def members(self, units: Indices) -> Indices:
        """From groups to the examples in them; explicit splits name examples already."""
        if self.groups is None or not self.counts_groups:
            return units
        chosen = np.zeros(self.parts[0].n, dtype=bool)
        chosen[units] = True
        return np.flatnonzero(chosen[self.groups])

    @property
    def n_trained(self) -> int:
        """Examples from this one on are only ever tested."""
        if self.counts_groups:
            return self.n
        return max(getattr(part, "n_trained", part.n) for part in self.parts)

    @cached_property
    def counts_groups(self) -> bool:
        """Whether the parts draw groups rather than examples."""
        return self.groups is not None and self.parts[0].n != self.n

    @cached_property
    def _unit_sizes(self) -> tuple[Indices, Indices]:
        sizes = [part.sizes() for part in self.parts]
        return np.concatenate([train for train, _ in sizes]), np.concatenate([test for _, test in sizes])

    @cached_property
    def _example_sizes(self) -> tuple[Indices, Indices]:
        if not self.counts_groups:
            return self._unit_sizes
        sizes = [(train.size, test.size) for train, test in self]
        n_train, n_test = np.array(sizes, dtype=np.intp).T
        return n_train, n_test

    @cached_property
    def n_train(self) -> Indices:
        """Training examples of each split."""
        return self._example_sizes[0]

    @cached_property
    def n_test(self) -> Indices:
        """Test examples of each split."""
        return self._example_sizes[1]

    @cached_property
    def knows_sizes(self) -> bool:
        return bool((self._unit_sizes[0] > 0).all() and (self._unit_sizes[1] > 0).all())

    @cached_property
    def knows_counts(self) -> bool:
        """Whether the sizes are numbers of examples: those of given numbers with n_test = 1 may be a ratio only."""
        return self.knows_sizes and (self.knows_indices or not bool((self.n_test == 1).all()))

    @cached_property
    def knows_indices(self) -> bool:
        return not any(isinstance(part.of if isinstance(part, Chosen) else part, Sizes) for part in self.parts)

    @cached_property
    def ratio(self) -> float:
        """n2/n1, test over training size: sum over sum where sizes differ; in groups where groups were split."""
        if not self.knows_sizes:
            raise NeedsError(
                "The test and training sizes of these splits are not known. "
                "Give n_train and n_test; for K folds of unknown size n_train=K-1, n_test=1 gives their ratio."
            )
        if self.groups is not None and not self.counts_groups:
            counts = [(np.unique(self.groups[a]).size, np.unique(self.groups[b]).size) for a, b in self]
            train, test = np.sum(counts, axis=0)
            return float(test / train)
        train, test = self._unit_sizes
        return float(test.sum() / train.sum())

    @cached_property
    def n_tested(self) -> int:
        """Examples that the estimate can have seen: n, or the number of tests where there were fewer."""
        return int(min(self.n, self.n_test[: len(self.parts[0])].sum()))

    @cached_property
    def n_groups(self) -> int | None:
        """How many groups were split; None where examples were."""
        return None if self.groups is None else int(np.unique(self.groups).size)

    @cached_property
    def n_different(self) -> int:
        """Splits that tell of something new: all, or where groups were split those that differ, no more than groups."""
        first = len(self.parts[0])
        if self.n_groups is None:
            return first
        return min(len({test.tobytes() for test in islice(self.tests(), first)}), self.n_groups)

    @cached_property
    def in_time(self) -> bool:
        """Whether the order of what is tested is known to be that of time."""
        return self.kind == "rolling" or getattr(self.parts[0], "times", None) is not None

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """The kinds of plan whose splits this one holds."""
        mine = {part.kind for part in self.parts}
        return frozenset(kind for kind, parts in PARTS.items() if mine.issuperset(parts))

    def has(self, kind: str) -> bool:
        """Whether this plan holds all splits that a plan of `kind` needs."""
        return kind in self._kinds

    def places(self, kind: str) -> list[slice]:
        """Where the splits of a plan of `kind` stand in this one."""
        spans = {part.kind: slice(*span) for part, span in zip(self.parts, pairwise(self.starts.tolist()), strict=True)}
        return [spans[name] for name in PARTS[kind]]

    def view(self, kind: str) -> Plan:
        """The plan of `kind` that is contained in this one."""
        if kind == self.kind:
            return self
        chosen = {part.kind: part for part in self.parts}
        return Plan(kind, self.n, tuple(chosen[name] for name in PARTS[kind]), self.groups, self.stratified)

    def chosen(self, numbers: Indices) -> Plan:
        """A plan of only these splits, numbered upwards."""
        parts: list[Part] = []
        for part, (start, stop) in zip(self.parts, pairwise(self.starts.tolist()), strict=True):
            inside = numbers[(numbers >= start) & (numbers < stop)] - start
            if inside.size:
                parts.append(Chosen(part, inside))
        kind = self.kind if self.kind == "rolling" else "custom"
        plan = Plan(kind, self.n, tuple(parts), self.groups, self.stratified)
        if self.counts_groups:  # known here: counting again would mean drawing every split again
            plan.__dict__["_example_sizes"] = tuple(size[numbers] for size in self._example_sizes)
        return plan

    @property
    def can_start(self) -> bool:
        """Whether its first splits are a plan of the same kind: independent random splits alone."""
        return self.kind == "subsample" and type(self.parts[0]) is Subsample and len(self.parts) == 1

    def started(self, n_splits: int) -> Plan:
        """The plan that would have been drawn had only so many splits been asked for, where it `can_start`."""
        first = self.parts[0]
        assert isinstance(first, Subsample)
        return Plan(self.kind, self.n, (replace(first, n_splits=n_splits),), self.groups, self.stratified)

    def fingerprint(self) -> str:
        """Hash of every split's indices: equal for equal splits, however they were made."""
        if not self.knows_indices:
            raise InputError(
                "These scores came without their splits, so nobody can tell whether they share them. "
                "Pass all models in one call: Scores.from_splits({'a': ..., 'b': ...}, ...)."
            )
        keys = "".join(part.key for part in self.parts if isinstance(part, TestSet))
        digest = hashlib.sha256(f"{self.n};{len(self)};{keys}".encode())
        for train, test in self:
            digest.update(np.ascontiguousarray(train, dtype="<i8").tobytes() + b"|")
            digest.update(np.ascontiguousarray(test, dtype="<i8").tobytes() + b";")
        return digest.hexdigest()

    def labels(self) -> dict[str, NDArray[np.intp] | list[str]]:
        """One column per label (part, split, repeat, fold, ...); -1 where a part does not use it."""
        columns: dict[str, NDArray[np.intp] | list[str]] = {"part": [p.kind for p in self.parts for _ in range(len(p))]}
        for part, start in zip(self.parts, self.starts.tolist(), strict=False):
            for name, values in part.labels().items():
                column = columns.setdefault(name, np.full(len(self), -1, dtype=np.intp))
                assert isinstance(column, np.ndarray)
                column[start : start + len(part)] = values
        return columns

    @property
    def is_one_partition(self) -> bool:
        """Whether the test sets are the folds of a single K-fold run."""
        first = self.parts[0]
        n_folds = getattr(first, "n_folds", None)
        return n_folds is not None and n_folds == len(first)

    @property
    def n_discarded(self) -> int:
        first = self.parts[0]
        return first.n_discarded if isinstance(first, Subsample) else 0


FOLLOWS = ("_kinds", "in_time", "n_train", "n_test", "knows_counts", "n_tested", "n_groups", "n_different")


def counted(plan: Plan) -> Plan:
    """The plan with its sizes, and all that follows from its parts, worked out: of whole groups every split is drawn.

    For who will fit: nothing about the plan is left to be found out between the fits, or in a worker.
    """
    for fact in (*FOLLOWS, "ratio") if plan.knows_sizes else FOLLOWS:
        getattr(plan, fact)
    return plan


@dataclass(eq=False, slots=True)
class Reader:
    """Splits of a plan by number, for who asks in ascending order: drawing goes on where the last split ended."""

    plan: Plan
    _part: Part | None = field(default=None, init=False)
    _next: int = field(default=0, init=False)
    _walk: Iterator[Split] = field(init=False)

    def __getitem__(self, number: int) -> Split:
        part, place = self.plan.locate(number)
        if part is not self._part or not self._next <= place < self._next + BLOCK:
            self._part, self._walk, self._next = part, part.walk(place), place
        split = next(islice(self._walk, place - self._next, None))
        self._next = place + 1
        return self.plan.examples(split)
