"""Many test sets at once, number for number what NumPy's `Generator.choice` draws one after another.

That is Floyd's algorithm: for j = n - n_test, ..., n - 1 draw a number up to j, and take j itself where it was there
already. All draws are made together, from the words that `choice` would have read, in Lemire's way and with his
rejections; the words left in the generator are the same too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
        if strata is None and by_floyd(n, n_test):
            yield drawn_together(n, n_test, some, [rng])
        else:
            yield np.sort(np.stack([choose(n, n_test, strata, rng) for _ in range(some)]), axis=1)


def by_floyd(n: int, n_test: int) -> bool:
    """Whether `choice` draws so few of so many in Floyd's way, and they can be drawn together."""
    packed = n << n_test.bit_length() < WORD  # a unit and its place in one word
    return n_test < n and packed and (n <= TAIL or n_test <= n // SHARE)


def drawn_together(n: int, n_test: int, count: int, rngs: Sequence[np.random.Generator]) -> Indices:
    """Of each generator `count` sets, sorted, one generator's after another's: sets x units; where `by_floyd` holds."""
    drawn = _draws(n, n_test, count, rngs)
    taken = _taken(drawn, n - n_test)
    drawn.reshape(-1)[taken] = n - n_test + taken % n_test
    drawn.sort(axis=1)
    return drawn.astype(np.intp)


def _draws(n: int, n_test: int, count: int, rngs: Sequence[np.random.Generator]) -> NDArray[np.uint32]:
    """Sets x draws: the j-th of each set up to and with n - n_test + j."""
    ends = np.arange(n - n_test + 1, n + 1, dtype=np.uint64)
    words = np.empty((len(rngs), count * n_test), dtype=np.uint32)
    for row, rng in zip(words, rngs, strict=True):
        row[:] = rng.integers(0, WORD, size=row.size, dtype=np.uint32)
    products = words.reshape(-1, n_test) * ends
    if _rests(products).min() < n:  # a word may be refused: hardly ever
        for row, rng in zip(words, rngs, strict=True):
            _draw_again(row, ends, rng)
        products = words.reshape(-1, n_test) * ends
    products >>= np.uint64(32)
    return products.astype(np.uint32)


def _draw_again(words: NDArray[np.uint32], ends: NDArray[np.uint64], rng: np.random.Generator) -> None:
    """Leave out the words that Lemire's way refuses, one by one; those behind move up, and one more is drawn."""
    refused_below = (np.uint64(WORD) - ends) % ends
    while (refused := np.flatnonzero(_rests(words.reshape(-1, ends.size) * ends) < refused_below)).size:
        words[refused[0] : -1] = words[refused[0] + 1 :]
        words[-1] = rng.integers(0, WORD, size=1, dtype=np.uint32)[0]


def _rests(products: NDArray[np.uint64]) -> NDArray[np.uint32]:
    return products.astype(np.uint32)


def _taken(drawn: NDArray[np.uint32], first: int) -> Indices:
    """The draws, of all sets in a row, whose unit was in the set already.

    A unit is there because an earlier draw gave it, or because it stood in for an earlier draw that was taken.

    Parameters
    ----------
    first : the unit that stands in for the first draw.
    """
    count, n_test = drawn.shape
    bits = np.uint32(n_test.bit_length())
    keys = drawn << bits
    keys |= np.arange(n_test, dtype=np.uint32)
    keys.sort(axis=1)
    units = keys >> bits
    equal = np.zeros((count, n_test), dtype=bool)
    np.equal(units[:, 1:], units[:, :-1], out=equal[:, 1:])
    again = np.flatnonzero(equal)
    taken = np.zeros(count * n_test, dtype=bool)
    found = [again // n_test * n_test + (keys.reshape(-1)[again] & ((np.uint32(1) << bits) - np.uint32(1)))]
    taken[found[0]] = True
    flat = drawn.reshape(-1)
    late = np.flatnonzero((flat >= first) & ~taken)
    stands_for = late // n_test * n_test + flat[late] - first
    while (new := taken[stands_for]).any():
        found.append(late[new])
        taken[late[new]] = True
        late, stands_for = late[~new], stands_for[~new]
    return np.concatenate(found)
