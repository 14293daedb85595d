"""Alpaydin's F: published numbers, mlxtend, and the interval as the set of null values that are not rejected."""

from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.methods.series import TEN, from_ten, golden

import errbar as eb
from errbar.errors import NeedsError


def test_published_numbers():
    result = from_ten(TEN, "five_by_two_f")
    assert (result.statistic, result.pvalue) == pytest.approx((2.9333333333, 0.1232634722), abs=1e-9)
    assert result.estimate == pytest.approx(0.026)


def test_against_mlxtend():
    for row in golden("five_by_two"):
        result = from_ten([row[f"d{i}"] for i in range(10)], "five_by_two_f")
        assert (result.statistic, result.pvalue) == pytest.approx((row["f"], row["f_pvalue"]), rel=1e-9)


@given(st.lists(st.floats(-1, 1, width=32), min_size=10, max_size=10), st.floats(0.2, 0.99))
def test_the_interval_is_the_set_of_null_values_that_are_not_rejected(d, level):
    result = from_ten(d, "five_by_two_f", confidence_level=level)
    if isnan(result.low):
        assert from_ten(d, "five_by_two_f", null=result.estimate).pvalue < 1 - level
        return
    for end in (result.low, result.high):
        at_end = from_ten(d, "five_by_two_f", null=end).pvalue
        assert at_end == pytest.approx(1 - level, abs=1e-6) or result.low == result.high


def test_an_empty_inversion_is_nan_with_a_note():
    apart = [1.0, 1.3, 2.0, 2.3, 3.0, 3.3, 4.0, 4.3, 5.0, 5.3]
    result = from_ten(apart, "five_by_two_f")
    assert isnan(result.low) and isnan(result.high)
    assert any("empty" in note and "corrected_t" in note for note in result.notes)
    assert from_ten(apart, "five_by_two_f", confidence_level=0.9999).low < 3.0  # the mean is not rejected at 0.0001
    assert eb.Result.from_dict(result.to_dict()).to_dict() == result.to_dict()


def test_pairs_without_any_difference():
    result = from_ten([1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 5.0, 5.0], "five_by_two_f")
    assert isnan(result.low) and result.pvalue == 0.0
    equal = from_ten([0.25] * 10, "five_by_two_f", null=0.25)
    assert (equal.low, equal.high, equal.pvalue, equal.statistic) == (0.25, 0.25, 1.0, 0.0)


def test_one_sided_is_refused_before_any_fit():
    with pytest.raises(NeedsError, match=r"alternative='less'.*no direction.*corrected_t"):
        from_ten(TEN, "five_by_two_f", alternative="less")

    class Never:
        def fit(self, X, y):
            raise AssertionError("fitted")

        def get_params(self, deep=True):
            return {}

    for how in ({"alternative": "greater"}, {"margin": 0.1}):
        with pytest.raises(NeedsError, match="five_by_two_f"):
            eb.compare(
                Never(), Never(), [[0.0]] * 10, [0.0, 1.0] * 5, plan=eb.plans.five_by_two(), loss=abs_error, **how
            )


def abs_error(y_true, y_pred):
    return abs(y_true - y_pred)
