"""Dietterich's 5x2cv t-test against published numbers and mlxtend."""

from math import sqrt

import numpy as np
import pytest
from scipy.stats import t
from tests.methods.series import TEN, from_ten, golden


def test_published_numbers():
    result = from_ten(TEN, "five_by_two_t")
    assert (result.statistic, result.pvalue) == pytest.approx((1.1547005384, 0.3003982981), abs=1e-9)
    assert (result.low, result.high) == pytest.approx((-0.0245237834, 0.0645237834), abs=1e-9)
    assert result.estimate == 0.02 and result.df == 5


def test_against_mlxtend():
    for row in golden("five_by_two"):
        result = from_ten([row[f"d{i}"] for i in range(10)], "five_by_two_t")
        assert (result.statistic, result.pvalue) == pytest.approx((row["t"], row["t_pvalue"]), rel=1e-9)


def test_the_estimate_is_the_first_score_and_says_so():
    result = from_ten(TEN, "five_by_two_t")
    assert any("first of ten" in note for note in result.notes)
    assert result.details["mean_of_ten"] == pytest.approx(0.026)


def test_it_aims_at_half_the_data():
    assert "trained on 100 examples" in from_ten(TEN, "five_by_two_t").target


def test_nine_degrees_of_freedom_from_all_ten_scores():
    """The variant the papers mention last: all ten as if independent, which is the naive K-fold t on this plan."""
    mean, spread = np.mean(TEN), np.std(TEN, ddof=1)
    result = from_ten(TEN, "kfold_t", null=0.01)
    statistic = (mean - 0.01) / (spread / sqrt(10))
    assert (result.estimate, result.statistic, result.df) == pytest.approx((mean, statistic, 9), rel=1e-12)
    assert result.pvalue == pytest.approx(2 * t.sf(statistic, 9), rel=1e-9)
