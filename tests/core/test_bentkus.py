"""The convex-order limit: its definition by brute force, 50 digits far from the golden grid, and its closed forms."""

import numpy as np
import pytest
from scipy.stats import binom
from tests.core.exact import bentkus_error

from errbar.core.bentkus import bentkus_lower, bentkus_upper


def lanes(*values):
    return [np.atleast_1d(np.asarray(value, dtype=float)) for value in values]


def smallest_ratio(s, n, p):
    """min over whole j > s of E(j - B)_+ / (j - s), straight from the definition."""
    b = np.arange(n + 1)
    j = np.arange(np.floor(s) + 1, n + 1)
    excess = np.maximum(j[:, None] - b, 0.0) @ binom.pmf(b, n, p)
    return np.min(excess / (j - s))


@pytest.mark.parametrize("n", [1, 2, 5, 23])
@pytest.mark.parametrize("x", [0.0, 0.05, 0.31, 0.6, 0.97])
@pytest.mark.parametrize("delta", [1e-6, 0.05, 0.4, 0.9])
def test_the_definition_changes_sign_at_the_limit(n, x, delta):
    p = bentkus_upper(*lanes(x, n, delta))[0]
    assert smallest_ratio(n * x, n, p * (1 - 1e-9)) >= delta * (1 - 1e-12)
    assert smallest_ratio(n * x, n, min(1.0, p * (1 + 1e-9))) <= delta * (1 + 1e-12)


def draws(seed, size):
    rng = np.random.default_rng(seed)
    n = np.floor(10 ** rng.uniform(0.3, 9, size))
    x = np.choose(rng.integers(0, 2, size), [rng.random(size), 10 ** rng.uniform(-6, 0, size)])
    x = np.where(n * np.minimum(x, 1 - x) > 1500, 1500 * rng.random(size) / n, x)  # short exact sums
    tiny, usual, high = (
        10 ** rng.uniform(-300, -3, size),
        10 ** rng.uniform(-3, -0.01, size),
        10 ** rng.uniform(-12, 0, size),
    )
    delta = np.choose(rng.integers(0, 3, size), [tiny, usual, 1 - high])
    return x, n, np.clip(delta, 1e-300, 1 - 1e-12)


def test_both_ends_to_twelve_digits():
    x, n, delta = draws(3, 25)
    with np.errstate(all="raise", under="ignore"):
        upper, lower = bentkus_upper(x, n, delta), bentkus_lower(x, n, delta)
    for i in range(n.size):
        s, size, level = float(n[i] * x[i]), int(n[i]), float(delta[i])
        if 1e-300 < upper[i] < 1 - 1e-13:
            assert bentkus_error(s, size, level, upper[i], lower=False) < 1e-12, (x[i], size, level)
        if 1e-300 < lower[i] < 1 - 1e-13:
            assert bentkus_error(s, size, level, lower[i], lower=True) < 1e-12, (x[i], size, level)


def test_closed_forms():
    delta = np.array([1e-300, 1e-5, 0.05, 0.7, 1 - 1e-12])
    np.testing.assert_allclose(
        bentkus_upper(np.zeros(5), np.full(5, 40.0), delta), -np.expm1(np.log(delta) / 40), rtol=1e-14
    )
    np.testing.assert_array_equal(bentkus_upper(np.ones(5), np.full(5, 40.0), delta), np.ones(5))
    x = np.array([0.0, 0.2, 0.5, 0.9, 1.0])
    np.testing.assert_allclose(bentkus_upper(x, np.ones(5), delta), 1 - delta * (1 - x), rtol=1e-15)
    np.testing.assert_allclose(bentkus_lower(x, np.ones(5), delta), delta * x, rtol=1e-15)


def test_a_tiny_lower_limit_keeps_its_digits():
    # the best i is 1, the largest below s = 1.5: E(B - 1)_+ = 3 r^2 - 2 r^3 = delta (s - 1)
    delta = 1e-40
    r = bentkus_lower(*lanes(0.5, 3, delta))[0]
    assert 3 * r**2 - 2 * r**3 == pytest.approx(0.5 * delta, rel=1e-13)


def test_a_mean_written_as_a_fraction_counts_as_whole():
    n = np.arange(3.0, 400.0)
    for k in (1.0, 2.0):
        whole = bentkus_lower(k / n, n, np.full(n.size, 1e-60))
        # i < k only: E(B - (k - 1))_+ ~ C(n, k) r^k = delta
        choose = n if k == 1 else n * (n - 1) / 2
        np.testing.assert_allclose(choose * whole**k, 1e-60, rtol=1e-9)
