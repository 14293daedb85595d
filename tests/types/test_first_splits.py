"""Scores of the first splits: the same splits, losses and names, and nothing of the rest."""

import numpy as np
import pytest

import errbar as eb
from errbar.errors import InputError, NeedsError

PLAN = eb.plans.halvings(6, 2, 0.2).build(40, random_state=0)
RNG = np.random.default_rng(0)
SCORES = eb.Scores.from_losses({name: [RNG.random(t.size) for _, t in PLAN] for name in "ab"}, plan=PLAN)


@pytest.mark.parametrize("count", [1, 4, 6])
def test_it_holds_those_splits(count):
    first = SCORES.first(count)
    assert len(first.plan) == count and first.names == SCORES.names
    assert (first.values == SCORES.values[:, :count]).all()
    for i in range(count):
        for mine, theirs in zip(first.plan[i], PLAN[i], strict=True):
            assert (mine == theirs).all()
        assert (first.only("a").in_split(i) == SCORES.only("a").in_split(i)).all()


def test_sizes_alone_are_enough_and_stay_sizes():
    scores = eb.Scores.from_splits({"m": [0.1, 0.2, 0.3]}, n_train=[8, 9, 10], n_test=2, greater_is_better=False)
    first = scores.first(2)
    assert first.plan.n_train.tolist() == [8, 9] and first.plan.ratio == pytest.approx(4 / 17)
    assert not first.plan.knows_indices


def test_sizes_are_examples_where_groups_were_split():
    plan = eb.plans.subsample(4, 0.2).build(30, random_state=0, groups=np.repeat(np.arange(10), [1, 5] * 5))
    scores = eb.Scores.from_losses({"m": [np.ones(test.size) for _, test in plan]}, plan=plan)
    first = scores.first(3).plan
    assert list(zip(first.n_train, first.n_test, strict=True)) == [(train.size, test.size) for train, test in first]
    assert first.ratio == plan.ratio


def test_no_more_than_stand_behind_the_estimate():
    with pytest.raises(InputError, match="at most 6"):
        SCORES.first(7)
    with pytest.raises(InputError, match="at least 1"):
        SCORES.first(0)


def test_a_name_is_filled_in_only_where_there_is_no_choice():
    assert SCORES.chosen(versus="b") == ("a", "b")
    assert SCORES.only("a").chosen() == ("a",)
    with pytest.raises(InputError, match="Say which model="):
        SCORES.chosen()


def test_dots_are_the_scores_and_the_title_says_what_they_are_not():
    one, two = SCORES.plot(model="a"), SCORES.plot(versus="b")
    (dots,) = [line for line in one.lines if line.get_marker() == "o"]
    assert dots.get_ydata().tolist() == SCORES.only("a").per_split[:6].tolist()
    for ax in (one, two):
        assert "not the error bar" in " ".join(ax.get_xlabel().split())
    difference = SCORES.difference("a", "b").per_split[:6]
    keys = {text.get_text() for text in two.get_legend().get_texts()}
    won = int((difference < 0).sum())
    assert keys == {f"a better: {won} of 6", f"b better: {6 - won} of 6"} - {"a better: 0 of 6", "b better: 0 of 6"}


def test_the_larger_score_wins_where_greater_is_better():
    values = {"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.7]}
    ax = eb.Scores.from_splits(values, n_train=9, n_test=1, greater_is_better=True).plot(versus="b")
    assert {text.get_text() for text in ax.get_legend().get_texts()} == {"a better: 2 of 3", "equal: 1 of 3"}


def test_the_scale_of_the_differences_has_its_zero_at_the_second_mean():
    ax = SCORES.plot(versus="b")
    (scale,) = ax.child_axes
    ax.figure.canvas.draw()
    low, high = ax.get_ylim()
    mean = SCORES.only("b").per_split[:6].mean()
    ax.figure.draw_without_rendering()
    assert scale.get_ylim() == pytest.approx((low - mean, high - mean))


def test_refusals():
    with pytest.raises(InputError, match="compared with itself"):
        SCORES.plot(model="a", versus="a")
    with pytest.raises(NeedsError, match="at least two splits"):
        SCORES.first(1).plot(model="a")
