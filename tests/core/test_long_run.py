"""Long-run variances against autoregressions whose own is known, and the two ways of taking cosines."""

from __future__ import annotations

import numpy as np
import pytest

from errbar.core import long_run
from errbar.core.long_run import corrected_lag_one, cosine_variance, n_cosines, weighted_variance, whitened_variance


def autoregression(phi, shape, seed=0):
    x = np.random.default_rng(seed).normal(size=shape)
    x[:, 0] /= np.sqrt(1 - phi**2)
    for t in range(1, shape[1]):
        x[:, t] += phi * x[:, t - 1]
    return x - x.mean(axis=1, keepdims=True)


@pytest.mark.parametrize("phi", [-0.5, 0.0, 0.5, 0.8])
def test_the_variance_of_the_mean_of_an_autoregression(phi):
    u = autoregression(phi, (2000, 400))
    found = whitened_variance(u, n_cosines(400))  # chi-squared with 21 degrees: a mean of 2000 is known to 0.7 %
    assert found.mean() * (1 - phi) ** 2 == pytest.approx(1.0, abs=0.06)
    assert corrected_lag_one(u).mean() == pytest.approx(phi, abs=0.01)


@pytest.mark.parametrize("n", [10, 101, 256])
def test_products_and_transforms_agree(n, monkeypatch):
    u = np.random.default_rng(n).normal(size=(3, n))
    products = cosine_variance(u, 7)
    monkeypatch.setattr(long_run, "CELLS", 0)
    assert cosine_variance(u, 7) == pytest.approx(products, rel=1e-10)


def test_all_cosines_are_the_variance():
    """They are a basis of what is left without the mean."""
    u = np.random.default_rng(0).normal(size=(2, 40))
    u -= u.mean(axis=1, keepdims=True)
    assert cosine_variance(u, 39) * 39 == pytest.approx((u**2).sum(axis=1))


def test_constants_have_none():
    assert whitened_variance(np.zeros(30), 4) == 0.0 and weighted_variance(np.zeros(30), np.ones(3)) == 0.0
