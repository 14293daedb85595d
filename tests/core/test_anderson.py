"""Anderson's limit: the exact Smirnov quantile for every n, and the formula by hand."""

import numpy as np
import pytest
from scipy.special import smirnov, smirnovi

from errbar.core.anderson import anderson_lower, anderson_upper, band
from errbar.core.concentration import hoeffding_upper


@pytest.mark.parametrize("n", [201, 700])
@pytest.mark.parametrize("delta", [1e-300, 1e-20, 0.05, 0.5, 0.9])
def test_our_quantile_is_the_exact_one(n, delta):
    assert band(n, delta) == pytest.approx(smirnovi(n, delta), rel=1e-13)


def test_no_seam_where_our_quantile_takes_over():
    assert band(200, 0.05) * np.sqrt(200) == pytest.approx(band(201, 0.05) * np.sqrt(201), rel=1e-4)
    assert smirnov(200, band(200, 0.05)) == pytest.approx(0.05, rel=1e-12)


def test_a_million_losses_take_no_minutes():
    # SciPy's smirnovi(10**6, 0.05), 333 s on this machine
    assert band(10**6, 0.05) == pytest.approx(0.0012237066923340158, rel=1e-12)


def test_the_formula_by_hand():
    # n = 2, delta = 0.05: eps = 0.7763932; sorted 0.2, 0.4: gaps 0.2 and 0.6, weights 0 and 1 - eps
    eps = float(smirnovi(2, 0.05))
    assert anderson_upper(np.array([0.4, 0.2]), 0.05) == pytest.approx(1 - 0.6 * (1 - eps), rel=1e-15)
    assert anderson_lower(np.array([0.4, 0.2]), 0.05) == pytest.approx(0.2 * (1 - eps), rel=1e-15)


@pytest.mark.parametrize("n", [1, 5, 60, 400])
@pytest.mark.parametrize("delta", [1e-9, 0.05, 0.5])
def test_never_looser_than_hoeffding(n, delta):
    rng = np.random.default_rng(n)
    for losses in (np.zeros(n), np.ones(n), rng.random(n), rng.beta(0.3, 2, n)):
        limit = min(1.0, float(hoeffding_upper(np.array(losses.mean()), np.array(float(n)), np.array(delta))))
        assert anderson_upper(losses, delta) <= limit + 1e-15
        assert anderson_lower(1 - losses, delta) == pytest.approx(1 - anderson_upper(losses, delta), abs=1e-14)
