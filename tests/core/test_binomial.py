"""Clopper-Pearson and mid-p limits: where SciPy serves, where it does not, and across the border between them."""

import numpy as np
import pytest
from scipy.special import betaincc
from tests.core.exact import tail_root_error

from errbar.core.binomial import (
    clopper_pearson_lower,
    clopper_pearson_upper,
    library_serves,
    mid_p_lower,
    mid_p_upper,
)
from errbar.core.tail_roots import lower_limit, upper_limit


@pytest.mark.parametrize("n", [2, 7, 60, 333, 1000])
@pytest.mark.parametrize("delta", [1e-4, 0.025, 0.05, 0.5, 0.9, 1 - 1e-4])
def test_the_library_and_our_own_roots_agree_where_both_serve(n, delta):
    k = np.arange(n + 1.0)
    size, level = np.full(k.size, float(n)), np.full(k.size, delta)
    assert library_serves(size, level).all()
    np.testing.assert_allclose(clopper_pearson_upper(k, size, level), upper_limit(k, size, level, 1.0), rtol=1e-13)
    np.testing.assert_allclose(clopper_pearson_lower(k, size, level), lower_limit(k, size, level, 1.0), rtol=1e-13)


@pytest.mark.parametrize(
    ("n", "k"), [(10, 1), (1000, 30), (10**5, 30), (10**6, 2), (10**6, 999), (10**9, 1), (10**9, 999)]
)
@pytest.mark.parametrize("delta", [1e-300, 1e-30, 0.05, 0.5])
def test_small_counts_and_tiny_levels_where_the_library_fails(n, k, delta):
    lanes = [np.array([float(v)]) for v in (k, n, delta)]
    upper, lower = clopper_pearson_upper(*lanes)[0], clopper_pearson_lower(*lanes)[0]
    if upper < 1 - 1e-13:
        assert tail_root_error(k, n, delta, upper, lower=True) < 1e-13
    if lower > 1e-300:
        assert tail_root_error(k, n, delta, lower, lower=False) < 5e-13


def test_large_counts_solve_their_equation():
    n, share = 1e9, np.array([1e-4, 0.1, 0.5, 0.93])
    k, size, delta = np.floor(n * share), np.full(4, n), np.full(4, 0.05)
    p = clopper_pearson_upper(k, size, delta)
    np.testing.assert_allclose(betaincc(k + 1, n - k, p), delta, rtol=1e-6)  # p itself moves by 1e-5 of that


def test_mid_p_lies_between_the_neighbours():
    k, n, delta = np.arange(1.0, 50.0), np.full(49, 50.0), np.full(49, 0.05)
    upper = mid_p_upper(k, n, delta)
    assert np.all(clopper_pearson_upper(k - 1, n, delta) < upper) and np.all(upper < clopper_pearson_upper(k, n, delta))
    np.testing.assert_allclose(mid_p_lower(n - k, n, delta), 1 - upper, rtol=1e-12)
