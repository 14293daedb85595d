"""The interval after 2, 3, ... splits is the one those splits alone give; what is left follows from the formula."""

from math import sqrt

import numpy as np
import pytest
from scipy.special import ndtri, stdtrit

import errbar as eb
from errbar.errors import ErrbarError, NeedsError, UnknownNameError
from errbar.methods import METHODS

REMAINS = {name: method.overlap for name, method in METHODS.items() if method.overlap is not None}
RNG = np.random.default_rng(0)
A, B = 0.2 + 0.03 * RNG.normal(size=(2, 30))
SCORES = eb.Scores.from_splits({"a": A, "b": B}, n_train=90, n_test=10, greater_is_better=False)


@pytest.mark.parametrize("method", REMAINS)
def test_each_answer_is_that_of_the_first_splits_alone(method):
    found = eb.growth(SCORES, model="a", versus="b", method=method, confidence_level=0.9)
    assert [r.n_splits for r in found.results] == list(range(2, 31))
    for j in (2, 11, 30):
        alone = eb.Scores.from_splits({"a": A[:j], "b": B[:j]}, n_train=90, n_test=10, greater_is_better=False)
        direct = eb.infer(alone, model="a", versus="b", method=method, confidence_level=0.9)
        grown = found.results[j - 2]
        assert (grown.estimate, grown.low, grown.high) == (direct.estimate, direct.low, direct.high)


def test_every_method_that_reads_any_splits_is_offered():
    assert set(REMAINS) == {
        name for name, method in METHODS.items() if "custom" in method.plans and method.needs == "split_scores"
    }
    assert {name for name, share in REMAINS.items() if share == 0} == {n for n in REMAINS if METHODS[n].is_naive}


def test_what_is_left_when_splits_are_many():
    found = eb.growth(SCORES, model="a")
    assert found.half_width_left == pytest.approx(ndtri(0.975) * sqrt(10 / 90 * A.var(ddof=1)), rel=1e-12)
    many = eb.Scores.from_splits({"a": np.tile(A, 300)}, n_train=90, n_test=10, greater_is_better=False)
    last = eb.infer(many)
    assert (last.high - last.low) / 2 == pytest.approx(found.half_width_left, rel=0.03)
    naive = eb.growth(SCORES, model="a", method="resampled_t")
    assert naive.half_width_left == 0 and naive.enough is None
    assert "naive" in str(naive)


def test_enough_is_the_first_number_that_comes_close():
    def width(j):
        return -stdtrit(j - 1, 0.025) * sqrt(1 / j + 1 / 9)

    limit = 1.1 * ndtri(0.975) * sqrt(1 / 9)
    enough = eb.growth(SCORES, model="a").enough
    assert width(enough) <= limit < width(enough - 1)


def test_the_frame_has_a_row_per_number_of_splits():
    frame = eb.growth(SCORES, model="a").to_frame()
    assert list(frame) == ["n_splits", "estimate", "low", "high", "half_width"]
    assert len(frame) == 29 and frame["half_width"].iloc[-1] < frame["half_width"].iloc[0]


@pytest.mark.parametrize("recipe", [eb.plans.subsample(6, 0.2), eb.plans.kfold(3, n_repeats=2), eb.plans.halvings(6)])
def test_the_first_part_of_any_plan_grows(recipe):
    plan = recipe.build(60, random_state=0)
    rng = np.random.default_rng(1)
    scores = eb.Scores.from_losses({"m": [rng.random(test.size) for _, test in plan]}, plan=plan)
    last = eb.growth(scores).results[-1]
    direct = eb.infer(scores, method="corrected_t")
    assert (last.estimate, last.low, last.high, last.target) == (
        direct.estimate,
        direct.low,
        direct.high,
        direct.target,
    )


def test_groups_keep_their_own_ratio():
    plan = eb.plans.subsample(5, 0.2).build(40, random_state=0, groups=np.arange(40) // 4)
    rng = np.random.default_rng(1)
    scores = eb.Scores.from_losses({"m": [rng.random(test.size) for _, test in plan]}, plan=plan)
    assert eb.growth(scores).results[-1].low == eb.infer(scores).low


def test_refusals():
    with pytest.raises(UnknownNameError, match="conservative_z"):
        eb.growth(SCORES, model="a", method="conservative_z")
    with pytest.raises(NeedsError, match="at least two splits"):
        eb.growth(eb.Scores.from_losses({"m": [0, 1, 0]}, plan=eb.plans.holdout(3).build(9, random_state=0)))
    with pytest.raises(ErrbarError, match="Say which model="):
        eb.growth(SCORES)
    with pytest.raises(ErrbarError, match="n_train"):
        eb.growth(eb.Scores.from_splits([0.1, 0.2, 0.3], greater_is_better=False))


def test_equal_scores_leave_nothing():
    found = eb.growth(eb.Scores.from_splits([0.1] * 4, n_train=3, n_test=1, greater_is_better=False))
    assert found.half_width_left == 0 and found.results[-1].high == 0.1
    found.plot()


def test_the_first_splits_may_test_one_group_and_tell_nothing_yet():
    groups = np.repeat(np.arange(6), 3)
    plans = (eb.plans.subsample(12, 0.2).build(18, random_state=seed, groups=groups) for seed in range(100))
    plan = next(plan for plan in plans if np.array_equal(plan[0][1], plan[1][1]))
    values = np.random.default_rng(0).random(12)
    rows = [np.full(len(test), value) for (_, test), value in zip(plan, values, strict=True)]
    scores = eb.Scores.from_losses({"m": rows}, plan=plan, loss="absolute")
    found = eb.growth(scores)
    assert (found.results[0].n_splits, found.results[-1].n_splits) == (3, 12)
    assert all(np.isfinite([one.low, one.high]).all() for one in found.results)
    with pytest.raises(eb.ErrbarError, match="All splits test the same groups"):
        eb.growth(scores.first(2))
