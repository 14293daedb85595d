"""Quantiles of the Jeffreys posterior against 50 digits."""

import numpy as np
import pytest
from tests.core.exact import beta_quantile_error

from errbar.core.jeffreys import jeffreys_lower, jeffreys_upper

CASES = [(1, 0), (1, 1), (10, 9), (60, 3), (1000, 500), (10**5, 0), (10**5, 2), (10**6, 30), (10**9, 1), (10**9, 700)]


@pytest.mark.parametrize(("n", "k"), CASES)
@pytest.mark.parametrize("delta", [1e-300, 1e-40, 1e-6, 0.05, 0.5, 0.95, 1 - 1e-12])
def test_both_ends(n, k, delta):
    lanes = [np.array([float(v)]) for v in (k, n, delta)]
    with np.errstate(all="raise", under="ignore"):
        upper, lower = jeffreys_upper(*lanes)[0], jeffreys_lower(*lanes)[0]
    if k == n:
        assert upper == 1.0
    elif 1e-300 < upper < 1 - 1e-12:
        assert beta_quantile_error(k + 0.5, n - k + 0.5, delta, upper, upper=True) < (5e-13 if n <= 10**6 else 1e-9)
    if k == 0:
        assert lower == 0.0
    elif 1e-300 < lower < 1 - 1e-12:
        assert beta_quantile_error(k + 0.5, n - k + 0.5, delta, lower, upper=False) < (5e-13 if n <= 10**6 else 1e-9)
