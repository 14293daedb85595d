"""The law of G: quantiles invert, the exact one is what simulation gives, the chi-squared one where N is large."""

import numpy as np
import pytest
from scipy import stats

from errbar.core.error_law import ErrorLaw

SHARES = np.array([0.01, 0.25, 0.5, 0.9, 0.999])


@pytest.mark.parametrize("exact", [False, True])
def test_quantiles_invert_the_cdf(exact):
    law = ErrorLaw(2.5, 4, 30, exact)
    np.testing.assert_allclose(law.cdf(law.quantile(SHARES)), SHARES, rtol=1e-9)
    assert law.cdf(2.5) == 0 and law.cdf(1.0) == 0


def test_the_chi_squared_law_by_scipy():
    law = ErrorLaw(2.0, 7, 50)
    np.testing.assert_allclose(law.quantile(SHARES), 2 * (1 + stats.chi2.ppf(SHARES, 7) / 50), rtol=1e-10)


def test_the_exact_law_is_that_of_simulated_least_squares():
    rng = np.random.default_rng(0)
    X, e = rng.standard_normal((8000, 15, 6)), rng.standard_normal((8000, 15, 1))
    w = np.linalg.solve(X.transpose(0, 2, 1) @ X, X.transpose(0, 2, 1) @ e)[..., 0]
    errors = 1 + (w**2).sum(axis=1)
    assert stats.kstest(errors, ErrorLaw(1.0, 6, 15, exact=True).cdf).pvalue > 1e-4
    assert stats.kstest(errors, ErrorLaw(1.0, 6, 15).cdf).pvalue < 1e-50


def test_both_meet_as_examples_grow():
    gaps = []
    for n in (20, 200, 2000):
        grid = ErrorLaw(1.0, 5, n, exact=True).quantile(np.linspace(0.01, 0.99, 99))
        gaps.append(np.abs(ErrorLaw(1.0, 5, n).cdf(grid) - ErrorLaw(1.0, 5, n, exact=True).cdf(grid)).max())
    assert gaps[0] > 0.1 and gaps[2] < 0.003 and gaps[0] > gaps[1] > gaps[2]


def test_no_mean_where_training_sets_are_too_small():
    assert ErrorLaw(1.0, 5, 6, exact=True).mean == float("inf")
