"""corrected_t on (repeated) K-fold, as Bouckaert and Frank use it; the naive answer beside it; TOST; twins."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

import errbar as eb
from errbar.errors import InputError
from errbar.types.coverage_words import coverage_note

M = [0.20, 0.24, 0.18, 0.22, 0.26, 0.19, 0.21, 0.25, 0.23, 0.17]


def repeated(values, k, r, n=100):
    return eb.Scores.from_splits(
        {"m": values}, plan=eb.plans.kfold(k, n_repeats=r).build(n, random_state=0), greater_is_better=False
    )


def test_one_run_of_ten_folds():
    r = eb.infer(repeated(M, 10, 1), method="corrected_t")
    assert r.se == pytest.approx(0.0139110934, abs=1e-9)
    assert (r.low, r.high) == pytest.approx((0.1835309205, 0.2464690795), abs=1e-9)
    assert coverage_note("corrected_t", "kfold", once=True) in r.notes


def test_two_runs_of_five_folds():
    r = eb.infer(repeated(M, 5, 2), method="corrected_t")
    assert r.se == pytest.approx(0.0179118211, abs=1e-9)
    assert (r.low, r.high) == pytest.approx((0.1744806457, 0.2555193543), abs=1e-9)


def test_ten_by_ten_folds_by_the_formula():
    x = np.random.default_rng(0).normal(0.01, 0.03, size=100)
    r = eb.infer(repeated(x, 10, 10), method="corrected_t", null=0.0)
    t = x.mean() / sqrt((1 / 100 + 1 / 9) * x.var(ddof=1))
    assert (r.statistic, r.df) == (pytest.approx(t, rel=1e-9), 99)
    assert r.pvalue == pytest.approx(stats.f.sf(t**2, 1, 99), rel=1e-9)  # WEKA's route


def test_the_naive_answer_stands_beside_it():
    r = eb.infer(repeated(M, 10, 1), method="corrected_t")
    naive = eb.infer(repeated(M, 10, 1), method="kfold_t")
    assert (r.details["naive_low"], r.details["naive_high"]) == (naive.low, naive.high)
    assert r.low < naive.low < naive.high < r.high
    one_sided = eb.infer(repeated(M, 10, 1), method="corrected_t", alternative="less")
    assert one_sided.details["naive_low"] == -np.inf


def test_ratio_follows_groups_and_unequal_folds():
    groups = np.repeat(np.arange(6), [1, 1, 1, 1, 8, 8])
    plan = eb.plans.kfold(3).build(20, random_state=0, groups=groups)
    r = eb.infer(eb.Scores.from_losses({"m": np.random.default_rng(1).random(20)}, plan=plan), method="corrected_t")
    assert r.details["ratio"] == pytest.approx(2 / 4)
    unequal = eb.plans.kfold(3).build(11, random_state=0)
    r = eb.infer(eb.Scores.from_losses({"m": np.random.default_rng(2).random(11)}, plan=unequal), method="corrected_t")
    assert r.details["ratio"] == pytest.approx(11 / 22)
    assert any("not of all losses" in note for note in r.notes)


def test_leave_one_out():
    losses = np.random.default_rng(3).exponential(size=9)
    plan = eb.plans.kfold(9).build(9, random_state=0)
    r = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan), method="corrected_t")
    assert r.se == pytest.approx(sqrt((1 / 9 + 1 / 8) * losses.var(ddof=1)), rel=1e-12)


@pytest.mark.parametrize("margin", [0.01, 0.05])
def test_a_margin_is_two_one_sided_tests_with_the_corrected_error(margin):
    d = np.array([0.02, 0.03, -0.01, 0.04, 0.01, 0.03, 0.0, 0.02, 0.05, 0.01])
    scores = eb.Scores.from_splits({"a": d, "b": np.zeros(10)}, n_train=90, n_test=10, greater_is_better=False)
    found = eb.infer(scores, model="a", versus="b", method="corrected_t", margin=margin).details
    se = sqrt((1 / 10 + 1 / 9) * d.var(ddof=1))
    not_worse, not_better = stats.t.cdf((d.mean() - margin) / se, 9), stats.t.sf((d.mean() + margin) / se, 9)
    assert found["noninferior_pvalue"] == pytest.approx(not_worse, rel=1e-9)
    assert found["equivalent_pvalue"] == pytest.approx(max(not_worse, not_better), rel=1e-9)
    assert found["equivalent"] == (max(not_worse, not_better) < 0.05)
    assert found["margin_bound"] == pytest.approx(d.mean() + stats.t.ppf(0.95, 9) * se, rel=1e-9)
    bayes = eb.infer(scores, model="a", versus="b", method="bayes_t", options={"rope": margin}).details
    assert 1 - bayes["p_b_better"] == pytest.approx(1 - not_worse, abs=1e-9)  # the Bayesian twin


def test_high_scores_turn_the_margin_around():
    d = np.array([0.02, 0.03, -0.01, 0.04, 0.01])
    low = eb.Scores.from_splits({"a": d, "b": np.zeros(5)}, n_train=4, n_test=1, greater_is_better=False)
    high = eb.Scores.from_splits({"a": -d, "b": np.zeros(5)}, n_train=4, n_test=1, greater_is_better=True)
    a, b = (eb.infer(s, model="a", versus="b", margin=0.03).details for s in (low, high))
    assert a["noninferior_pvalue"] == pytest.approx(b["noninferior_pvalue"], rel=1e-12)
    assert a["margin_bound"] == pytest.approx(-b["margin_bound"], rel=1e-12)


def test_a_margin_needs_two_models_and_a_sign():
    with pytest.raises(InputError, match="comparing two models"):
        eb.infer(repeated(M, 10, 1), margin=0.01)
    scores = eb.Scores.from_splits({"a": M, "b": M[::-1]}, n_train=9, n_test=1, greater_is_better=False)
    with pytest.raises(InputError, match="must not be negative"):
        eb.infer(scores, model="a", versus="b", margin=-0.01)


def test_near_identical_models_are_noted_and_others_not():
    rng, plan = np.random.default_rng(4), eb.plans.kfold(10).build(100, random_state=0)
    a = rng.exponential(size=100)
    losses = {"a": a, "twin": a + 0.01 * rng.normal(size=100), "other": rng.exponential(size=100)}
    scores = eb.Scores.from_losses(losses, plan=plan)
    for name, expected in (("twin", True), ("other", False)):
        notes = eb.infer(scores, model="a", versus=name).notes
        assert any("nearly identical" in note for note in notes) == expected
    splits = eb.Scores.from_splits(
        {"a": M, "b": np.array(M) + 1e-4 * np.arange(10)}, n_train=9, n_test=1, greater_is_better=False
    )
    assert any("nearly identical" in note for note in eb.infer(splits, model="a", versus="b").notes)


def test_pairs_are_matched():
    """Noise common to both models, fold by fold and example by example, leaves the difference alone."""
    rng, plan = np.random.default_rng(5), eb.plans.kfold(5).build(50, random_state=0)
    a, b, common = rng.random(50), rng.random(50), 100 * rng.random(50)
    plain = eb.Scores.from_losses({"a": a, "b": b}, plan=plan)
    noisy = eb.Scores.from_losses({"a": a + common, "b": b + common}, plan=plan)
    for method in ("corrected_t", "kfold_t", "cv_wald", "bayes_t"):
        one, two = (eb.infer(s, model="a", versus="b", method=method) for s in (plain, noisy))
        assert (one.estimate, one.se) == (pytest.approx(two.estimate), pytest.approx(two.se))
