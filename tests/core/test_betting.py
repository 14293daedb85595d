"""The betting limit against a plain bisection of the wealth, and the theorem behind it."""

import numpy as np
import pytest
from scipy.stats import binom

from errbar.core.betting import betting_lower, betting_upper


def plain_upper(losses, delta):
    """The definition, one loss at a time, bisected 60 times."""
    n, goal = losses.size, -np.log(delta)
    stakes, total, spread = [], 0.0, 0.25
    for i, x in enumerate(losses, start=1):
        stakes.append(np.sqrt(2 * goal / (n * spread / i)))
        total += x
        spread += (x - (0.5 + total) / (i + 1)) ** 2

    def log_wealth(m):
        cap = 0.9 / (1 - m) if m < 1 else np.inf
        return np.cumsum([np.log1p(min(a, cap) * (m - x)) for a, x in zip(stakes, losses, strict=True)]).max()

    if log_wealth(1.0) < goal:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        m = (low + high) / 2
        low, high = (low, m) if log_wealth(m) >= goal else (m, high)
    return high


SAMPLES = {
    "zeros": np.zeros,
    "ones": np.ones,
    "coins": lambda n: (np.random.default_rng(n).random(n) < 0.3).astype(float),
    "beta": lambda n: np.random.default_rng(n).beta(1, 3, n),
    "ends": lambda n: np.random.default_rng(n).beta(0.2, 0.2, n),
}


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("n", [1, 2, 9, 80])
@pytest.mark.parametrize("delta", [1e-12, 0.01, 0.05, 0.4, 0.9])
def test_newton_finds_what_bisection_finds(kind, n, delta):
    losses = SAMPLES[kind](n)
    with np.errstate(all="raise", under="ignore"):
        upper, lower = betting_upper(losses, delta), betting_lower(losses, delta)
    assert upper == pytest.approx(plain_upper(losses, delta), rel=1e-13)
    assert lower == pytest.approx(1 - plain_upper(1 - losses, delta), abs=1e-13)


@pytest.mark.parametrize("block", [1000, 10**6])
def test_long_samples_go_block_by_block_without_a_seam(block, monkeypatch):
    losses = np.random.default_rng(0).beta(2, 2, 3 * 8192 + 17)
    limit = betting_upper(losses, 0.05)
    monkeypatch.setattr("errbar.core.betting.BLOCK", block)
    assert betting_upper(losses, 0.05) == pytest.approx(limit, rel=1e-13)


@pytest.mark.parametrize("delta", [1e-300, 1e-6, 0.5, 1 - 1e-12])
def test_extreme_levels(delta):
    losses = np.random.default_rng(1).random(300)
    with np.errstate(all="raise", under="ignore"):
        assert 0.0 <= betting_lower(losses, delta) <= 1.0
        assert 0.0 <= betting_upper(losses, delta) <= 1.0


def test_misses_no_more_often_than_delta():
    rng = np.random.default_rng(7)
    allowed = binom.isf(1e-4, 1500, 0.1)
    for mean, draw in ((0.05, lambda: rng.random(40) < 0.05), (0.25, lambda: rng.beta(1, 3, 40))):
        misses = sum(betting_upper(np.asarray(draw(), dtype=float), 0.1) < mean for _ in range(1500))
        assert misses <= allowed
