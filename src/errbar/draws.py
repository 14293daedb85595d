"""How splits are drawn. A part is a family of splits of `n` units that is rebuilt from a seed and a number:

randomness comes in one stream per fixed block of splits (`SeedSequence(seed, spawn_key=(kind, block))`),
so split 217 can be drawn anywhere, alone, and asking for more splits later leaves the first ones as they were.
Units are examples, or whole groups of examples.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import blake2b
from itertools import islice
from math import comb
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from errbar.errors import InputError

Indices = NDArray[np.intp]
Split = tuple[Indices, Indices]
Held = tuple[Indices | None, Indices]  # the units a split is cut from (None: all) and, sorted, those it tests

BLOCK = 32  # splits per stream: a fresh generator costs about as much as three draws
ENUMERATED = 2**16  # up to so many possible splits, their order is shuffled outright
LARGEST = 2**62  # stands for any larger number of possible splits
# One number per family keeps their streams apart (`pairs` draws the folds of `kfold`, its number is for fits only).
STREAMS = {
    "holdout": 1, "subsample": 2, "kfold": 3, "five_by_two": 4, "halves": 5, "rounds": 6,
    "discard": 7, "fit": 8, "pairs": 9, "custom": 10, "test_set": 11, "distinct": 12, "time": 10,
}  # fmt: skip


class Part(Protocol):
    """A family of splits: `draw(i)` rebuilds one, `walk(i)` that one and all after it without drawing a block twice."""

    @property
    def kind(self) -> str: ...
    @property
    def n(self) -> int: ...
    def __len__(self) -> int: ...
    def draw(self, i: int) -> Split: ...
    def walk(self, start: int = 0) -> Iterator[Split]: ...
    def sizes(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]: ...
    def labels(self) -> dict[str, NDArray[np.intp]]: ...


def stream(seed: int, kind: str, block: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(STREAMS[kind], block))))


def _random_order(n: int, strata: Indices | None, rng: np.random.Generator) -> Indices:
    """A random order of the units; with strata, sorted by stratum and random inside each."""
    order = rng.permutation(n)
    return order if strata is None else order[np.argsort(strata[order], kind="stable")]


def _choose(n: int, n_test: int, strata: Indices | None, rng: np.random.Generator) -> Indices:
    """`n_test` of `n` units, each equally likely; with strata, spread over them in proportion.

    The stratified draw is systematic sampling with a random start, so every stratum gets the whole numbers
    next to its share and every unit the same chance.
    """
    if strata is None:
        return rng.choice(n, n_test, replace=False, shuffle=False)
    order = _random_order(n, strata, rng)
    # min(): start + n_test - 1 may round up to n_test in floating point
    places = np.minimum((rng.random() + np.arange(n_test)) * n / n_test, n - 1).astype(np.intp)
    return order[places]


def _apart(n: int, test: Indices, within: Indices | None = None) -> Split:
    """(train, test), both sorted: train is every unit of `within` (all, if None) that is not tested."""
    held = np.zeros(n if within is None else within.size, dtype=bool)
    held[test] = True
    (test,), (train,) = held.nonzero(), (~held).nonzero()
    return (train, test) if within is None else (within.take(train), within.take(test))


def _held(places: Indices, within: Indices | None = None) -> Held:
    places = np.sort(places)
    return within, places if within is None else within.take(places)


def _constant_sizes(n_splits: int, n_train: int, n_test: int) -> tuple[Indices, Indices]:
    return np.full(n_splits, n_train, dtype=np.intp), np.full(n_splits, n_test, dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Subsample:
    """Independent random splits, each with `n_test` test units; train is the rest.

    `n_discarded` units are thrown away once, the same ones for every split (papers: 40 % to aim at mu(n/2)).
    """

    n: int
    n_splits: int
    n_test: int
    seed: int
    n_discarded: int = 0
    strata: Indices | None = None
    kind: str = "subsample"
    round_splits: int | None = None  # splits per round, where they come in rounds

    def __len__(self) -> int:
        return self.n_splits

    def kept(self) -> Indices | None:
        if self.n_discarded == 0:
            return None
        lost = _choose(self.n, self.n_discarded, self.strata, stream(self.seed, "discard", 0))
        return _apart(self.n, lost)[0]

    def _block(self, kept: Indices | None, block: int, upto: int) -> Iterator[Indices]:
        rng = stream(self.seed, self.kind, block)
        strata = self.strata if kept is None or self.strata is None else self.strata[kept]
        n_kept = self.n - self.n_discarded
        for _ in range(upto):
            yield _choose(n_kept, self.n_test, strata, rng)

    def _blocks(self, kept: Indices | None, first: int = 0) -> Iterator[Indices]:
        for start in range(first * BLOCK, self.n_splits, BLOCK):
            yield from self._block(kept, start // BLOCK, min(BLOCK, self.n_splits - start))

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def walk(self, start: int = 0) -> Iterator[Split]:
        kept, (block, place) = self.kept(), divmod(start, BLOCK)
        return (_apart(self.n, places, kept) for places in islice(self._blocks(kept, block), place, None))

    def held(self) -> Iterator[Held]:
        """As `walk`, without the cost of writing the training sets down."""
        kept = self.kept()
        return (_held(places, kept) for places in self._blocks(kept))

    def sizes(self) -> tuple[Indices, Indices]:
        return _constant_sizes(self.n_splits, self.n - self.n_discarded - self.n_test, self.n_test)

    def labels(self) -> dict[str, Indices]:
        if self.round_splits is None:
            return {"split": np.arange(self.n_splits)}
        number, split = np.divmod(np.arange(self.n_splits), self.round_splits)
        return {"round": number, "split": split}


def _no_places() -> Indices:
    return np.zeros(0, dtype=np.intp)


@dataclass(frozen=True, eq=False)
class Distinct(Subsample):
    """Random splits of which no two are equal: drawn without replacement from all possible ones (`Distinct.of`).

    Where there are few possible splits, their numbers are shuffled. Where there are many, splits are drawn as
    `Subsample` draws them, and one that was there before is drawn again from a stream of its own; `redrawn` and
    `attempts` record which, and which of its draws was new. So every split is still rebuilt alone, and a longer
    plan starts as a shorter one.
    """

    redrawn: Indices = field(default_factory=_no_places)
    attempts: Indices = field(default_factory=_no_places)

    @classmethod
    def of(cls, part: Subsample) -> Distinct:
        """The distinct splits of the same shape, seed and number; there must be as many."""
        bare = cls(part.n, part.n_splits, part.n_test, part.seed, part.n_discarded)
        if bare.n_possible <= ENUMERATED:
            return bare
        seen: set[bytes] = set()
        record: list[tuple[int, int]] = []
        for place, test in enumerate(bare._blocks(None)):
            key, attempt = _key(test), 0
            if key in seen:
                attempt, key = next((i, k) for i, k in enumerate(map(_key, bare._again(place)), 1) if k not in seen)
                record.append((place, attempt))
            seen.add(key)
        redrawn, attempts = np.array(record, dtype=np.intp).reshape(-1, 2).T
        return replace(bare, redrawn=redrawn, attempts=attempts)

    @cached_property
    def n_possible(self) -> int:
        """How many different splits there are; 2**62 stands for any larger number."""
        return n_subsets(self.n - self.n_discarded, self.n_test)

    @cached_property
    def _order(self) -> Indices:
        return stream(self.seed, "distinct", 0).permutation(self.n_possible)

    @cached_property
    def _attempt(self) -> dict[int, int]:
        return dict(zip(self.redrawn.tolist(), self.attempts.tolist(), strict=True))

    def _again(self, place: int) -> Iterator[Indices]:
        """Fresh draws for one place, without end."""
        rng, n_kept = stream(self.seed, "distinct", place + 1), self.n - self.n_discarded
        while True:
            yield _choose(n_kept, self.n_test, None, rng)

    def _block(self, kept: Indices | None, block: int, upto: int) -> Iterator[Indices]:
        first = block * BLOCK
        if self.n_possible <= ENUMERATED:
            n_kept = self.n - self.n_discarded
            yield from (_subset(int(rank), n_kept, self.n_test) for rank in self._order[first : first + upto])
            return
        for place, test in enumerate(super()._block(kept, block, upto), first):
            attempt = self._attempt.get(place)
            yield test if attempt is None else next(islice(self._again(place), attempt - 1, None))


def _key(test: Indices) -> bytes:
    """Equal for equal test sets; should two others ever share it, one is drawn again for nothing."""
    return blake2b(np.sort(test).tobytes(), digest_size=16).digest()


def n_subsets(n: int, size: int) -> int:
    """C(n, size), or 2**62 where it is larger."""
    count, size = 1, min(size, n - size)
    for i in range(size):
        count = count * (n - i) // (i + 1)
        if count > LARGEST:
            return LARGEST
    return count


def _n_subsets_of(size: int, n: int) -> int:
    return comb(n, size)


def _subset(rank: int, n: int, size: int) -> Indices:
    """The subset of {0 .. n-1} with this number in colexicographic order, sorted; each number gives another one."""
    if size > n - size:
        return _apart(n, _subset(rank, n, n - size))[0]
    chosen = np.empty(size, dtype=np.intp)
    for k in range(size, 0, -1):
        n = bisect_right(range(n), rank, key=partial(_n_subsets_of, k)) - 1  # the last c with C(c, k) <= rank
        chosen[k - 1] = n
        rank -= comb(n, k)
    return chosen


@dataclass(frozen=True, eq=False)
class Folds:
    """K-fold, repeated: each repeat deals a fresh random order out to K folds (sizes differ by at most one)."""

    n: int
    n_folds: int
    n_repeats: int
    seed: int
    strata: Indices | None = None
    kind: str = "kfold"

    def __len__(self) -> int:
        return self.n_folds * self.n_repeats

    def folds(self, repeat: int) -> list[Indices]:
        order = _random_order(self.n, self.strata, stream(self.seed, self.kind, repeat))
        return [order[fold :: self.n_folds] for fold in range(self.n_folds)]

    def draw(self, i: int) -> Split:
        repeat, fold = divmod(i, self.n_folds)
        return _apart(self.n, self.folds(repeat)[fold])

    def walk(self, start: int = 0) -> Iterator[Split]:
        for repeat in range(start // self.n_folds, self.n_repeats):
            first = max(0, start - repeat * self.n_folds)
            yield from (_apart(self.n, test) for test in self.folds(repeat)[first:])

    def held(self) -> Iterator[Held]:
        """As `walk`, without the cost of writing the training sets down."""
        return (_held(test) for repeat in range(self.n_repeats) for test in self.folds(repeat))

    def sizes(self) -> tuple[Indices, Indices]:
        n_test = (self.n - np.arange(self.n_folds) + self.n_folds - 1) // self.n_folds
        return np.tile(self.n - n_test, self.n_repeats), np.tile(n_test, self.n_repeats)

    def labels(self) -> dict[str, Indices]:
        repeat, fold = np.divmod(np.arange(len(self)), self.n_folds)
        return {"repeat": repeat, "fold": fold}


@dataclass(frozen=True, eq=False)
class FoldPairs:
    """For the same folds as `Folds`, every split that holds out two folds: one fit serves both directions."""

    n: int
    n_folds: int
    n_repeats: int
    seed: int
    strata: Indices | None = None
    kind: str = field(default="pairs", init=False)

    def pairs(self) -> tuple[Indices, Indices]:
        """First and second fold of each pair, in order."""
        return np.triu_indices(self.n_folds, k=1)

    def __len__(self) -> int:
        return self.n_repeats * self.n_folds * (self.n_folds - 1) // 2

    def _single(self) -> Folds:
        return Folds(self.n, self.n_folds, self.n_repeats, self.seed, self.strata)

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def _tests(self, first_repeat: int = 0) -> Iterator[Indices]:
        for repeat in range(first_repeat, self.n_repeats):
            folds = self._single().folds(repeat)
            for first, second in zip(*self.pairs(), strict=True):
                yield np.concatenate((folds[first], folds[second]))

    def walk(self, start: int = 0) -> Iterator[Split]:
        repeat, pair = divmod(start, self.n_folds * (self.n_folds - 1) // 2)
        return (_apart(self.n, test) for test in islice(self._tests(repeat), pair, None))

    def held(self) -> Iterator[Held]:
        """As `walk`, without the cost of writing the training sets down."""
        return (_held(test) for test in self._tests())

    def sizes(self) -> tuple[Indices, Indices]:
        n_test = self._single().sizes()[1][: self.n_folds]
        first, second = self.pairs()
        both = n_test[first] + n_test[second]
        return np.tile(self.n - both, self.n_repeats), np.tile(both, self.n_repeats)

    def labels(self) -> dict[str, Indices]:
        first, second = self.pairs()
        repeat = np.repeat(np.arange(self.n_repeats), first.size)
        return {"repeat": repeat, "fold": np.tile(first, self.n_repeats), "other": np.tile(second, self.n_repeats)}


@dataclass(frozen=True, eq=False)
class Halves:
    """Random halvings (odd leftover dropped); in each half `half_splits` splits with the full plan's `n_test`."""

    n: int
    n_halvings: int
    half_splits: int
    n_test: int
    seed: int
    strata: Indices | None = None
    kind: str = field(default="halves", init=False)

    def __len__(self) -> int:
        return 2 * self.n_halvings * self.half_splits

    def halves(self, halving: int) -> tuple[Indices, Indices]:
        """The two disjoint halves of floor(n/2) units."""
        return self._cut(stream(self.seed, "halves", halving))

    def _cut(self, rng: np.random.Generator) -> tuple[Indices, Indices]:
        order, h = _random_order(self.n, self.strata, rng), self.n // 2
        return np.sort(order[0 : 2 * h : 2]), np.sort(order[1 : 2 * h : 2])

    def _halving(self, halving: int) -> Iterator[tuple[Indices, Indices]]:
        """Each split's half and the places tested in it."""
        rng = stream(self.seed, "halves", halving)
        for half in self._cut(rng):
            strata = None if self.strata is None else self.strata[half]
            for _ in range(self.half_splits):
                yield half, _choose(half.size, self.n_test, strata, rng)

    def _halvings(self, first: int = 0) -> Iterator[tuple[Indices, Indices]]:
        for halving in range(first, self.n_halvings):
            yield from self._halving(halving)

    def draw(self, i: int) -> Split:
        return next(self.walk(i))

    def walk(self, start: int = 0) -> Iterator[Split]:
        halving, place = divmod(start, 2 * self.half_splits)
        return (_apart(self.n, places, half) for half, places in islice(self._halvings(halving), place, None))

    def held(self) -> Iterator[Held]:
        """As `walk`, without the cost of writing the training sets down."""
        return (_held(places, half) for half, places in self._halvings())

    def sizes(self) -> tuple[Indices, Indices]:
        return _constant_sizes(len(self), self.n // 2 - self.n_test, self.n_test)

    def labels(self) -> dict[str, Indices]:
        halving, rest = np.divmod(np.arange(len(self)), 2 * self.half_splits)
        half, split = np.divmod(rest, self.half_splits)
        return {"halving": halving, "half": half, "split": split}


@dataclass(frozen=True, eq=False)
class Explicit:
    """Splits given as index arrays (scikit-learn splitters, iterables): kept as they came."""

    n: int
    splits: tuple[Split, ...]
    kind: str = "custom"
    n_folds: int | None = None  # set where the test sets are repeated partitions

    def __len__(self) -> int:
        return len(self.splits)

    def draw(self, i: int) -> Split:
        return self.splits[i]

    def walk(self, start: int = 0) -> Iterator[Split]:
        return iter(self.splits[start:])

    def sizes(self) -> tuple[Indices, Indices]:
        return (
            np.array([train.size for train, _ in self.splits], dtype=np.intp),
            np.array([test.size for _, test in self.splits], dtype=np.intp),
        )

    def labels(self) -> dict[str, Indices]:
        if self.n_folds is None:
            return {"split": np.arange(len(self))}
        repeat, fold = np.divmod(np.arange(len(self)), self.n_folds)
        return {"repeat": repeat, "fold": fold}


@dataclass(frozen=True, eq=False)
class Chosen:
    """Some splits of another part: what is left when a run stops half-way."""

    of: Part
    places: Indices
    kind: str = field(default="custom", init=False)

    @property
    def n(self) -> int:
        return self.of.n

    def __len__(self) -> int:
        return self.places.size

    def draw(self, i: int) -> Split:
        return self.of.draw(int(self.places[i]))

    def walk(self, start: int = 0) -> Iterator[Split]:
        return (self.draw(i) for i in range(start, len(self)))

    def sizes(self) -> tuple[Indices, Indices]:
        n_train, n_test = self.of.sizes()
        return n_train[self.places], n_test[self.places]

    def labels(self) -> dict[str, Indices]:
        return {name: values[self.places] for name, values in self.of.labels().items()}


@dataclass(frozen=True, eq=False)
class Sizes:
    """Splits of which only the sizes are known (scores brought from elsewhere); 0 stands for unknown."""

    n: int
    n_train: Indices
    n_test: Indices
    kind: str = "custom"

    def __len__(self) -> int:
        return self.n_train.size

    def draw(self, i: int) -> Split:
        raise InputError(f"Only the sizes of these splits are known, so split {i} cannot be rebuilt.")

    def walk(self, start: int = 0) -> Iterator[Split]:
        return (self.draw(i) for i in range(start, len(self)))

    def sizes(self) -> tuple[Indices, Indices]:
        return self.n_train, self.n_test

    def labels(self) -> dict[str, Indices]:
        return {"split": np.arange(len(self))}


@dataclass(frozen=True, eq=False)
class TestSet:
    """One model that is already trained, and `n` fresh examples.

    `key` tells one set of items from another; `names` are what a table calls them, in its sorted order.
    """

    __test__ = False  # no test of ours, whatever pytest makes of the name

    n: int
    key: str = ""
    names: NDArray[Any] | None = field(default=None, repr=False, compare=False)
    kind: str = field(default="test_set", init=False)

    def __len__(self) -> int:
        return 1

    def draw(self, i: int) -> Split:  # noqa: ARG002 - there is only one
        return np.zeros(0, dtype=np.intp), np.arange(self.n)

    def walk(self, start: int = 0) -> Iterator[Split]:
        yield from (self.draw(i) for i in range(start, 1))

    def sizes(self) -> tuple[Indices, Indices]:
        return _constant_sizes(1, 0, self.n)

    def labels(self) -> dict[str, Indices]:
        return {"split": np.zeros(1, dtype=np.intp)}


def structure(splits: tuple[Split, ...], n: int) -> tuple[str, int | None]:
    """The kind of plan these splits amount to, and the folds per repeat where they are partitions."""
    if len(splits) == 1:
        return "holdout", None
    if all(train.max() < test.min() for train, test in splits):
        return "time", None
    if any(train.size + test.size != n for train, test in splits):
        return "custom", None
    seen, folds = np.zeros(n, dtype=bool), [0]
    for _, test in splits:
        if seen[test].any():
            break
        seen[test] = True
        folds[-1] += 1
        if seen.all():
            seen[:] = False
            folds.append(0)
    else:
        if folds.pop() == 0 and len(set(folds)) == 1:
            return "kfold", folds[0]
    return ("subsample", None) if len({test.size for _, test in splits}) == 1 else ("custom", None)


def holding(part: Part) -> Subsample | Folds | FoldPairs | Halves | None:
    """The part, where it can name its test sets alone (`held`), which is most of the work; exact classes only."""
    if isinstance(part, Subsample | Folds | FoldPairs | Halves) and type(part).__module__ == __name__:
        return part
    return None
