"""The naive t over folds: what people report, flagged; repeats, groups, unequal folds, leave-one-out."""

from __future__ import annotations

import numpy as np
import pytest

import errbar as eb
from errbar.types.coverage_words import coverage_note

M = [0.20, 0.24, 0.18, 0.22, 0.26, 0.19, 0.21, 0.25, 0.23, 0.17]


@pytest.mark.parametrize("plan", [eb.plans.kfold(10), eb.plans.kfold(5, n_repeats=2)])
def test_it_is_the_t_interval_of_independent_numbers(plan):
    from scipy import stats

    r = eb.infer(
        eb.Scores.from_splits({"m": M}, plan=plan.build(100, random_state=0), greater_is_better=False),
        method="kfold_t",
        null=0.2,
    )
    assert r.se == pytest.approx(0.0095742711, abs=1e-9)
    assert r.pvalue == pytest.approx(stats.ttest_1samp(M, 0.2).pvalue, rel=1e-9)
    assert (r.low, r.high) == pytest.approx(tuple(stats.ttest_1samp(M, 0.2).confidence_interval()), rel=1e-9)
    assert any(note.startswith("Too narrow") for note in r.notes)
    assert any("repeating the folds shrinks" in note for note in r.notes) == (plan.n_repeats > 1)
    assert coverage_note("kfold_t", "kfold", once=plan.n_repeats == 1) in r.notes


def test_groups_and_unequal_folds_average_the_folds():
    groups = np.array([0, 0, 0, 1, 2, 2, 3, 4, 4, 5])
    plan = eb.plans.kfold(3, n_repeats=2).build(10, random_state=0, groups=groups)
    losses = np.random.default_rng(0).exponential(size=10)
    folds = [losses[test] for _, test in plan]
    r = eb.infer(eb.Scores.from_losses({"m": folds}, plan=plan), method="kfold_t")
    assert r.estimate == pytest.approx(np.mean([fold.mean() for fold in folds]), rel=1e-12)
    assert any("groups were split" in note for note in r.notes)
    assert any("mean of the split scores, not of all losses" in note for note in r.notes)


def test_leave_one_out_is_the_t_interval_of_the_losses():
    losses = np.random.default_rng(1).exponential(size=8)
    r = eb.infer(
        eb.Scores.from_losses({"m": losses}, plan=eb.plans.kfold(8).build(8, random_state=0)), method="kfold_t"
    )
    assert r.se == pytest.approx(losses.std(ddof=1) / np.sqrt(8), rel=1e-12)


def test_stratified_folds_are_noted():
    plan = eb.plans.kfold(5, stratify=True).build(20, random_state=0, y=np.arange(20) % 2)
    r = eb.infer(
        eb.Scores.from_splits({"m": [0.1, 0.2, 0.3, 0.2, 0.1]}, plan=plan, greater_is_better=False), method="kfold_t"
    )
    assert any("stratified" in note for note in r.notes)
