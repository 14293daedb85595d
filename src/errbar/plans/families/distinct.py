"""Random splits of which no two are equal."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import blake2b
from itertools import islice
from math import comb

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.families.part import BLOCK, apart, choose, stream
from errbar.plans.families.random_splits import Subsample

ENUMERATED = 2**16  # up to so many possible splits, their order is shuffled outright
LARGEST = 2**62  # stands for any larger number of possible splits


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
        for place, test in enumerate(test for some in bare._blocks(None) for test in some):
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
            yield choose(n_kept, self.n_test, None, rng)

    def _block(self, kept: Indices | None, block: int, upto: int) -> Iterator[Indices]:
        first = block * BLOCK
        if self.n_possible <= ENUMERATED:
            n_kept = self.n - self.n_discarded
            yield np.stack([_subset(int(rank), n_kept, self.n_test) for rank in self._order[first : first + upto]])
            return
        for tests in super()._block(kept, block, upto):
            for place, test in enumerate(tests, first):
                attempt = self._attempt.get(place)
                if attempt is not None:
                    test[:] = np.sort(next(islice(self._again(place), attempt - 1, None)))
            first += len(tests)
            yield tests


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
        return apart(n, _subset(rank, n, n - size))[0]
    chosen = np.empty(size, dtype=np.intp)
    for k in range(size, 0, -1):
        n = bisect_right(range(n), rank, key=partial(_n_subsets_of, k)) - 1  # the last c with C(c, k) <= rank
        chosen[k - 1] = n
        rank -= comb(n, k)
    return chosen
