"""The Box-Cox family of 1 + G: its two named members, there and back, and SciPy's maximum likelihood."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errbar.core.box_cox import box_cox, box_cox_back, most_likely_power
from errbar.errors import InputError


def test_power_zero_is_the_logarithm_and_power_one_nothing():
    values = np.array([0.0, 0.5, 97.0])
    np.testing.assert_array_equal(box_cox(values, 0.0), np.log1p(values))
    assert box_cox(values, 1.0) is values


@given(st.lists(st.floats(0, 1e3), min_size=1, max_size=20), st.floats(-0.5, 2))
def test_there_and_back(values, power):
    there = box_cox(np.array(values), power)
    np.testing.assert_allclose(box_cox_back(there, power), values, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_the_most_likely_power_is_scipys(seed):
    from scipy.stats import boxcox

    values = np.random.default_rng(seed).gamma(3.0, size=300)
    assert most_likely_power(values) == pytest.approx(boxcox(1 + values)[1], abs=1e-4)


def test_what_cannot_be_transformed_is_refused():
    with pytest.raises(InputError, match="above -1; got -2"):
        box_cox(np.array([-2.0, 1.0]), 0.0)
    with pytest.raises(InputError, match="three different errors"):
        most_likely_power(np.array([0.5, 0.5, 0.25]))
