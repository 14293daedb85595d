"""Moments of resampling from many data sets: against exact ones, and their intervals at their level."""

import numpy as np
import pytest
from scipy.stats import hypergeom
from tests.statistical.band import within

from errbar.core.estimating_functions import political_ratio, ratios_at, split_moments
from errbar.core.kfold_covariance import KFoldCovariance, kfold_statistics
from errbar.core.moments_of_sets import (
    broken_inequalities,
    correlation_of_squares,
    fold_shares_of,
    political_ratio_of,
    split_moments_of,
)
from errbar.lab.worlds.linear_splits import mean
from errbar.lab.worlds.many_splits import everything, subsamples

SET, SPLIT, LOSS = 0.1, 0.3, 6.0  # variances of what a data set's losses share, what a split's share, and the rest
N_TRAIN, N_TEST, N_SPLITS = 180, 20, 25


def drawn(rng, n_sets):
    """Losses L = set + split + rest: s0 to s3 are known by construction."""
    parts = (SET, (n_sets, 1, 1)), (SPLIT, (n_sets, N_SPLITS, 1)), (LOSS, (n_sets, N_SPLITS, N_TEST))
    return sum(np.sqrt(variance) * rng.normal(size=shape) for variance, shape in parts)


def truth():
    s1 = SET + SPLIT + LOSS / N_TEST
    s0, s3, rho = SET + SPLIT + LOSS, SET + SPLIT, SET / s1
    known = {"mu": 0.0, "s0": s0, "s1": s1, "s2": SET, "s3": s3, "rho": rho}
    implied = ratios_at(s0, s3, rho, n_splits=N_SPLITS, n_train=N_TRAIN, n_test=N_TEST)
    return known | dict(zip(("holdout_t", "resampled_t", "corrected_t"), implied, strict=True))


def found(losses):
    return split_moments_of(losses.mean(axis=2), losses.var(axis=2, ddof=1).mean(axis=1), N_TRAIN, N_TEST)


def covered(n_sets, n_runs, seed):
    rng, hits = np.random.default_rng(seed), dict.fromkeys(truth(), 0)
    for _ in range(n_runs):
        for name, (_, low, high) in found(drawn(rng, n_sets)).items():
            hits[name] += low <= truth()[name] <= high
    return hits


def test_intervals_hold_known_moments():
    hits = covered(100, 100, 1)
    assert all(within(count, 100, 0.95) for count in hits.values()), hits


@pytest.mark.slow
@pytest.mark.parametrize("n_sets", [200, 500])
def test_intervals_hold_known_moments_at_their_level(n_sets):
    """Nominal 95 %: a studentized bootstrap is exact to second order only, so down to 94 % is allowed."""
    hits = covered(n_sets, 1000, n_sets)
    assert all(within(count, 1000, 0.94, 0.95) for count in hits.values()), hits


def test_values_are_those_of_the_estimating_functions():
    losses = drawn(np.random.default_rng(2), 60)
    theirs = split_moments(losses.mean(axis=2), losses.var(axis=2, ddof=1).mean(axis=1), N_TEST)
    ours = found(losses)
    for name in theirs.names:
        assert ours[name][0] == pytest.approx(theirs[name], rel=1e-9, abs=1e-12), name
    estimates, variances = losses.mean(axis=(1, 2)), losses.var(axis=(1, 2))
    assert political_ratio_of(estimates, variances)[0] == pytest.approx(political_ratio(estimates, variances)["ratio"])


def exact_mean_moments(n, n_test):
    """The training mean of standard normal y under squared loss: Cov of two squares is twice the squared covariance."""
    n_train = n - n_test
    s0, s3 = 2 * (1 + 1 / n_train) ** 2, 2 / n_train**2
    overlap = np.arange(n_test + 1)
    both_trained = n - 2 * n_test + overlap
    base = both_trained / n_train**2
    squares = overlap * (1 + base) ** 2 + (overlap**2 - overlap) * base**2
    squares = squares + 2 * overlap * (n_test - overlap) * (base - 1 / n_train) ** 2
    squares = squares + (n_test - overlap) ** 2 * (base - 2 / n_train) ** 2
    s2 = float((hypergeom(n, n_test, n_test).pmf(overlap) * 2 * squares).sum()) / n_test**2
    s1 = s3 + (s0 - s3) / n_test
    return {"mu": 1 + 1 / n_train, "s0": s0, "s1": s1, "s2": s2, "s3": s3, "rho": s2 / s1}


