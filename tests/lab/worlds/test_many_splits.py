"""Splits drawn in one stroke have the shapes and the law of splits drawn one by one."""

import numpy as np
from tests.statistical.band import within

from errbar.lab.worlds.many_splits import everything, folds, halves, subsamples

RNG = np.random.default_rng(1)


def test_train_and_test_make_the_parent():
    parents = halves(RNG, 21, 3)
    splits = subsamples(RNG, parents, 4, 3)
    assert splits.test.shape == (24, 3) and splits.train.shape == (24, 7) and splits.per_parent == 4
    for number, (train, test) in enumerate(zip(splits.train, splits.test, strict=True)):
        assert sorted([*train, *test]) == sorted(parents[number // 4])


def test_halves_are_disjoint_and_leave_an_odd_example_out():
    for first, second in halves(RNG, 21, 5).reshape(5, 2, 10):
        assert len({*first, *second}) == 20


def test_folds_partition_the_examples_in_every_repeat():
    splits = folds(RNG, 12, 3, 4)
    assert (np.sort(splits.test.reshape(4, 12), axis=1) == np.arange(12)).all()
    for train, test in zip(splits.train, splits.test, strict=True):
        assert sorted([*train, *test]) == list(range(12))


def test_every_example_and_every_pair_is_tested_equally_often():
    splits = subsamples(RNG, everything(10), 20_000, 3)
    tested = np.zeros((20_000, 10), dtype=bool)
    np.put_along_axis(tested, splits.test, True, axis=1)
    assert all(within(int(count), 20_000, 0.3) for count in tested.sum(axis=0))
    pairs = tested.T.astype(int) @ tested
    assert all(within(int(pairs[i, j]), 20_000, 3 * 2 / (10 * 9)) for i in range(10) for j in range(i))
    consecutive = (tested[:-1] & tested[1:]).sum()
    assert within(int(consecutive), 19_999 * 10, 0.09)  # independent splits
