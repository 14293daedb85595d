"""The pooled interval against plain loops over the formulas of its page; edge cases, refusals."""

from math import sqrt
from statistics import fmean, variance

import numpy as np
import pytest
from scipy.stats import chi2, t
from sklearn.datasets import make_classification
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.core.pooled import pooled_splits
from errbar.errors import NeedsError

N, TESTS = 12, [[0, 5, 7], [3, 8, 5], [7, 11, 0], [5, 2, 3], [8, 9, 11], [2, 7, 3]]
LOSSES = [[0.3, 0.9, 0.2], [0.45, 0.9, 1.1], [0.2, 0.05, 0.4], [1, 0.6, 0.5], [0.7, 0.15, 0.1], [0.55, 0.3, 0.35]]
STEADY = [[7 * i % 5 / 5 + 0.1 * ((i + j) % 3) for i in test] for j, test in enumerate(TESTS)]


def by_loops(n, tests, losses, *, comparison=False, binary=False, level=0.95):
    """Estimate, standard error, degrees of freedom and ends, one loss after another."""
    n_splits, n_test = len(tests), len(tests[0])
    seen = {i: [] for i in range(n)}
    for j, test in enumerate(tests):
        for place, i in enumerate(test):
            seen[i].append((j, losses[j][place]))
    means = [fmean(split) for split in losses]
    middle = fmean(means)
    c = [fmean(value for _, value in seen[i]) if seen[i] else middle for i in range(n)]
    told = []
    for j, test in enumerate(tests):
        elsewhere = [[value for k, value in seen[i] if k != j] for i in test]
        told.append([fmean(values) if values else middle for values in elsewhere])
    told_means = [fmean(split) for split in told]
    pairs = [(told[j][p] - told_means[j], losses[j][p] - means[j]) for j in range(n_splits) for p in range(n_test)]
    below = sum(x * x for x, _ in pairs)
    slope = min(max(sum(x * y for x, y in pairs) / below, 0), 1) if below else 0
    estimate = middle + slope * (fmean(c) - middle)
    adjusted = [m - slope * (x - fmean(told_means)) for m, x in zip(means, told_means, strict=True)]
    w = fmean(variance(split) for split in losses)
    left = fmean(variance([losses[j][p] - slope * told[j][p] for p in range(n_test)]) for j in range(n_splits))
    own = [variance([value for _, value in values]) for values in seen.values() if len(values) > 1]
    unstable = min(fmean(own) / w, 1) if w else 0
    tested = sum(bool(values) for values in seen.values())
    split_part = variance(adjusted) / n_splits
    data_part = (1 + unstable / 2) * max(w, 1 / n if binary else 0) / tested
    if variance(adjusted) * (n_splits - 1) > left / n_test * chi2.ppf(0.95, n_splits - 1):
        data_part += 2 * n_test / (n - n_test) * (variance(adjusted) - left / n_test)
    total = split_part + data_part
    second, third, fourth = (fmean((value - fmean(c)) ** power for value in c) for power in (2, 3, 4))
    df = 2 * total**2 / (2 * split_part**2 / (n_splits - 1) + data_part**2 * (fourth / second**2 - 1) / n)
    df = max(df, 3)
    quantile = t.ppf((1 + level) / 2, df)
    lean = third / second**1.5 / sqrt(n) * (data_part / total) ** 1.5
    lean = 0 if comparison else min(max(lean, -1), 1) * sqrt(total)
    middle = estimate + quantile**2 * lean / 2
    reach = quantile * sqrt(total + (quantile * lean / 2) ** 2)
    return estimate, sqrt(total), df, middle - reach, middle + reach


def of_core(n, tests, losses, **how):
    size = len(tests[0])
    splits = np.repeat(np.arange(len(tests)), size)
    how = {"comparison": False, "binary": False} | how
    return pooled_splits(n, np.ravel(tests), splits, np.ravel(losses).astype(float), size / (n - size), **how)


@pytest.mark.parametrize("comparison", [False, True])
@pytest.mark.parametrize(("losses", "jumps"), [(LOSSES, True), (STEADY, False)])
def test_as_plain_loops_say(losses, jumps, comparison):
    found = of_core(N, TESTS, losses, comparison=comparison)
    law, ends = found.inference, found.inference.interval(0.95, "two-sided")
    expected = by_loops(N, TESTS, losses, comparison=comparison)
    assert (law.estimate, law.se, law.df, *ends) == pytest.approx(expected, rel=1e-12)
    assert (found.beyond > 0) == jumps


@pytest.mark.parametrize("model", [GaussianNB(), DecisionTreeClassifier(max_depth=3, random_state=0)])
def test_of_fits_as_plain_loops_say(model):
    X, y = make_classification(80, random_state=1)
    kept = eb.collect({"m": model}, X, y, plan=eb.plans.subsample(12, 0.1), random_state=0)
    tests, losses = [list(test) for test in kept.plan.tests()], [list(kept.in_split(i)) for i in range(12)]
    for level in (0.9, 0.95):
        r = eb.infer(kept, method="pooled_t", confidence_level=level)
        estimate, se, df, low, high = by_loops(80, tests, losses, binary=True, level=level)
        assert (r.estimate, r.se, r.df) == pytest.approx((estimate, se, df), rel=1e-11)
        assert (r.low, r.high) == pytest.approx((max(low, 0), min(high, 1)), rel=1e-11)


def test_one_number_of_each_split_is_not_enough():
    """The point of it: two sets of splits with the same means and other losses differ."""
    shuffled = [[*split[1:], split[0]] for split in LOSSES]
    assert of_core(N, TESTS, LOSSES).inference.se != of_core(N, TESTS, shuffled).inference.se


def test_zero_errors_have_a_width_and_a_constant_has_none():
    plan = eb.plans.subsample(25, 0.2).build(100, random_state=0)
    ends = []
    for value in (0.0, 1.0):
        losses = [[value] * len(test) for _, test in plan]
        r = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan), method="pooled_t")
        ends.append((r.low, r.high))
    (low, high), (lower, upper) = ends
    assert (low, upper) == (0, 1) and high == pytest.approx(1 - lower, rel=1e-12)
    assert 4.66 / 100 <= high < 4.8 / 100
    losses = [[0.3] * len(test) for _, test in plan]
    r = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan), method="pooled_t")
    assert (r.low, r.high) == (0.3, 0.3) and any("no width" in note for note in r.notes)


def test_refusals():
    X, y = make_classification(60, random_state=0)
    with pytest.raises(NeedsError, match="needs a plan of kind subsample"):
        eb.evaluate(GaussianNB(), X, y, cv=5, method="pooled_t")
    with pytest.raises(NeedsError, match="at least 5 splits"):
        eb.evaluate(GaussianNB(), X, y, plan=eb.plans.subsample(4, 0.2), method="pooled_t")
    with pytest.raises(NeedsError, match="loss per example"):
        eb.evaluate(GaussianNB(), X, y, scoring="roc_auc", plan=eb.plans.subsample(10, 0.2), method="pooled_t")
