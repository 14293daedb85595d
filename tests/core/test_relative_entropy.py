"""The inverse of the binary relative entropy, against 50 digits and at its ends."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.exact import kl_root_error

from errbar.core.relative_entropy import kl_lower, kl_upper

MEANS = (1e-300, 1e-12, 1e-3, 0.1, 0.5, 0.77, 1 - 1e-3, 1 - 1e-12)
LEVELS = (1e-22, 1e-12, 1e-5, 1e-2, 0.3, 2.0, 30.0, 690.0)


@pytest.mark.parametrize("x", MEANS)
@pytest.mark.parametrize("c", LEVELS)
def test_both_ends_to_thirteen_digits(x, c):
    with np.errstate(all="raise", under="ignore"):
        upper, lower = float(kl_upper(np.array(x), np.array(c))), float(kl_lower(np.array(x), np.array(c)))
    assert 0.0 <= lower <= x <= upper <= 1.0
    if upper < 1 - 1e-13:
        assert kl_root_error(x, c, upper) < 1e-14
    if lower > 1e-300:
        assert kl_root_error(x, c, lower) < 2e-13  # |ln p| roundings: 1e-13 at p = 1e-290


def test_the_ends_are_closed_forms():
    c = np.array([1e-20, 1e-3, 1.0, 700.0])
    np.testing.assert_allclose(kl_upper(np.zeros(4), c), -np.expm1(-c), rtol=1e-15)
    np.testing.assert_array_equal(kl_upper(np.ones(4), c), np.ones(4))
    np.testing.assert_array_equal(kl_lower(np.zeros(4), c), np.zeros(4))
    np.testing.assert_allclose(kl_lower(np.ones(4), c), np.exp(-c), rtol=1e-15)


@given(st.floats(0.0, 1.0), st.floats(1e-15, 100.0), st.floats(1.0 + 1e-6, 10.0))
def test_a_larger_entropy_reaches_further(x, c, factor):
    near, far = (kl_upper(np.array(x), np.array(value)) for value in (c, c * factor))
    assert near <= far
    near, far = (kl_lower(np.array(x), np.array(value)) for value in (c, c * factor))
    assert near >= far
