"""Nested cross-validation: reference numbers with the clamp, a plain re-computation, fits counted, groups."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.datasets import make_regression

import errbar as eb
from errbar.errors import NeedsError

OUTER = [[0.2, 0.5, 0.4], [0.9, 0.1, 0.3], [0.6, 0.7, 0.2]]
INNER = [[0.8, 0.3, 0.4, 0.5, 0.9, 0.1], [0.3, 0.6, 0.2, 0.7, 0.6, 0.4], [0.2, 0.4, 0.6, 0.9, 0.3, 0.2]]


def pair_losses(plan, outer, inner):
    """Losses per split of an unrepeated nested plan from O_k and I_k (the other folds in order, rows sorted)."""
    tests = [test for _, test in plan]
    k = len(outer)
    home = {row: (fold, place) for fold in range(k) for place, row in enumerate(tests[fold])}
    pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
    found = [list(row) for row in outer]
    for (i, j), test in zip(pairs, tests[k:], strict=True):
        losses = []
        for row in test:
            fold, place = home[row]
            held = j if fold == i else i
            others = [f for f in range(k) if f != held]
            start = sum(len(outer[f]) for f in others[: others.index(fold)])
            losses.append(inner[held][start + place])
        found.append(losses)
    return found


def reference(**options):
    plan = eb.plans.nested(3, 1).build(9, random_state=0)
    scores = eb.Scores.from_losses({"m": pair_losses(plan, OUTER, INNER)}, plan=plan)
    return eb.infer(scores, method="nested_cv", options=options)


def test_reference_numbers_with_the_lower_clamp():
    r = reference()
    for value, expected in (
        (r.details["nested_error"], 0.4666666667),
        (r.details["cv_error"], 0.4333333333),
        (r.details["mse"], -0.0218518519),
        (r.details["bias"], 0.0444444444),
        (r.se, 0.0824462590),
        (r.estimate, 0.4222222222),
        (r.low, 0.2606305239),
        (r.high, 0.5838139205),
    ):
        assert value == pytest.approx(expected, abs=1e-9)
    assert r.details["clamped"] == "low" and r.details["unclamped_se"] == 0.0
    assert any("negative: the standard error was raised" in note for note in r.notes)
    assert any("not the plain cross-validation error" in note for note in r.notes)
    assert reference(bias="package").estimate == pytest.approx(0.4269183303, abs=1e-9)
    assert r.target == "the error of the algorithm when trained on all 9 examples"


def by_hand(scores, plan, n_folds, n_repeats):
    """The formulas of the paper, loop by loop, on the losses of every split."""
    tests = [test for _, test in plan]
    mse, inner_all, outer_all = [], [], []
    for r in range(n_repeats):
        folds = tests[r * n_folds : (r + 1) * n_folds]
        for k in range(n_folds):
            outer = scores.in_split(r * n_folds + k)
            inner = []
            for j in range(n_folds):
                if j == k:
                    continue
                low, high = sorted((k, j))
                pair = low * n_folds - low * (low + 1) // 2 + high - low - 1
                split = n_repeats * n_folds + r * n_folds * (n_folds - 1) // 2 + pair
                inner.extend(scores.in_split(split)[np.isin(tests[split], folds[j])])
            mse.append((np.mean(inner) - outer.mean()) ** 2 - outer.var(ddof=1) / outer.size)
            inner_all.extend(inner)
            outer_all.extend(outer)
    spread = np.std(inner_all, ddof=1) / np.sqrt(plan.n)
    raw = np.sqrt(max(0, np.mean(mse) * (n_folds - 1) / n_folds))
    bias = (1 + (n_folds - 2) / n_folds) * (np.mean(inner_all) - np.mean(outer_all))
    return np.mean(inner_all) - bias, max(spread, min(raw, np.sqrt(n_folds) * spread))


@pytest.mark.parametrize(("n", "n_folds", "n_repeats", "noise"), [(40, 5, 3, 0.0), (23, 4, 2, 3.0), (30, 3, 1, 0.3)])
def test_equals_the_formulas_looped(n, n_folds, n_repeats, noise):
    plan = eb.plans.nested(n_folds, n_repeats).build(n, random_state=1)
    rng = np.random.default_rng(n)
    losses = [rng.exponential(size=test.size) + noise * rng.normal() for _, test in plan]
    scores = eb.Scores.from_losses({"m": losses}, plan=plan)
    estimate, se = by_hand(scores, plan, n_folds, n_repeats)
    r = eb.infer(scores)
    assert r.method == "nested_cv"
    assert (r.estimate, r.se) == (pytest.approx(estimate, rel=1e-10), pytest.approx(se, rel=1e-10))


def test_the_upper_clamp_is_reported():
    plan = eb.plans.nested(4, 2).build(20, random_state=0)
    rng = np.random.default_rng(0)
    far = [(5.0 if i < 8 and i % 2 else 0.0) + 0.01 * rng.normal(size=test.size) for i, (_, test) in enumerate(plan)]
    r = eb.infer(eb.Scores.from_losses({"m": far}, plan=plan))
    assert r.details["clamped"] == "high"
    assert r.se < r.details["unclamped_se"]
    assert any("was cut to sqrt(K)" in note for note in r.notes)


class Counting(RegressorMixin, BaseEstimator):
    """The training mean; every fit is counted."""

    fits = 0

    def fit(self, X, y):
        type(self).fits += 1
        self.mean_ = float(np.mean(y))
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)


def test_ten_repeats_of_five_folds_take_150_fits():
    X, y = make_regression(60, 3, random_state=0)
    Counting.fits = 0
    r = eb.evaluate(Counting(), X, y, method="nested_cv", plan=eb.plans.nested(5, 10), shared=False, random_state=0)
    assert Counting.fits == 150
    assert r.n_fits == 150
    Counting.fits = 0
    default = eb.evaluate(Counting(), X, y, method="nested_cv", shared=False, random_state=0)
    assert Counting.fits == 150
    assert default.to_dict()["low"] == r.low
    assert default.details["clamped"] in ("no", "low", "high")


def test_groups_of_one_change_nothing_but_the_quantile():
    plan = eb.plans.nested(4, 2).build(24, random_state=0)
    grouped = eb.plans.nested(4, 2).build(24, random_state=0, groups=np.arange(24))
    rng = np.random.default_rng(2)
    losses = [rng.exponential(size=test.size) for _, test in plan]
    a, b = (eb.infer(eb.Scores.from_losses({"m": losses}, plan=p)) for p in (plan, grouped))
    assert (a.estimate, a.se) == (pytest.approx(b.estimate), pytest.approx(b.se))
    assert (a.df, b.df) == (np.inf, 23)


def test_losses_alike_within_groups_widen_the_interval():
    groups = np.repeat(np.arange(12), 5)
    plan = eb.plans.nested(4, 2).build(60, random_state=0, groups=groups)
    rng = np.random.default_rng(3)
    level = rng.exponential(size=12)
    losses = [level[groups[test]] + 0.01 * rng.normal(size=test.size) for _, test in plan]
    r = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan))
    independent = np.std(np.concatenate(losses)) / np.sqrt(60)
    assert r.se > 1.8 * independent
    assert r.df == 11


def test_folds_of_one_example_are_refused():
    plan = eb.plans.nested(4, 1).build(7, random_state=0)
    scores = eb.Scores.from_losses({"m": [np.ones(test.size) for _, test in plan]}, plan=plan)
    with pytest.raises(NeedsError, match="at least two examples in every fold"):
        eb.infer(scores, method="nested_cv")


def test_no_spread():
    plan = eb.plans.nested(3, 2).build(12, random_state=0)
    r = eb.infer(eb.Scores.from_losses({"m": [np.full(test.size, 0.1) for _, test in plan]}, plan=plan))
    assert (r.estimate, r.se, r.low, r.high) == (0.1, 0.0, 0.1, 0.1)


def test_two_models_and_stratified_folds():
    plan = eb.plans.nested(3, 2, stratify=True).build(30, random_state=0, y=np.arange(30) % 2)
    rng = np.random.default_rng(4)
    losses = {name: [rng.exponential(size=test.size) for _, test in plan] for name in "ab"}
    scores = eb.Scores.from_losses(losses, plan=plan)
    forth, back = (eb.infer(scores, model=a, versus=b) for a, b in ("ab", "ba"))
    assert forth.estimate == pytest.approx(-back.estimate)
    assert (forth.low, forth.high) == (pytest.approx(-back.high), pytest.approx(-back.low))
    assert "between the two algorithms when trained on all 30" in forth.target
    assert any("stratified" in note for note in forth.notes)
