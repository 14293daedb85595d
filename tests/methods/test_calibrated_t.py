"""The calibrated interval: its specification's reference numbers, edge cases, refusals."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.core.calibrated import HalfSplits, calibrate, calibrate_means
from errbar.errors import NeedsError

TESTS = np.array([[0, 5], [3, 8], [7, 11]])
LOSSES = np.array([[0.3, 0.9], [0.45, 0.9], [0.2, 0.05]])
MEMBERS = np.array([[range(6), range(6, 12)], [range(0, 12, 2), range(1, 12, 2)]])
HALF_TESTS = np.array([[[[0, 3], [2, 5]], [[6, 9], [8, 11]]], [[[0, 6], [4, 10]], [[1, 7], [5, 11]]]])
HALF_LOSSES = np.array(
    [[[[0.35, 0.45], [0.75, 0.85]], [[0.6, 0.7], [1, 0.1]]], [[[0.4, 0.6], [0.15, 0.35]], [[0.05, 0.25], [0.8, 0]]]]
)


def reference(raised=0.0, comparison=False):
    losses = HALF_LOSSES.copy()
    losses[0, 0] += raised
    return calibrate(12, TESTS, LOSSES, HalfSplits(HALF_TESTS, losses, MEMBERS), comparison=comparison, binary=False)


def test_reference_numbers_of_the_specification():
    c = reference()
    assert c.slope == pytest.approx(1.004587156, rel=1e-8)
    assert c.kappa == pytest.approx(-0.3652523913, rel=1e-8)
    assert c.instability == pytest.approx(0.0196022727, rel=1e-8)
    assert c.inference.df == pytest.approx(29.537468894, rel=1e-8)
    assert c.inference.se == pytest.approx(0.0821567889, rel=1e-8)
    assert c.inference.estimate == pytest.approx(0.437366208, rel=1e-8)
    assert c.inference.interval(0.95, "two-sided") == pytest.approx((0.2779725475, 0.6142197464), rel=1e-8)
    c = reference(comparison=True)
    assert (c.inference.se, c.inference.df) == pytest.approx((0.0787919761, 29.623865585), rel=1e-8)
    assert c.inference.interval(0.95, "two-sided") == pytest.approx((0.2763658056, 0.5983666103), rel=1e-8)


def test_reference_numbers_with_one_half_raised():
    c = reference(raised=0.4)
    values = (c.inference.estimate, c.slope, c.kappa, c.inference.df, c.inference.se)
    assert values == pytest.approx((0.37999214, 1.38679245, 2.34327652, 3.98116299, 0.23368622), rel=1e-7)
    assert c.inference.interval(0.95, "two-sided") == pytest.approx((-0.26500202, 1.0350962), rel=1e-7)
    assert c.inference.interval(0.90, "two-sided") == pytest.approx((-0.11590078, 0.88183949), rel=1e-7)
    c = reference(raised=0.4, comparison=True)
    assert c.inference.interval(0.95, "two-sided") == pytest.approx((-0.27003732, 1.03002159), rel=1e-7)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_interval_and_test_agree_although_it_leans(alternative):
    inference = reference().inference
    assert inference.lean != 0
    for level in (0.5, 0.8, 0.95, 0.999):
        for end in inference.interval(level, alternative):
            if np.isfinite(end):
                assert inference.test(end, alternative)[1] == pytest.approx(1 - level, rel=1e-9)
    assert inference.test(inference.estimate - 1e6, "two-sided")[1] < 1e-6


def scores_of(losses, **settings):
    plan = eb.plans.halvings(**{"n_splits": 6, "n_halvings": 5, "half_splits": 5} | settings).build(100, random_state=0)
    return eb.Scores.from_losses({"m": [losses(test) for _, test in plan]}, plan=plan)


def test_zero_errors_have_a_width():
    result = eb.infer(scores_of(lambda test: np.zeros(test.size)), method="calibrated_t")
    assert result.estimate == 0 and result.high == pytest.approx(4.66 / 100, rel=1e-2)
    ones = eb.infer(scores_of(lambda test: np.ones(test.size)), method="calibrated_t")
    assert (ones.estimate, 1 - ones.low) == (1.0, pytest.approx(result.high, rel=1e-12))


def test_a_constant_loss_that_is_not_0_or_1_has_none_and_says_so():
    result = eb.infer(scores_of(lambda test: np.full(test.size, 0.3)), method="calibrated_t")
    assert (result.low, result.high) == (0.3, 0.3)
    assert any("no width" in note for note in result.notes)


def test_a_fixed_rule_gets_about_the_interval_of_one_sample():
    """Losses that depend on the example alone: nearly the t interval of all n losses, not that of one split."""
    loss = np.random.default_rng(1).normal(size=100)
    result = eb.infer(scores_of(lambda test: loss[test], n_splits=25, n_halvings=10), method="calibrated_t")
    assert result.se == pytest.approx(loss.std(ddof=1) / 10, rel=0.25)
    assert result.estimate == pytest.approx(loss.mean(), abs=0.02)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"n_splits": 4}, "at least 5 splits;"),
        ({"n_halvings": 4}, "at least 5 halvings"),
        ({"half_splits": 4}, "at least 5 splits in each half"),
        ({"test_size": 1}, "at least 2 test examples"),
        ({"test_size": 49}, "training examples in a half"),
    ],
)
def test_too_little_is_refused(settings, says):
    with pytest.raises(NeedsError, match=says):
        eb.infer(scores_of(lambda test: np.arange(test.size) * 1.0, **settings), method="calibrated_t")


def test_whole_set_metrics_use_the_form_without_examples():
    X, y = make_classification(200, random_state=0)
    plan = eb.plans.halvings(6, 5, test_size=0.2, half_splits=5, stratify=True)
    result = eb.compare(
        GaussianNB(), LogisticRegression(), X, y, plan=plan, scoring="roc_auc", method="calibrated_t", random_state=0
    )
    assert result.low < result.estimate < result.high and result.details["slope"] is None


def test_form_without_examples_by_hand():
    means = np.array([0.2, 0.3, 0.25, 0.35])
    halves = np.array([[[0.1, 0.3], [0.4, 0.5]], [[0.2, 0.2], [0.3, 0.1]]])
    c = calibrate_means(means, halves, 1 / 9, 1 / 4, comparison=False)
    spread = np.mean([np.var([0.1, 0.3], ddof=1), np.var([0.4, 0.5], ddof=1), 0.0, np.var([0.3, 0.1], ddof=1)])
    v = ((0.2 - 0.45) ** 2 + 0.0) / 4
    kappa = (v - spread / 2) / (spread / 4)
    variance = means.var(ddof=1) * (1 / 4 + max(kappa, 0.8) / 9)
    assert c.kappa == pytest.approx(kappa) and c.inference.variance == pytest.approx(variance)
