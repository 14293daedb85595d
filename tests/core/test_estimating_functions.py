"""Moments from many data sets: the point formulas, the sandwich, and the coverage of the intervals."""

from math import sqrt

import numpy as np
import pytest
from tests.statistical.band import within

from errbar.core.estimating_functions import exchangeable, political_ratio, split_moments, theoretical_ratios
from errbar.errors import InputError


def correlated(rng, shape, pi):
    """Exchangeable values with mean 0, variance 1 and correlation pi."""
    return sqrt(pi) * rng.normal(size=(*shape[:-1], 1)) + sqrt(1 - pi) * rng.normal(size=shape)


def test_the_published_formulas():
    u = np.random.default_rng(0).gamma(2.0, size=(40, 6))
    found, k = exchangeable(u), 6
    beta = u.mean()
    delta = ((u - beta) ** 2).mean()
    spread = ((u.mean(axis=1) - beta) ** 2).mean()
    pi = (k * spread / delta - 1) / (k - 1)
    assert found.values == pytest.approx([beta, delta, pi], rel=1e-12)
    share = pi + (1 - pi) / k
    g = np.array([[m - beta, ((row - beta) ** 2).mean() - delta, (m - beta) ** 2 - delta * share]
                  for row, m in zip(u, u.mean(axis=1), strict=True)])  # fmt: skip
    a = -np.array([[1, 0, 0], [0, 1, 0], [0, share, delta * (1 - 1 / k)]])
    covariance = np.linalg.inv(a) @ (g.T @ g / 40) @ np.linalg.inv(a).T / 40
    assert found.covariance == pytest.approx(covariance, rel=1e-9)
    low, high = found.interval("pi")
    assert (low, high) == pytest.approx(
        (pi - 1.959964 * sqrt(covariance[2, 2]), pi + 1.959964 * sqrt(covariance[2, 2]))
    )


def test_intervals_cover():
    """D = 1000, K = 25, pi = 0.1: about 0.95 for beta and delta, 0.94 for pi."""
    rng, runs, inside = np.random.default_rng(11), 400, np.zeros(3, dtype=int)
    for _ in range(runs):
        found = exchangeable(correlated(rng, (1000, 25), 0.1))
        for place, (name, truth) in enumerate((("beta", 0.0), ("delta", 1.0), ("pi", 0.1))):
            low, high = found.interval(name)
            inside[place] += low <= truth <= high
    assert all(within(int(count), runs, 0.935, 0.965) for count in inside)


def test_split_moments_of_a_known_world():
    """Losses = data set + split + example, so that s2, s3 and s0 are sums of the variances given."""
    rng, sets, splits, n_test = np.random.default_rng(5), 4000, 10, 8
    losses = (
        sqrt(0.5) * rng.normal(size=(sets, 1, 1))
        + sqrt(0.3) * rng.normal(size=(sets, splits, 1))
        + rng.normal(size=(sets, splits, n_test))
    )
    moments = split_moments(losses.mean(axis=2), losses.var(axis=2, ddof=1).mean(axis=1), n_test)
    s1 = 0.5 + 0.3 + 1 / n_test
    for name, truth in {"mu": 0.0, "s0": 1.8, "s1": s1, "s2": 0.5, "s3": 0.8, "rho": 0.5 / s1}.items():
        assert abs(moments[name] - truth) < 4.5 * moments.se(name)
        low, high = moments.interval(name)
        assert low < moments[name] < high


def test_political_ratios_by_theory_and_by_counting_agree():
    """Resampled t at rho = rho0 = 1/6, J = 15: 1 + J n2/n1 = 4; the corrected t has 1."""
    rng, splits, n_test, n_train = np.random.default_rng(2), 15, 20, 100
    values = correlated(rng, (3000, splits), 1 / 6)
    within_test = np.full(3000, 5.0)
    implied = theoretical_ratios(
        split_moments(values, within_test, n_test), n_splits=splits, n_train=n_train, n_test=n_test
    )
    variance = values.var(axis=1, ddof=1) / splits
    for name, factor in (("resampled_t", 1.0), ("corrected_t", 1 + splits * n_test / n_train)):
        counted = political_ratio(values.mean(axis=1), factor * variance)
        assert abs(implied[name] - counted["ratio"]) < 4 * counted.se("ratio")
        assert abs(implied[name] - 4.0 / factor) < 4 * implied.se(name)
    assert implied["holdout_t"] > 1


def test_delta_method_agrees_with_resampling_data_sets():
    rng = np.random.default_rng(8)
    estimates, variances = rng.normal(size=500), rng.gamma(3.0, size=500)
    draws = []
    for _ in range(400):
        rows = rng.integers(0, 500, 500)
        draws.append(political_ratio(estimates[rows], variances[rows])["ratio"])
    assert political_ratio(estimates, variances).se("ratio") == pytest.approx(np.std(draws), rel=0.25)


def test_values_without_any_variance_are_refused():
    with pytest.raises(InputError, match="All values are equal"):
        exchangeable(np.ones((10, 3)))
