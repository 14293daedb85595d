"""The bootstrap of items and clusters: agreement with scipy, seeds, row order, the +1 rule, interval and test."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from errbar.core.bootstrap import bca_of_mean, bca_of_metric

LOSSES = np.random.default_rng(5).exponential(size=60)


def test_agrees_with_scipy():
    ours = bca_of_mean(LOSSES, np.ones(60), 20000, 0).interval(0.95, "two-sided")
    theirs = stats.bootstrap((LOSSES,), np.mean, n_resamples=20000, method="BCa", rng=1).confidence_interval
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.015)


def test_same_seed_same_draws_whatever_the_order():
    first = bca_of_mean(LOSSES, np.ones(60), 500, 3)
    again = bca_of_mean(LOSSES[::-1].copy(), np.ones(60), 500, 3)
    other = bca_of_mean(LOSSES, np.ones(60), 500, 4)
    assert (first.draws == again.draws).all()
    assert not (first.draws == other.draws).all()


def test_a_metric_of_rows_gives_the_same_kind_of_answer_as_the_mean():
    units = [np.array([i]) for i in range(60)]
    mean = bca_of_mean(LOSSES, np.ones(60), 4000, 0)
    metric = bca_of_metric(lambda rows: float(LOSSES[rows].mean()), units, 4000, 0)
    assert metric.estimate == pytest.approx(mean.estimate)
    assert metric.acceleration == pytest.approx(mean.acceleration)
    assert metric.interval(0.9, "two-sided") == pytest.approx(mean.interval(0.9, "two-sided"), abs=0.03)


def test_clusters_widen_the_interval():
    rng = np.random.default_rng(0)
    centres = rng.normal(size=40)
    values = (centres[:, None] + 0.1 * rng.normal(size=(40, 10))).ravel()
    items = bca_of_mean(values, np.ones(400), 2000, 0)
    clusters = bca_of_mean(values.reshape(40, 10).sum(axis=1), np.full(40, 10.0), 2000, 0)
    assert clusters.se > 2 * items.se


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_interval_holds_what_the_test_keeps(alternative):
    law = bca_of_mean(LOSSES, np.ones(60), 999, 0)
    low, high = law.interval(0.9, alternative)
    for null in np.linspace(0.5, 2.0, 400):
        assert (law.test(float(null), alternative)[1] < 0.1) == (not low <= null <= high)


def test_pvalue_is_never_zero():
    assert bca_of_mean(LOSSES, np.ones(60), 999, 0).test(-5.0, "two-sided")[1] > 0.0


def test_swapping_the_sign_mirrors_the_answer():
    plain, mirrored = (bca_of_mean(sign * LOSSES, np.ones(60), 999, 0) for sign in (1.0, -1.0))
    low, high = plain.interval(0.95, "two-sided")
    assert mirrored.interval(0.95, "two-sided") == pytest.approx((-high, -low), abs=1e-12)


def test_equal_losses_have_a_defined_answer():
    law = bca_of_mean(np.full(10, 0.25), np.ones(10), 200, 0)
    assert law.interval(0.95, "two-sided") == (0.25, 0.25)
    assert law.test(0.0, "two-sided") == (None, 0.0)
    assert law.test(0.25, "two-sided") == (None, 1.0)


@pytest.mark.parametrize("seed", range(20))
def test_skewed_losses_at_any_level(seed):
    """Beyond its pole the accelerated level would come back from the other side: a limit on the wrong one."""
    rng = np.random.default_rng(seed)
    losses = np.exp(4 * rng.normal(size=rng.integers(3, 40))) * (-1) ** seed
    law = bca_of_mean(losses, np.ones(losses.size), 500, 0)
    for alternative in ("two-sided", "less", "greater"):
        limits = [law.interval(level, alternative) for level in (0.001, 0.5, 0.9, 1 - 1e-6, 1 - 1e-12, 1 - 2**-53)]
        lows, highs = np.array(limits).T
        assert (lows <= highs).all()
        assert (lows[1:] <= lows[:-1]).all() and (highs[1:] >= highs[:-1]).all()
        assert (lows[2:] <= law.estimate).all() and (law.estimate <= highs[2:]).all()
    nulls = np.concatenate([[-1e12], law.draws, [1e12]])
    assert (np.diff([law.test(null, "greater")[1] for null in nulls]) >= 0).all()
