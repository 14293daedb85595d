"""The mean's log: from either end, its test agrees with its interval, and what is said of skewed losses."""

from math import exp, inf

import numpy as np
import pytest
from scipy.stats import t

from errbar.core.log_mean import LogMean, Skewed
from errbar.core.student import Student


def test_from_below_and_from_above():
    low, high = LogMean(0.2, 0.05, 9.0).interval(0.95, "two-sided")
    reach = t(9).ppf(0.975) * 0.25
    assert (low, high) == pytest.approx((0.2 * exp(-reach), 0.2 * exp(reach)))
    assert LogMean(0.8, 0.05, 9.0, origin=1.0).interval(0.95, "two-sided") == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("origin", [0.0, 1.0])
def test_the_test_agrees_with_the_interval(alternative, origin):
    law = LogMean(0.3, 0.1, 12.0, origin)
    low, high = law.interval(0.95, alternative)
    for end in (low, high):
        if np.isfinite(end) and end != origin:
            assert law.test(end, alternative)[1] == pytest.approx(0.05)
    assert low >= 0.0 if origin == 0.0 else high <= 1.0


def test_the_shape_of_losses():
    rng = np.random.default_rng(0)
    codes = np.arange(600) % 3
    shape = Skewed.of(rng.exponential(1.0, 600) * (1 + codes), codes, (0.0, inf))
    assert shape.origin == 0.0 and shape.spread == pytest.approx(1.0, abs=0.1) and 1.2 < shape.skewness < 2.2
    assert Skewed.of(1.0 - rng.beta(0.3, 2.0, 600), codes, (0.0, 1.0)).origin == 1.0
    assert not Skewed.of(rng.normal(size=600), codes, (-inf, inf)).is_hidden
    assert Skewed.of(rng.lognormal(0.0, 2.0, 600), codes, (0.0, inf)).is_hidden
    assert Skewed.of(np.zeros(600), codes, (0.0, inf)).origin is None


@pytest.mark.parametrize("origin", [-1e17, 1e17, -1e60, 1e60])
def test_a_far_origin_costs_no_digits(origin):
    """So far away the log is a straight line: Student's own interval, around the estimate."""
    law = LogMean(0.3, 0.1, 12.0, origin)
    for alternative in ("two-sided", "less", "greater"):
        ours, plain = law.interval(0.95, alternative), Student(0.3, 0.1, 12.0).interval(0.95, alternative)
        finite = np.isfinite(plain)
        assert np.array(ours)[finite] == pytest.approx(np.array(plain)[finite], rel=1e-12)
        assert ours[0] <= 0.3 <= ours[1]
        assert law.test(0.1, alternative)[1] == pytest.approx(Student(0.3, 0.1, 12.0).test(0.1, alternative)[1])
