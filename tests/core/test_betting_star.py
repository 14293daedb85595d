"""Target-recalculating bets: the definition on the whole grid, and the theorem."""

import numpy as np
import pytest
from scipy.stats import binom

from errbar.core.betting_star import betting_star_lower, betting_star_upper


def plain_upper(losses, delta):
    """Every grid point by itself, in plain Python floats."""
    n, goal = losses.size, -np.log(delta)
    size = 2 ** int(np.ceil(np.log2(1000 * np.sqrt(n))))
    accepted = 0
    for i in range(1, size):
        m, wealth, squares = i / size, 0.0, 0.0
        for t, x in enumerate(losses):
            second = min(squares / t + (1 - m) * n / t**2, m * (1 - m)) if t else m * (1 - m)
            stake = np.sqrt(2 * max(goal - wealth, 0.0) / ((n - t) * second))
            wealth += np.log1p(min(stake, 0.999 / (1 - m)) * (m - x))
            squares += (x - m) ** 2
        accepted = i if wealth < goal else accepted
    return (accepted + 1) / size


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("delta", [0.05, 0.5])
def test_blocks_and_early_rejection_change_nothing(seed, delta):
    rng = np.random.default_rng(seed)
    losses = rng.beta(1, 2, 6) if seed else np.array([0.0, 1.0, 0.0, 0.0])
    assert betting_star_upper(losses, delta) == plain_upper(losses, delta)
    assert betting_star_lower(1 - losses, delta) == pytest.approx(1 - plain_upper(losses, delta), abs=1e-12)


def test_all_zero_losses_come_close_to_the_best_possible():
    best = 1 - 0.05 ** (1 / 50)
    assert best <= betting_star_upper(np.zeros(50), 0.05) <= best + 3e-4


def test_all_one_losses_say_nothing():
    assert betting_star_upper(np.ones(20), 0.05) == 1.0


def test_misses_no_more_often_than_delta():
    rng = np.random.default_rng(11)
    repeats, delta = 400, 0.1
    allowed = binom.isf(1e-4, repeats, delta)
    for mean, draw in ((0.25, lambda: (rng.random(10) < 0.25).astype(float)), (0.5, lambda: rng.beta(2, 2, 10))):
        assert sum(betting_star_upper(draw(), delta) < mean for _ in range(repeats)) <= allowed
