"""The hold-out t: published numbers, both critical values, and its tie with McNemar."""

from math import sqrt

import numpy as np
import pytest
from scipy.stats import norm, t
from tests.methods.series import paired

import errbar as eb


def right_and_wrong(n_right, n_wrong):
    plan = eb.plans.holdout(n_right + n_wrong).build(400, random_state=0)
    return eb.Scores.from_losses({"m": [0.0] * n_right + [1.0] * n_wrong}, plan=plan)


def test_published_number():
    """51 of 69 correct: accuracy 0.7391304 [0.6347628, 0.8434981] with the normal quantile."""
    result = eb.infer(right_and_wrong(51, 18), method="holdout_t", options={"critical": "z"})
    found = (1 - result.estimate, 1 - result.high, 1 - result.low)
    assert found == pytest.approx((0.7391304, 0.6347628, 0.8434981), abs=5e-8)


@pytest.mark.parametrize(("critical", "law"), [("t", t(68)), ("z", norm)])
def test_both_critical_values(critical, law):
    result = eb.infer(right_and_wrong(51, 18), method="holdout_t", options={"critical": critical})
    assert (result.high - result.estimate) / result.se == pytest.approx(law.ppf(0.975), rel=1e-9)


def test_mcnemar_is_the_t_test_with_the_mean_square_for_the_variance():
    b, c, n = 25, 11, 300
    result = eb.infer(paired(b, c, n), model="a", versus="b", method="holdout_t", options={"critical": "z"})
    mean_square = (b + c) / n
    z = result.estimate / sqrt(mean_square / n)
    asymptotic = eb.infer(paired(b, c, n), model="a", versus="b", method="mcnemar")
    assert z == pytest.approx(asymptotic.statistic, rel=1e-12)
    assert abs(result.statistic) > abs(z)


def test_equal_losses_point_to_an_honest_bound():
    result = eb.infer(right_and_wrong(40, 0), method="holdout_t", null=0.0)
    assert (result.low, result.high) == (0.0, 0.0)
    assert any("clopper_pearson" in note for note in result.notes)
    assert np.isfinite(result.pvalue)


def test_groups_that_are_ignored_are_mentioned():
    plan = eb.plans.holdout().build(90, random_state=0, groups=np.repeat(np.arange(15), 6))
    scores = eb.Scores.from_losses({"m": [np.arange(len(test)) % 2 for _, test in plan]}, plan=plan)
    for method, said in (("holdout_t", True), ("clopper_pearson", True), ("clustered_t", False)):
        assert any("takes no notice of" in note for note in eb.infer(scores, method=method).notes) is said
