"""How far off th1 and th2 are: exact in expectation, and seen in real cross-validation."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errbar.core.kfold_covariance import KFoldCovariance
from errbar.core.naive_variance import (
    leave_one_out,
    replicated_holdout,
    single_holdout,
    single_holdout_bias,
    th1,
    th1_bias,
    th2,
    th2_bias,
    two_fold,
)
from errbar.errors import InputError


def covariance(c: KFoldCovariance) -> np.ndarray:
    """Of the losses, written out: sigma2 on the diagonal, omega within a fold, gamma elsewhere."""
    fold = np.repeat(np.arange(c.sizes.size), c.sizes)
    return np.where(np.eye(c.n, dtype=bool), c.sigma2, np.where(fold[:, None] == fold, c.omega, c.gamma))


def expectation(estimate: Callable[[np.ndarray], float], spread: np.ndarray) -> float:
    """Of an estimate that is quadratic in losses of mean 1.5 and this covariance: its matrix is read off from it."""
    n = len(spread)
    unit = np.eye(n)
    alone = np.array([estimate(row) for row in unit])
    form = np.array([[estimate(a + b) for a in unit] for b in unit]) - alone - alone[:, None]
    form = (form + form.T) / 4
    np.fill_diagonal(form, alone)
    e = np.random.default_rng(0).normal(1.5, 1.0, n)
    assert estimate(e) == pytest.approx(e @ form @ e, rel=1e-9)  # it is quadratic
    return float((form * (spread + 1.5**2)).sum())


@pytest.mark.parametrize("sizes", [[4] * 5, [10] * 2, [5, 4, 4, 3], [1] * 12])
def test_biases_are_exact(sizes):
    # with one example per fold there is no omega: what is not common to all is an example's own
    c = KFoldCovariance(1.0, 0.3 if max(sizes) > 1 else 0.1, 0.1, sizes)
    spread = covariance(c)
    assert c.theta == pytest.approx(spread.mean(), rel=1e-12)
    assert expectation(th1, spread) == pytest.approx(c.theta + th1_bias(c), rel=1e-9)
    assert expectation(lambda e: th2(e, c.sizes), spread) == pytest.approx(c.theta + th2_bias(c), rel=1e-9)
    assert min(abs(th1_bias(c)), abs(th2_bias(c))) > 0.01  # far from no bias at all


@given(st.integers(2, 6), st.integers(1, 5), st.integers(0, 2**32))
def test_th2_is_the_spread_of_fold_means(k, m, seed):
    e = np.random.default_rng(seed).normal(size=k * m)
    means = e.reshape(k, m).mean(axis=1)
    assert th2(e, np.full(k, m)) == pytest.approx(((means - e.mean()) ** 2).sum() / (k * (k - 1)), rel=1e-9, abs=1e-15)


def test_special_cases_are_the_same_numbers():
    e = np.random.default_rng(1).exponential(size=24)
    assert two_fold(e) == pytest.approx(th2(e, np.array([12, 12])), rel=1e-12)
    assert leave_one_out(e) == pytest.approx(th2(e, np.ones(24, dtype=np.intp)), rel=1e-12)
    assert replicated_holdout(e.reshape(4, 6)) == pytest.approx(th2(e, np.full(4, 6)), rel=1e-12)
    assert single_holdout(e) == pytest.approx(e.var(ddof=1) / 24, rel=1e-12)


def test_independent_holdouts_are_unbiased_and_one_is_not():
    c = KFoldCovariance(1.0, 0.3, 0.0, [6] * 5)
    spread = covariance(c)
    many = expectation(lambda e: replicated_holdout(e.reshape(5, 6)), spread)
    assert many == pytest.approx(c.theta, rel=1e-9)
    one, truth = expectation(single_holdout, spread[:6, :6]), c.omega + (c.sigma2 - c.omega) / 6
    assert one == pytest.approx(truth + single_holdout_bias(c), rel=1e-9)
    assert abs(single_holdout_bias(c)) > 0.01


def fold_losses(x: np.ndarray, y: np.ndarray, k: int) -> np.ndarray:
    """Squared losses of least squares with intercept under K-fold, consecutive folds."""
    n, design = len(y), np.column_stack([np.ones(len(y)), x])
    out = np.empty(n)
    for test in np.split(np.arange(n), k):
        train = np.setdiff1d(np.arange(n), test, assume_unique=True)
        w = np.linalg.lstsq(design[train], y[train], rcond=None)[0]
        out[test] = (y[test] - design[test] @ w) ** 2
    return out


def test_cross_validated_regression_shows_the_published_shares():
    """n = 120, d = 30, K = 10 without outliers: theta .051, shares 66/3/31 %, th1/theta .65 (papers.md, B3)."""
    rng, runs, n, d = np.random.default_rng(3), 600, 120, 30
    e = np.empty((runs, n))
    for row in e:
        x = rng.normal(size=(n, d))
        row[:] = fold_losses(x, np.sqrt(3 / d) * x.sum(axis=1) + rng.normal(size=n), 10)
    c = KFoldCovariance.from_runs(e, [12] * 10)
    assert c.theta == pytest.approx(0.051, rel=0.25)
    assert c.shares == pytest.approx((0.66, 0.03, 0.31), abs=0.15)
    naive = np.mean([th1(row) for row in e])
    assert naive == pytest.approx(c.theta + th1_bias(c), rel=1e-9)  # exact, whatever the noise in theta
    assert np.mean([th2(row, c.sizes) for row in e]) == pytest.approx(c.theta + th2_bias(c), rel=1e-9)
    assert naive / c.theta == pytest.approx(0.65, abs=0.12)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: replicated_holdout([1.0, 2.0]), "one row of losses per hold-out"),
        (lambda: two_fold(np.ones(3)), "even number"),
    ],
)
def test_bad_input_is_named(call, says):
    with pytest.raises(InputError, match=says):
        call()
