"""The corrected variance in Wilson's form, against the formula written a second time; width at zero errors."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import t as student
from tests.methods.series import build, scored
from tests.statistical.band import binomial_band

import errbar as eb
from errbar.errors import NeedsError


def by_roots(rates, ratio, n, df, level=0.95):
    """The p at which |rate - p| is the quantile times sqrt(p (1 - p) / n_e), found by bisection."""
    rates = np.asarray(rates, dtype=float)
    rate, corrected = rates.mean(), (1 / rates.size + ratio) * rates.var(ddof=1)
    inner = min(max(rate, 1 / (2 * n)), 1 - 1 / (2 * n))
    worth = n / max(1, corrected / (inner * (1 - inner) / n))
    reach = student.ppf((1 + level) / 2, df)

    def beyond(p):
        return (rate - p) ** 2 - reach**2 * p * (1 - p) / worth

    low = 0.0 if rate == 0 else brentq(beyond, 0.0, min(rate, 1 - 1e-9), xtol=1e-15)
    high = 1.0 if rate == 1 else brentq(beyond, max(rate, 1e-9), 1.0, xtol=1e-15)
    return rate, low, high


def of_counts(counts, n_test, n, **how):
    scores = eb.Scores.from_splits({"m": np.array(counts) / n_test}, n_train=n - n_test, n_test=n_test, loss="zero_one")
    return eb.infer(scores, method="corrected_wilson", **how)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 20), min_size=6, max_size=25), st.sampled_from((100, 150, 400)))
def test_the_formula_a_second_time(counts, n):
    found = of_counts(counts, 20, n)
    rate, low, high = by_roots(np.array(counts) / 20, 20 / (n - 20), min(n, 20 * len(counts)), len(counts) - 1)
    assert (found.estimate, found.low, found.high) == pytest.approx((rate, low, high), abs=1e-9)


def test_losses_per_example_and_error_rates_say_the_same():
    plan = eb.plans.subsample(25, 0.2).build(150, random_state=0)
    wrong = (np.random.default_rng(1).random(150) < 0.08).astype(float)
    losses = [wrong[test] for _, test in plan]
    items = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan))
    rates = [block.mean() for block in losses]
    splits = eb.Scores.from_splits({"m": rates}, plan=plan, loss="zero_one")
    right = eb.Scores.from_splits({"m": [1 - r for r in rates]}, plan=plan, loss="accuracy", greater_is_better=True)
    by_rate, by_accuracy = eb.infer(splits), eb.infer(right)
    assert {r.method for r in (items, by_rate, by_accuracy)} == {"corrected_wilson"}
    assert (by_rate.low, by_rate.high) == pytest.approx((items.low, items.high), rel=1e-12)
    assert (1 - by_accuracy.high, 1 - by_accuracy.low) == pytest.approx((items.low, items.high), rel=1e-12)


@pytest.mark.parametrize("recipe", [eb.plans.kfold(5), eb.plans.subsample(25, 0.2), eb.plans.kfold(10, 3)])
def test_more_errors_raise_the_ends(recipe):
    """Zero errors in 100 allow the least, 3 % and more; where the errors lie matters too, so ends are means over that."""
    plan, rng = recipe.build(100, random_state=0), np.random.default_rng(0)
    tests, means = list(plan.tests()), []
    for k in (0, 1, 2, 4, 8, 16, 32, 64, 100):
        ends = []
        for _ in range(10):
            wrong = np.zeros(100)
            wrong[rng.permutation(100)[:k]] = 1.0
            found = eb.infer(eb.Scores.from_losses({"m": [wrong[test] for test in tests]}, plan=plan))
            assert 0.0 <= found.low <= found.estimate <= found.high <= 1.0 and found.high > found.low
            ends.append((found.low, found.high))
        assert k in (0, 100) or min(high for _, high in ends) > means[0][1]
        means.append(np.mean(ends, axis=0))
    assert means[0][0] == 0.0 and 0.03 < means[0][1] < 0.075
    assert [*means[-1]] == pytest.approx([1 - means[0][1], 1.0])
    steps = np.diff(means, axis=0)
    assert (steps[:, 0] >= 0).all()
    # five scores cannot tell one error from two in different folds, which look more even than chance would have them
    assert (steps[2 if plan.is_one_partition else 0 :, 1] >= 0).all()


@pytest.mark.parametrize(
    "kind", ["subsample", "kfold", "five_by_two", "halvings", "nested", "pseudo_bootstrap", "custom"]
)
def test_no_default_for_counted_errors_is_without_width(kind):
    plan = build(kind, 60, 0)
    nothing = np.zeros(int(plan.n_test.sum()))
    scores = scored(plan, nothing, nothing)
    one, both = eb.infer(scores, model="a"), eb.infer(scores, model="a", versus="b")
    assert one.estimate == one.low == 0.0 and 0.02 < one.high < 0.2
    assert both.estimate == 0.0 and 0.03 < both.high == -both.low < 0.2 and both.pvalue == 1.0


def test_a_difference_is_read_with_two_more_examples():
    plan = eb.plans.subsample(25, 0.2).build(100, random_state=0)
    rng = np.random.default_rng(3)
    a, b = (rng.random(100) < 0.1).astype(float), (rng.random(100) < 0.1).astype(float)
    scores = eb.Scores.from_losses({m: [w[test] for _, test in plan] for m, w in (("a", a), ("b", b))}, plan=plan)
    plain = eb.infer(scores, model="a", versus="b", method="corrected_t")
    found = eb.infer(scores, model="a", versus="b")
    assert found.method == "corrected_wilson" and found.estimate == plain.estimate
    assert found.se == pytest.approx(sqrt(plain.se**2 + 2 / 100**2), rel=1e-12)


def test_what_does_not_count_errors_is_refused_and_keeps_corrected_t():
    plan = eb.plans.subsample(10, 0.2).build(100, random_state=0)
    rng = np.random.default_rng(0)
    losses = eb.Scores.from_losses({"m": [rng.random(20) for _ in range(10)]}, plan=plan)
    ratio = eb.Scores.from_splits({"m": [0.22, 0.18, 0.25]}, n_train=9, n_test=1, loss="zero_one")
    auc = eb.Scores.from_splits({"m": [0.9, 0.8, 0.85]}, n_train=80, n_test=20, loss="roc_auc")
    for scores in (losses, ratio, auc):
        assert eb.infer(scores).method == "corrected_t"
        with pytest.raises(NeedsError, match=r"needs 0/1 losses.*Try method='corrected_t'"):
            eb.infer(scores, method="corrected_wilson")


def test_equal_losses_that_are_no_errors_are_not_counted():
    plan = eb.plans.subsample(10, 0.2).build(100, random_state=0)
    same = [np.full(20, 3.7) + i for i in range(10)]
    found = eb.infer(eb.Scores.from_losses({"a": same, "b": same}, plan=plan), model="a", versus="b")
    assert found.method == "corrected_t" and any("not certainty" in note for note in found.notes)


def test_groups():
    """Degrees of freedom by groups, and no error at all is worth no more than the groups are."""
    groups = np.arange(160) // 20
    plan = eb.plans.kfold(8).build(160, random_state=0, groups=groups)
    rng = np.random.default_rng(0)
    wrong = (rng.random(160) < rng.random(8)[groups]).astype(float)
    found = eb.infer(eb.Scores.from_losses({"m": [wrong[test] for _, test in plan]}, plan=plan))
    rate, low, high = by_roots([wrong[test].mean() for _, test in plan], 1 / 7, 160, 7)
    assert (found.estimate, found.low, found.high, found.df) == pytest.approx((rate, low, high, 7), abs=1e-9)
    none = eb.infer(eb.Scores.from_losses({"m": [0 * wrong[test] for _, test in plan]}, plan=plan))
    assert none.details["effective_n"] == 8


@pytest.mark.slow
@pytest.mark.parametrize("error", [0.005, 0.02, 0.1])
def test_coverage_of_a_fixed_rule(error):
    n, sets, held = 300, 2000, 0
    rng = np.random.default_rng(0)
    plans = [eb.plans.subsample(25, 0.1).build(n, random_state=i) for i in range(20)]
    for i in range(sets):
        plan, wrong = plans[i % 20], (rng.random(n) < error).astype(float)
        found = eb.infer(eb.Scores.from_losses({"m": [wrong[test] for test in plan.tests()]}, plan=plan))
        held += found.low <= error <= found.high
    assert held >= binomial_band(0.95, sets)[0]
