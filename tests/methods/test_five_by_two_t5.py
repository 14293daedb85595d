"""The second repair of 5x2cv: the mean of the first pair is independent of its difference."""

from math import sqrt

import pytest
from scipy.stats import t
from tests.methods.series import TEN, from_ten


def test_by_hand():
    result = from_ten(TEN, "five_by_two_t5", null=0.01)
    v = (0.02**2 + 0.02**2 + 0.03**2 + 0.03**2 + 0.02**2) / 10
    statistic = sqrt(2) * (0.03 - 0.01) / sqrt(v)
    assert (result.estimate, result.statistic, result.df) == pytest.approx((0.03, statistic, 5), rel=1e-12)
    assert result.pvalue == pytest.approx(2 * t.sf(statistic, 5), rel=1e-9)


def test_the_halves_of_the_first_pair_count_alike():
    turned = [TEN[1], TEN[0], *TEN[2:]]
    assert from_ten(turned, "five_by_two_t5").to_dict() == from_ten(TEN, "five_by_two_t5").to_dict()


def test_quantile_of_the_paper():
    result = from_ten(TEN, "five_by_two_t5", confidence_level=0.90)
    assert (result.high - result.estimate) / result.se == pytest.approx(2.0150, abs=5e-5)
