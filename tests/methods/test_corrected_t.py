"""The corrected resampled t: published numbers, WEKA's convention, groups and thrown-away data."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import f

import errbar as eb
from errbar.core.variance import corrected_factor

M = [0.20, 0.24, 0.18, 0.22, 0.26, 0.19, 0.21, 0.25, 0.23, 0.17]


@pytest.mark.parametrize(
    ("n_train", "se", "low", "high"),
    [(90, 0.0139110934, 0.1835309205, 0.2464690795), (80, 0.0179118211, 0.1744806457, 0.2555193543)],
)
def test_published_numbers(n_train, se, low, high):
    result = eb.infer(eb.Scores.from_splits({"m": M}, n_train=n_train, n_test=100 - n_train), method="corrected_t")
    assert (result.estimate, result.se, result.low, result.high) == pytest.approx((0.215, se, low, high), abs=1e-9)


@pytest.mark.parametrize(("ratio", "factor"), [(1 / 9, 0.17778), (1 / 5, 0.26667), (1.0, 1.06667)])
def test_factor_of_the_paper(ratio, factor):
    assert corrected_factor(15, ratio) == pytest.approx(factor, abs=5e-6)


def test_quantile_of_the_paper():
    values = np.random.default_rng(0).random(15)
    scores = eb.Scores.from_splits({"m": values}, n_train=9, n_test=1)
    result = eb.infer(scores, method="corrected_t", confidence_level=0.90)
    assert (result.high - result.estimate) / result.se == pytest.approx(1.7613, abs=5e-5)


@given(st.lists(st.tuples(st.floats(-1, 1), st.integers(20, 90), st.integers(1, 40)), min_size=2, max_size=30))
def test_weka_convention(rows):
    """Ratio from the sums of the sizes, count - 1 degrees of freedom, p from F(1, count - 1)."""
    d, n_train, n_test = (np.array(column) for column in zip(*rows, strict=True))
    if np.ptp(d) < 1e-6:
        return
    result = eb.infer(eb.Scores.from_splits({"d": d}, n_train=n_train, n_test=n_test), method="corrected_t")
    variance = (1 / d.size + n_test.sum() / n_train.sum()) * d.var(ddof=1)
    assert result.pvalue == pytest.approx(f.sf(d.mean() ** 2 / variance, 1, d.size - 1), rel=1e-7, abs=1e-12)


def test_without_variance_nothing_is_tested():
    """Weka's p is 0 at any constant difference; here ten equal numbers are no evidence."""
    for value in (0.3, 0.0):
        scores = eb.Scores.from_splits({"d": [value] * 10}, n_train=9, n_test=1)
        assert eb.infer(scores, method="corrected_t").pvalue == 1.0


def test_groups_are_what_the_ratio_counts():
    groups = np.repeat(np.arange(10), [1, 30, 2, 5, 9, 14, 3, 3, 8, 25])
    plan = eb.plans.subsample(12, 0.2).build(100, random_state=0, groups=groups)
    values = np.random.default_rng(0).random(12)
    result = eb.infer(eb.Scores.from_splits({"m": values}, plan=plan), method="corrected_t")
    assert result.details["ratio"] == 2 / 8
    for train, test in plan:
        assert not set(groups[train]) & set(groups[test]) and train.size + test.size == 100
    assert any("counts groups" in note for note in result.notes)


def test_splits_of_halvings_and_pseudo_bootstrap_serve_it():
    for recipe in (eb.plans.halvings(6, 3), eb.plans.pseudo_bootstrap(6, 3)):
        plan = recipe.build(100, random_state=0)
        values = np.random.default_rng(0).random(len(plan))
        inside = eb.infer(eb.Scores.from_splits({"m": values}, plan=plan), method="corrected_t")
        alone = eb.infer(eb.Scores.from_splits({"m": values[:6]}, n_train=90, n_test=10), method="corrected_t")
        assert (inside.estimate, inside.se, inside.df) == pytest.approx((alone.estimate, alone.se, 5), rel=1e-12)


def test_an_interval_without_width_says_so():
    scores = eb.Scores.from_splits({"m": [0.0] * 25}, n_train=90, n_test=10)
    result = eb.infer(scores, method="corrected_t")
    assert result.low == result.high == 0.0
    assert any("zero width; that is not certainty" in note for note in result.notes)
