"""Many test sets at once, number for number what NumPy's `Generator.choice` draws one after another.

That is Floyd's algorithm: for j = n - n_test, ..., n - 1 draw a number up to j, and take j itself where it was there
already. All draws are made together, from the words that `choice` would have read, in Lemire's way and with his
rejections; the words left in the generator are the same too.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.plans.families.part import choose

ROOM = 2**20  # units of the sets that are drawn at once
TAIL, SHARE = 10_000, 20  # with more units than this and fewer per tested one than that, `choice` shuffles instead
WORD = 2**32


def drawn_sets(n: int, n_test: int, count: int, strata: Indices | None, rng: np.random.Generator) -> Iterator[Indices]:
    """`count` sets of `n_test` of `n` units as `choose` draws them, sorted: sets x units, some at a time."""
    at_once = max(1, ROOM // n)
    for start in range(0, count, at_once):
        some = min(at_once, count - start)
        if strata is None and _by_floyd(n, n_test):
            yield _floyd(n, n_test, some, rng)
        else:
            yield np.sort(np.stack([choose(n, n_test, strata, rng) for _ in range(some)]), axis=1)


def _by_floyd(n: int, n_test: int) -> bool:
    packed = n << n_test.bit_length() < WORD  # a unit and its place in one word
    return n_test < n and packed and (n <= TAIL or n_test <= n // SHARE)


def _floyd(n: int, n_test: int, count: int, rng: np.random.Generator) -> Indices:
    drawn = _draws(n, n_test, count, rng)
    again = _taken(drawn, n - n_test)
    if again.size:
        drawn.reshape(-1)[again] = again - again // n_test * n_test + (n - n_test)
    drawn.sort(axis=1)
    return drawn.astype(np.intp)


def _draws(n: int, n_test: int, count: int, rng: np.random.Generator) -> NDArray[np.uint32]:
    """Sets x draws: the j-th of each set up to and with n - n_test + j."""
    ends = np.arange(n - n_test + 1, n + 1, dtype=np.uint64)
    words = rng.integers(0, WORD, size=count * n_test, dtype=np.uint32)
    while True:
        products = words.reshape(count, n_test) * ends
        rest = products.astype(np.uint32)
        if rest.min() >= n:
            break
        refused = np.flatnonzero(rest < (np.uint64(WORD) - ends) % ends)
        if not refused.size:
            break
        one_more = rng.integers(0, WORD, size=1, dtype=np.uint32)
        words = np.concatenate((np.delete(words, refused[0]), one_more))
    products >>= np.uint64(32)
    return products.astype(np.uint32)


def _taken(drawn: NDArray[np.uint32], first: int) -> Indices:
    """The places, in sets one after another, of draws whose unit was in the set already.

    A unit is there because an earlier draw gave it, or because it stood in for an earlier draw that was taken.

    Parameters
    ----------
    first : the unit that stands in for the first draw.
    """
    count, n_test = drawn.shape
    bits = np.uint32(n_test.bit_length())
    keys = drawn << bits | np.arange(n_test, dtype=np.uint32)
    keys.sort(axis=1)
    units = keys >> bits
    equal = np.zeros((count, n_test), dtype=bool)
    np.equal(units[:, 1:], units[:, :-1], out=equal[:, 1:])
    where = np.flatnonzero(equal)
    if not where.size:
        return where
    flat, taken = drawn.reshape(-1), np.zeros(count * n_test, dtype=bool)
    taken[where // n_test * n_test + (keys.reshape(-1)[where] & ((np.uint32(1) << bits) - np.uint32(1)))] = True
    late = np.flatnonzero(flat >= first)
    stands_for = late // n_test * n_test + flat[late] - first
    late, stands_for = late[stands_for < late], stands_for[stands_for < late]
    while (new := taken[stands_for] > taken[late]).any():
        taken[late[new]] = True
    return np.flatnonzero(taken)
