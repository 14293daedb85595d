"""Sets drawn together are those that NumPy draws one by one, and leave the same words in the generator."""

import numpy as np
import pytest

from errbar.plans.families import drawn
from errbar.plans.families.part import choose

SIZES = [
    (2, 1),
    (3, 2),
    (7, 6),
    (20, 15),
    (150, 30),
    (1000, 333),
    (5000, 1),
    (10_000, 900),
    (10_001, 500),
    (10_001, 501),
]


def both(n, n_test, count, strata=None, seed=0):
    """Sets, generator: drawn together, and one by one."""
    ours, theirs = (np.random.default_rng(seed) for _ in range(2))
    for rng in (ours, theirs):
        rng.permutation(n)  # which may leave half a word behind
    together = np.concatenate(list(drawn.drawn_sets(n, n_test, count, strata, ours)))
    alone = np.sort([choose(n, n_test, strata, theirs) for _ in range(count)], axis=1)
    return (together, ours.bit_generator.state), (alone, theirs.bit_generator.state)


@pytest.mark.parametrize("n, n_test", SIZES)
@pytest.mark.parametrize("count", [1, 33])
def test_the_sets_and_the_generator_are_numpys(n, n_test, count):
    ours, theirs = both(n, n_test, count)
    assert np.array_equal(ours[0], theirs[0]) and ours[1] == theirs[1]


@pytest.mark.parametrize("n, n_test", [(5, 4), (12, 11), (30, 20)])
def test_small_sets_collide_in_every_way(n, n_test):
    for seed in range(60):
        ours, theirs = both(n, n_test, 20, seed=seed)
        assert np.array_equal(ours[0], theirs[0]) and ours[1] == theirs[1]


def test_refused_words_are_drawn_again():
    """With 10,000 units one word in a million is refused: some of these 1.6 million are."""
    ours, theirs = both(10_000, 4000, 400)
    assert np.array_equal(ours[0], theirs[0]) and ours[1] == theirs[1]
    words = np.random.default_rng(0)
    words.permutation(10_000)
    ends = np.arange(6001, 10_001, dtype=np.uint64)
    rest = (words.integers(0, 2**32, size=(400, 4000), dtype=np.uint32) * ends).astype(np.uint32)
    assert (rest < (np.uint64(2**32) - ends) % ends).any()


def test_strata_are_drawn_one_by_one():
    ours, theirs = both(40, 10, 7, strata=np.arange(40) % 3)
    assert np.array_equal(ours[0], theirs[0]) and ours[1] == theirs[1]


def test_few_at_a_time_where_there_are_many_units():
    assert [len(sets) for sets in drawn.drawn_sets(2**19, 3, 5, None, np.random.default_rng(0))] == [2, 2, 1]
