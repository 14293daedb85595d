"""Every split of every plan: disjoint, complete, without duplicates, and the same whether walked to or drawn alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import errbar as eb
from errbar.errors import InputError
from errbar.plans.families import BLOCK

SEEDS = st.integers(0, 2**32)


@st.composite
def recipes(draw):
    """A recipe of any kind with sizes that fit n between 12 and 60."""
    share = draw(st.sampled_from((0.1, 0.2, 0.3)))
    few = st.integers(1, 5)
    return draw(
        st.sampled_from(
            (
                eb.plans.holdout(share),
                eb.plans.subsample(draw(st.integers(1, 2 * BLOCK + 5)), share),
                eb.plans.subsample(draw(few), share, discard=0.4),
                eb.plans.kfold(draw(st.integers(2, 6)), draw(few)),
                eb.plans.five_by_two(),
                eb.plans.halvings(draw(few), draw(few), share, half_splits=draw(few)),
                eb.plans.halvings(draw(few), draw(few), share, discard=0.4),
                eb.plans.pseudo_bootstrap(draw(few), draw(st.integers(2, 4)), share),
                eb.plans.nested(draw(st.integers(3, 5)), draw(few)),
                eb.plans.replacements(draw(st.integers(2, 6)), draw(st.integers(2, 6))),
            )
        )
    )


@settings(max_examples=150)
@given(recipes(), st.integers(12, 60), SEEDS)
def test_every_split_is_sound_and_rebuilt_alone(recipe, n, seed):
    plan = recipe.build(n, random_state=seed)
    walked = list(plan)
    assert len(walked) == len(plan)
    for i, (train, test) in enumerate(walked):
        assert np.unique(test).size == test.size and np.unique(train).size == train.size
        assert not np.intersect1d(train, test).size
        assert min(train.min(), test.min()) >= 0 and max(train.max(), test.max()) < n
        assert (train.size, test.size) == (plan.n_train[i], plan.n_test[i])
        alone = recipe.build(n, random_state=seed)[i]
        assert np.array_equal(alone[0], train) and np.array_equal(alone[1], test)


@given(st.integers(12, 61), st.integers(1, 4), st.integers(1, 4), st.integers(1, 5), SEEDS)
def test_halves_are_disjoint_and_splits_stay_inside_their_half(n, n_splits, n_halvings, n_test, seed):
    plan = eb.plans.halvings(n_splits, n_halvings, n_test).build(n, random_state=seed)
    part, labels, splits = plan.parts[1], plan.labels(), list(plan)
    for m in range(n_halvings):
        halves = part.halves(m)
        assert [half.size for half in halves] == [n // 2, n // 2]  # an odd example is left out
        assert not np.intersect1d(*halves).size
        for i in range(len(plan)):
            if labels["halving"][i] == m:
                train, test = splits[i]
                inside = halves[labels["half"][i]]
                assert test.size == n_test and train.size == n // 2 - n_test
                assert np.array_equal(np.sort(np.concatenate([train, test])), inside)


def test_the_halves_draw_their_splits_independently():
    plan = eb.plans.halvings(15, 10, 0.2).build(40, random_state=0)
    part = plan.parts[1]
    alike = 0
    for m in range(10):
        first, second = part.halves(m)
        for j in range(15):
            a, b = (part.draw(30 * m + 15 * h + j)[1] for h in (0, 1))
            alike += np.array_equal(np.searchsorted(first, a), np.searchsorted(second, b))
    assert alike < 3  # the same places in both halves would be one shared draw


@given(st.integers(12, 60), SEEDS)
def test_thrown_away_examples_are_the_same_for_every_split(n, seed):
    plan = eb.plans.subsample(8, 2, discard=0.4).build(n, random_state=seed)
    used = [np.sort(np.concatenate(split)) for split in plan]
    assert all(np.array_equal(used[0], other) for other in used)
    assert used[0].size == n - plan.n_discarded and plan.n_discarded == int(0.4 * n + 1e-9)


def test_the_papers_sizes_after_throwing_forty_percent_away():
    plan = eb.plans.subsample(15, 0.1, discard=0.4).build(200, random_state=0)
    assert set(plan.n_train) == {100} and set(plan.n_test) == {20} and plan.ratio == 1 / 5
    halved = eb.plans.halvings(15, 10, 0.1, discard=0.4).build(200, random_state=0)
    assert set(halved.n_train[:15]) == {100} and set(halved.n_train[15:]) == {80}  # the halves use all data


@given(st.integers(12, 60), SEEDS)
def test_asking_for_more_splits_leaves_the_first_as_they_were(n, seed):
    short = eb.plans.subsample(3, 0.2).build(n, random_state=seed)
    longer = eb.plans.subsample(BLOCK + 3, 0.2).build(n, random_state=seed)
    inside = eb.plans.halvings(3, 2, 0.2).build(n, random_state=seed)
    for (train, test), other, third in zip(short, longer, inside, strict=False):
        assert np.array_equal(train, other[0]) and np.array_equal(test, other[1])
        assert np.array_equal(train, third[0]) and np.array_equal(test, third[1])


def test_every_example_is_tested_equally_often():
    plan = eb.plans.subsample(4000, 0.2).build(20, random_state=3)
    counts = np.bincount(np.concatenate([test for _, test in plan]), minlength=20)
    spread = np.sqrt(4000 * 0.2 * 0.8)
    assert np.abs(counts - 800).max() < 4.5 * spread


@given(st.integers(10, 40), st.integers(2, 6), SEEDS)
def test_groups_stay_together(n_groups, largest, seed):
    sizes = np.random.default_rng(seed).integers(1, largest + 1, n_groups)
    groups = np.repeat(np.arange(n_groups), sizes)
    for recipe in (eb.plans.subsample(5, 0.2), eb.plans.halvings(3, 2, 0.2), eb.plans.five_by_two()):
        plan = recipe.build(groups.size, random_state=seed, groups=groups)
        for train, test in plan:
            assert not np.intersect1d(groups[train], groups[test]).size
            assert np.isin(np.flatnonzero(np.isin(groups, groups[test])), test).all()


@given(st.integers(30, 60), SEEDS)
def test_strata_keep_their_shares(n, seed):
    y = np.arange(n) % 3
    for recipe in (eb.plans.subsample(4, 0.3, stratify=True), eb.plans.halvings(4, 2, 0.3, stratify=True)):
        plan = recipe.build(n, random_state=seed, y=y)
        for _, test in plan:
            counts = np.bincount(y[test], minlength=3)
            assert counts.max() - counts.min() <= 2
        assert plan.stratified


def test_plans_are_lazy_and_fit_scikit_learn():
    from sklearn.linear_model import LinearRegression
    from sklearn.model_selection import cross_val_score

    plan = eb.plans.halvings(3, 2).build(60, random_state=0)
    X = np.random.default_rng(0).normal(size=(60, 2))
    assert cross_val_score(LinearRegression(), X, X[:, 0], cv=plan).size == len(plan) == 15


def test_a_half_too_small_for_its_test_set_is_refused():
    with pytest.raises(InputError, match="A half has 10"):
        eb.plans.halvings(5, 5, 0.5).build(20, random_state=0)