def test_a_learner_whose_moments_are_known_exactly():
    rng, n, n_test, kept, inside = np.random.default_rng(3), 30, 6, [], []
    for _ in range(400):
        y = rng.normal(size=n)
        losses = mean(y[:, None], y, subsamples(rng, everything(n), 15, n_test))
        kept.append(losses.mean(axis=1))
        inside.append(losses.var(axis=1, ddof=1).mean())
    ours = split_moments_of(np.array(kept), np.array(inside), n - n_test, n_test)
    for name, value in exact_mean_moments(n, n_test).items():
        _, low, high = ours[name]
        middle, reach = (low + high) / 2, (high - low) / 2
        assert abs(value - middle) <= 2 * reach, name  # four standard errors


def test_rows_without_end():
    """Data sets drawn from N rows vary less; enlarged, s2 is that of an endless population."""
    rng, n, n_rows, n_test = np.random.default_rng(4), 40, 80, 8
    losses = rng.exponential(size=n_rows)
    values = np.empty((3000, 10))
    for row in values:
        data = rng.permutation(losses)[:n]
        row[:] = [rng.permutation(data)[:n_test].mean() for _ in range(10)]
    nothing = np.full(3000, np.nan)
    _, low, high = split_moments_of(values, nothing, n - n_test, n_test, enlarged=n_rows / (n_rows - n))["s2"]
    assert low <= losses.var(ddof=1) / n <= high
    _, low, high = split_moments_of(values, nothing, n - n_test, n_test)["s2"]
    assert high < losses.var(ddof=1) / n


def test_scores_without_losses_have_no_s0():
    values = np.random.default_rng(5).normal(size=(30, 5))
    assert set(split_moments_of(values, np.full(30, np.nan), 90, 10)) == {"mu", "s1", "s2", "rho"}


def test_a_model_that_is_always_right_has_no_correlation():
    ours = split_moments_of(np.zeros((30, 5)), np.zeros(30), 90, 10)
    assert ours["s1"] == (0.0, 0.0, 0.0) and np.isnan(ours["rho"]).all()


def test_r_of_independent_and_of_equal_halvings():
    rng = np.random.default_rng(6)
    _, low, high = correlation_of_squares(rng.normal(size=(300, 10)))["r"]
    assert low <= 0 <= high
    same = np.repeat(rng.normal(size=(300, 1)), 10, axis=1)
    assert correlation_of_squares(same)["r"][0] == pytest.approx(1)


def test_shares_of_folds_are_those_of_the_covariance():
    rng, sizes = np.random.default_rng(7), np.full(5, 8)
    runs = [
        kfold_statistics(rng.normal(size=40) + rng.normal() + np.repeat(rng.normal(size=5), 8), sizes)
        for _ in range(300)
    ]
    theirs = KFoldCovariance.from_statistics(runs, sizes)
    ours = fold_shares_of(*(np.array([getattr(run, name) for run in runs]) for name in ("mean", "l1", "l2")), 40, 8.0)
    for name, value in zip(("sigma2", "omega", "gamma"), theirs.shares, strict=True):
        assert ours[f"{name} share"][0] == pytest.approx(value, abs=0.01)  # their variance divides by D - 1
        _, low, high = ours[name]
        assert low <= {"sigma2": 3.0, "omega": 2.0, "gamma": 1.0}[name] <= high


def test_inequalities_that_estimates_break():
    assert broken_inequalities({"s2": (-0.1, -0.3, 0.1), "s3": (-0.2, -0.3, -0.1), "s1": (1, 0, 2)}) == [
        ("s2", False),
        ("s3", True),
    ]
    assert broken_inequalities(found(drawn(np.random.default_rng(8), 60))) == []
