"""Binomial probabilities and tails to full relative accuracy."""

import mpmath as mp
import numpy as np
import pytest
from scipy.stats import binom
from tests.core.exact import _log_term, lower_tail

from errbar.core.binomial_law import below, log_pmf, stirling_error

CASES = [
    (1, 3, 0.4),
    (30, 1000, 0.05),
    (500, 1000, 0.53),
    (999, 10091, 0.107),
    (3, 10**6, 9e-6),
    (300_000, 10**6, 0.3005),
    (7, 10**9, 3e-8),
]


def lanes(*values):
    return [np.array([float(value)]) for value in values]


@pytest.mark.parametrize(("k", "n", "p"), CASES)
def test_probability_and_tail_against_50_digits(k, n, p):
    with mp.workdps(50):
        exact = _log_term(k, n, mp.mpf(p), 1 - mp.mpf(p))
        ratio = lower_tail(k, n, mp.mpf(p), 1 - mp.mpf(p), 0) / mp.exp(exact)
    arguments = lanes(k, n, p, 1 - p)
    assert float(abs(log_pmf(*arguments)[0] - exact)) < 2e-14 * max(1.0, abs(float(exact)))
    assert float(abs(below(*arguments)[0] / ratio - 1)) < 5e-14


@pytest.mark.parametrize("n", [2, 17, 1000])
@pytest.mark.parametrize("p", [1e-9, 0.3, 1 - 1e-9])
def test_probabilities_sum_to_one(n, p):
    k = np.arange(1.0, n)
    inside = np.exp(log_pmf(k, np.full(k.size, float(n)), np.full(k.size, p), np.full(k.size, 1 - p))).sum()
    assert inside + p**n + (1 - p) ** n == pytest.approx(1.0, abs=1e-13)


def test_stirling_error_joins_its_table_and_its_series():
    k = np.arange(1.0, 60.0)
    with mp.workdps(40):
        exact = np.array([float(mp.loggamma(i + 1) - (i + 0.5) * mp.log(i) + i - mp.log(2 * mp.pi) / 2) for i in k])
    np.testing.assert_allclose(stirling_error(k), exact, rtol=1e-15)


def test_a_count_above_the_mean_has_no_small_tail_but_still_the_right_one():
    k, n, p = 60.0, 100.0, 0.4
    assert below(*lanes(k, n, p, 1 - p))[0] == pytest.approx(binom.cdf(k - 1, n, p) / binom.pmf(k, n, p), rel=1e-12)
