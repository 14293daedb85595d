"""Training sets that end before their test sets begin, as scikit-learn's TimeSeriesSplit makes them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import TimeSeriesSplit

import errbar as eb
from errbar.errors import InputError


@given(st.integers(1, 6), st.integers(1, 9), st.integers(0, 5), st.one_of(st.none(), st.integers(1, 20)))
def test_the_splits_of_scikit_learn(n_splits, test_size, gap, max_train):
    plan = eb.plans.rolling(n_splits, test_size, gap, max_train).build(70)
    n = n_splits + 1  # TimeSeriesSplit needs two or more
    theirs = list(TimeSeriesSplit(n, test_size=test_size, gap=gap, max_train_size=max_train).split(np.zeros(70 + 9)))
    ours = eb.plans.rolling(n, test_size, gap, max_train).build(79)
    for i, (train, test) in enumerate(theirs):
        assert ours[i][0].tolist() == train.tolist() and ours[i][1].tolist() == test.tolist()
    assert ours.n_train.tolist() == [train.size for train, _ in theirs]
    assert len(plan) == n_splits and all(train.max() + gap < test.min() for train, test in plan)
    assert [split[1].tolist() for split in plan] == [test.tolist() for test in plan.tests()]


def test_groups_are_times_in_sorted_order():
    days = np.array([3, 1, 2, 3, 1, 2, 4, 4, 5, 5])
    plan = eb.plans.rolling(2, 1).build(10, groups=days)
    assert [sorted(days[test].tolist()) for _, test in plan] == [[4, 4], [5, 5]]
    assert all(days[train].max() < days[test].min() for train, test in plan)


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        (eb.plans.rolling(5, 20), "5 test sets of 20 and a gap of 0 leave no training set"),
        (eb.plans.rolling(4, 20, gap=20), "gap of 20"),
    ],
)
def test_what_cannot_be_built(recipe, words):
    with pytest.raises(InputError, match=words):
        recipe.build(100)


def test_saved_and_loaded(tmp_path):
    plan = eb.plans.rolling(3, 4, 1, 10).build(40)
    scores = eb.Scores.from_losses({"a": [np.arange(4.0)] * 3}, plan=plan)
    scores.save(tmp_path / "kept.npz")
    again = eb.Scores.load(tmp_path / "kept.npz").plan
    assert again.kind == "rolling" and again.fingerprint() == plan.fingerprint()
