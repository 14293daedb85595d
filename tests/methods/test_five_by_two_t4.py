"""The first repair of 5x2cv: the first replication lends no variance."""

from math import sqrt

import pytest
from scipy.stats import t
from tests.methods.series import TEN, from_ten


def test_by_hand():
    result = from_ten(TEN, "five_by_two_t4")
    se = sqrt((0.02**2 + 0.03**2 + 0.03**2 + 0.02**2) / 8)
    assert (result.estimate, result.se, result.df) == pytest.approx((0.02, se, 4), rel=1e-12)
    assert result.pvalue == pytest.approx(2 * t.sf(0.02 / se, 4), rel=1e-9)
    assert result.high == pytest.approx(0.02 + t.ppf(0.975, 4) * se, rel=1e-9)


def test_the_first_replication_does_not_enter_the_variance():
    moved = [TEN[0], TEN[1] + 5, *TEN[2:]]
    assert from_ten(moved, "five_by_two_t4").se == from_ten(TEN, "five_by_two_t4").se


def test_quantile_of_the_paper():
    result = from_ten(TEN, "five_by_two_t4", confidence_level=0.90)
    assert (result.high - result.estimate) / result.se == pytest.approx(2.1318, abs=5e-5)
