"""Distinct splits: none twice, all of them if asked for, each rebuilt alone, the same however many are drawn."""

import pickle
from itertools import combinations
from math import comb

import numpy as np
import pytest

import errbar as eb
from errbar.plans.families import Distinct, distinct, n_subsets


def build(n, n_splits, n_test, seed=0, groups=None):
    return eb.plans.subsample(n_splits, n_test, distinct=True).build(n, random_state=seed, groups=groups)


def held_out(plan):
    return [tuple(test.tolist()) for _, test in plan]


@pytest.fixture(params=["enumerated", "redrawn"])
def way(request, monkeypatch):
    """Both ways of drawing, on the same small cases."""
    if request.param == "redrawn":
        monkeypatch.setattr(distinct, "ENUMERATED", 0)
    return request.param


@pytest.mark.parametrize(("n", "n_test"), [(6, 2), (6, 1), (6, 5), (7, 4), (8, 4)])
def test_all_splits_are_there_exactly_once(way, n, n_test):
    plan = build(n, comb(n, n_test), n_test)
    assert sorted(held_out(plan)) == sorted(combinations(range(n), n_test))
    assert all(sorted([*train, *test]) == list(range(n)) for train, test in plan)


def test_one_more_than_all_is_an_error():
    assert len(set(held_out(build(6, 15, 2)))) == 15
    with pytest.raises(eb.ErrbarError, match=r"15 ways only: take n_splits=15 or another test_size"):
        build(6, 16, 2)


@pytest.mark.parametrize("seed", range(5))
def test_every_split_is_rebuilt_alone_and_a_longer_plan_starts_the_same(way, seed):
    plan, shorter = build(6, 15, 2, seed), build(6, 7, 2, seed)
    if way == "redrawn":
        part = plan.parts[0]
        assert part.redrawn.size > 0  # 15 draws from 15 cannot all be new
        assert (part.attempts >= 1).all()
    alone = [tuple(plan[i][1].tolist()) for i in range(15)]
    assert alone == held_out(plan)
    assert alone[:7] == held_out(shorter)
    assert [tuple(test.tolist()) for _, tests in plan.parts[0].held() for test in tests] == alone
    assert held_out(pickle.loads(pickle.dumps(plan))) == alone


def test_each_split_is_equally_likely(way):
    """Over 1000 seeds every one of 10 splits comes first, second and third about equally often (chi-square, 1e-4)."""
    from scipy.stats import chi2

    every = {test: place for place, test in enumerate(combinations(range(5), 2))}
    counts = np.zeros((3, 10))
    for seed in range(1000):
        for place, test in enumerate(held_out(build(5, 3, 2, seed))):
            counts[place, every[test]] += 1
    statistic = ((counts - 100) ** 2 / 100).sum(axis=1)
    assert (statistic < chi2.isf(1e-4, 9)).all()


def test_many_possible_splits_are_those_of_subsample():
    plain = eb.plans.subsample(40, 0.25).build(200, random_state=3)
    plan = build(200, 40, 0.25, seed=3)
    assert held_out(plan) == held_out(plain)
    assert isinstance(plan.parts[0], Distinct) and plan.parts[0].redrawn.size == 0


def test_a_medium_case_draws_again_and_stays_distinct():
    plan = build(17, 9000, 7, seed=1)  # of 19,448
    assert len(set(held_out(plan))) == 9000
    longer = build(24, 3000, 6, seed=1)  # of 134,596: drawn, not enumerated
    assert longer.parts[0].redrawn.size > 0
    assert len(set(held_out(longer))) == 3000
    place = int(longer.parts[0].redrawn[-1])
    assert held_out([longer[place]]) == [held_out(longer)[place]]


def test_whole_groups_are_counted_and_held_out():
    groups = np.repeat(np.arange(4), 5)
    plan = build(20, 4, 1, groups=groups)
    assert sorted(groups[test[0]] for _, test in plan) == [0, 1, 2, 3]
    assert all(test.size == 5 for _, test in plan)
    with pytest.raises(eb.ErrbarError, match="1 of 4 groups out can be done in 4 ways"):
        build(20, 5, 1, groups=groups)


def test_stratified_splits_are_refused():
    recipe = eb.plans.subsample(5, 2, stratify=True, distinct=True)
    with pytest.raises(eb.ErrbarError, match="does not go with stratify"):
        recipe.build(8, random_state=0, y=[0, 1] * 4)


def test_discarded_examples_are_never_used():
    plan = eb.plans.subsample(10, 2, discard=0.5, distinct=True).build(10, random_state=0)  # C(5, 2)
    used = set(np.concatenate([np.concatenate(split) for split in plan]).tolist())
    assert len(used) == 5 and len(set(held_out(plan))) == 10


@pytest.mark.parametrize(("n", "size"), [(6, 2), (20, 5), (60, 30), (5, 0), (5, 5), (2000, 500)])
def test_number_of_subsets(n, size):
    assert n_subsets(n, size) == min(comb(n, size), distinct.LARGEST)


def test_saved_scores_keep_their_splits(way, tmp_path):
    plan = build(6, 12, 2)
    scores = eb.Scores.from_losses({"m": [[0.0, 1.0]] * 12}, plan=plan)
    scores.save(tmp_path / "scores.npz")
    assert held_out(eb.Scores.load(tmp_path / "scores.npz").plan) == held_out(plan)
