"""How splits are drawn. A part is a family of splits of `n` units that is rebuilt from a seed and a number:

randomness comes in one stream per fixed block of splits (`SeedSequence(seed, spawn_key=(kind, block))`),
so split 217 can be drawn anywhere, alone, and asking for more splits later leaves the first ones as they were.
Units are examples, or whole groups of examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices

Split = tuple[Indices, Indices]
# The units that some consecutive splits are cut from (None: all) and those they test: splits x units, sorted.
Held = tuple[Indices | None, Indices]

BLOCK = 32  # splits per stream: a fresh generator costs about as much as three draws
# One number per family keeps their streams apart (`pairs` draws the folds of `kfold`, its number is for fits only).
STREAMS = {
    "holdout": 1, "subsample": 2, "kfold": 3, "five_by_two": 4, "halves": 5, "rounds": 6,
    "discard": 7, "fit": 8, "pairs": 9, "custom": 10, "test_set": 11, "distinct": 12, "rolling": 10,
    "bags": 13, "apparent": 14, "shuffled": 15, "replaced": 16,
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


def random_order(n: int, strata: Indices | None, rng: np.random.Generator) -> Indices:
    """A random order of the units; with strata, sorted by stratum and random inside each."""
    order = rng.permutation(n)
    return order if strata is None else order[np.argsort(strata[order], kind="stable")]


def choose(n: int, n_test: int, strata: Indices | None, rng: np.random.Generator) -> Indices:
    """`n_test` of `n` units, each equally likely; with strata, spread over them in proportion.

    The stratified draw is systematic sampling with a random start, so every stratum gets the whole numbers
    next to its share and every unit the same chance.
    """
    if strata is None:
        return rng.choice(n, n_test, replace=False, shuffle=False)
    order = random_order(n, strata, rng)
    # min(): start + n_test - 1 may round up to n_test in floating point
    places = np.minimum((rng.random() + np.arange(n_test)) * n / n_test, n - 1).astype(np.intp)
    return order[places]


def apart(n: int, test: Indices, within: Indices | None = None) -> Split:
    """(train, test), both sorted: train is every unit of `within` (all, if None) that is not tested."""
    held = np.zeros(n if within is None else within.size, dtype=bool)
    held[test] = True
    (test,), (train,) = held.nonzero(), (~held).nonzero()
    return (train, test) if within is None else (within.take(train), within.take(test))


def side_by_side(tests: Iterable[Indices]) -> Iterator[Held]:
    """Test sets of one size in a row, together; all units are what they are cut from."""
    for _, alike in groupby(tests, key=len):
        while some := list(islice(alike, BLOCK)):
            yield None, np.sort(np.stack(some), axis=1)


def fold_labels(n_splits: int, n_folds: int) -> dict[str, Indices]:
    """Which repeat and which fold each split is."""
    repeat, fold = np.divmod(np.arange(n_splits), n_folds)
    return {"repeat": repeat, "fold": fold}


def constant_sizes(n_splits: int, n_train: int, n_test: int) -> tuple[Indices, Indices]:
    return np.full(n_splits, n_train, dtype=np.intp), np.full(n_splits, n_test, dtype=np.intp)
