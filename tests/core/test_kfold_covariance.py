"""The K-fold covariance against the explicit matrix, and the three statistics against their definitions."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from errbar.core.kfold_covariance import (
    KFoldCovariance,
    admissible_region,
    gamma_bounds,
    jackknife_values,
    kfold_statistics,
)
from errbar.errors import InputError

unit = st.floats(0, 1)
equal_folds = st.tuples(st.integers(2, 8), st.integers(1, 6)).map(lambda km: [km[1]] * km[0])
any_folds = st.lists(st.integers(1, 6), min_size=2, max_size=8)


def explicit(c: KFoldCovariance) -> np.ndarray:
    fold = np.repeat(np.arange(c.sizes.size), c.sizes)
    same = fold[:, None] == fold[None, :]
    matrix = np.where(same, c.omega, c.gamma)
    np.fill_diagonal(matrix, c.sigma2)
    return matrix


def admissible(sigma2: float, a: float, b: float, sizes: list[int]) -> KFoldCovariance:
    """A point of the admissible region of equal folds, addressed by two numbers in [0, 1]."""
    omega = a * sigma2 if sizes[0] > 1 else 0.0
    low, high = gamma_bounds(sigma2, omega, sum(sizes), sizes[0])
    return KFoldCovariance(sigma2, omega, low + b * (high - low), sizes)


@given(st.floats(1e-3, 1e3), unit, unit, equal_folds)
def test_eigenvalues_are_those_of_the_explicit_matrix(sigma2, a, b, sizes):
    c = admissible(sigma2, a, b, sizes)
    ours = np.sort(np.concatenate([[value] * times for value, times in c.eigenvalues()]))
    np.testing.assert_allclose(ours, np.linalg.eigvalsh(explicit(c)), atol=1e-12 * sigma2 * c.n)
    assert c.is_admissible()
    assert ours.min() >= -1e-12 * sigma2 * c.n


@given(st.floats(0.1, 10), unit, st.floats(-0.1, 1), any_folds)
def test_unequal_folds_too(sigma2, a, g, sizes):
    c = KFoldCovariance(sigma2, a * sigma2, g * a * sigma2, sizes)
    ours = np.sort(np.concatenate([[value] * times for value, times in c.eigenvalues()]))
    np.testing.assert_allclose(ours, np.linalg.eigvalsh(explicit(c)), atol=1e-12 * sigma2 * c.n)


@given(st.floats(0.1, 10), unit, st.floats(-1, 1), any_folds, st.integers(0, 2**32))
def test_operator_is_the_explicit_matrix(sigma2, a, g, sizes, seed):
    c = KFoldCovariance(sigma2, a * sigma2, g * sigma2, sizes)
    matrix, v = explicit(c), np.random.default_rng(seed).normal(size=c.n)
    np.testing.assert_allclose(c.matvec(v), matrix @ v, rtol=1e-12, atol=1e-11)
    assert c.quadratic(v) == pytest.approx(v @ matrix @ v, rel=1e-11, abs=1e-11)
    mean = np.full(c.n, 1 / c.n)
    assert c.theta == pytest.approx(mean @ matrix @ mean, rel=1e-11, abs=1e-13)
    assert c.quadratic(mean) == pytest.approx(c.theta, rel=1e-11, abs=1e-13)


def test_the_example_of_five_folds_of_four():
    c = KFoldCovariance(1.0, 0.3, 0.1, [4] * 5)
    (l1, n1), (l2, n2), (l3, n3) = c.eigenvalues()
    assert (n1, n2, n3) == (15, 4, 1)
    for value, expected in ((l1, 0.7), (l2, 1.5), (l3, 3.5), (c.theta, 0.175), (l3, c.n * c.theta)):
        assert value == pytest.approx(expected, abs=1e-12)
    assert c.shares == pytest.approx((0.05 / 0.175, 0.045 / 0.175, 0.08 / 0.175), abs=1e-12)
    assert sum(c.shares) == pytest.approx(1, abs=1e-12)


@given(any_folds, st.integers(0, 2**32), st.sampled_from([0.0, 1.0, 1e6]))
def test_statistics_are_their_definitions(sizes, seed, shift):
    e = np.random.default_rng(seed).normal(size=sum(sizes)) + shift
    fold = np.repeat(np.arange(len(sizes)), sizes)
    n, s = e.size, kfold_statistics(e, np.array(sizes))
    d = e - e.mean()
    products, same = np.outer(d, d), fold[:, None] == fold[None, :]
    np.fill_diagonal(same, False)
    other = fold[:, None] != fold[None, :]
    mean_square = e.mean() ** 2
    tight = {"rel": 1e-9, "abs": 1e-9 * max(1.0, mean_square)}
    assert s.mean == pytest.approx(e.mean(), rel=1e-12, abs=1e-12)
    assert s.s1 == pytest.approx((e**2).mean(), **tight)
    assert s.theta(0.0) == pytest.approx(mean_square, **tight)
    if len(set(sizes)) == 1:
        # mean products about any centre differ by the same number, so their differences do not depend on it
        s1, s3 = (d**2).mean(), products[other].mean()
        assert s.s1 - s.s3 == pytest.approx(s1 - s3, **tight)
        if sizes[0] > 1:
            s2 = products[same].mean()
            assert s.l1 == pytest.approx(s1 - s2, rel=1e-9, abs=1e-9)
            assert s.l2 == pytest.approx(s1 + (sizes[0] - 1) * s2 - sizes[0] * s3, rel=1e-9, abs=1e-9)
    m = s.fold_size
    if n > len(sizes):
        assert s.s1 / n + (m - 1) / n * s.s2 + (n - m) / n * s.s3 == pytest.approx(mean_square, **tight)
    else:
        assert math.isnan(s.s2) and math.isnan(s.l1)
        assert s.l2 == pytest.approx(e.var(ddof=1), rel=1e-9, abs=1e-9)


@given(any_folds, st.floats(0.1, 3), unit, st.floats(-0.05, 1))
def test_expectations_are_exact_for_any_fold_sizes(sizes, sigma2, a, g):
    """The statistics are quadratic forms: E e'Ae = trace(A Cov) + mu^2 1'A1, with A rebuilt from the function."""
    c = KFoldCovariance(sigma2, a * sigma2, g * a * sigma2, sizes)
    n, mu = c.n, 0.7
    assume(n <= 16)

    def expectation(statistic) -> float:
        unit_vectors = np.eye(n)
        diagonal = [statistic(v) for v in unit_vectors]
        form = np.diag(diagonal)
        for i in range(n):
            for j in range(i):
                form[i, j] = form[j, i] = (statistic(unit_vectors[i] + unit_vectors[j]) - diagonal[i] - diagonal[j]) / 2
        return float(np.trace(form @ explicit(c)) + mu**2 * form.sum())

    def of(name):
        return lambda v: getattr(kfold_statistics(v, c.sizes), name)

    m, close = c.fold_size, {"rel": 1e-8, "abs": 1e-8}
    assert expectation(of("s1")) == pytest.approx(c.sigma2 + mu**2, **close)
    assert expectation(of("s3")) == pytest.approx(c.gamma + mu**2, **close)
    omega = c.omega if n > len(sizes) else 0.0  # absent with one example per fold
    assert expectation(of("l2")) == pytest.approx(c.sigma2 + (m - 1) * omega - m * c.gamma, **close)
    if n > len(sizes):
        assert expectation(of("s2")) == pytest.approx(c.omega + mu**2, **close)
        assert expectation(of("l1")) == pytest.approx(c.sigma2 - c.omega, **close)


def test_repeats_average_the_runs():
    e, sizes = np.random.default_rng(0).exponential(size=(3, 20)), np.full(5, 4)
    runs = [kfold_statistics(row, sizes) for row in e]
    both = kfold_statistics(e.ravel(), np.tile(sizes, 3), n_repeats=3)
    for name in ("mean", "mean_square", "s1", "s2", "s3", "l1", "l2"):
        assert getattr(both, name) == pytest.approx(np.mean([getattr(run, name) for run in runs]), rel=1e-12)


def test_a_large_mean_costs_no_digits():
    e, sizes = np.random.default_rng(1).normal(size=1000), np.full(10, 100)
    plain, moved = kfold_statistics(e, sizes), kfold_statistics(e + 1e6, sizes)
    assert moved.l1 == pytest.approx(plain.l1, rel=1e-8)
    assert moved.l2 == pytest.approx(plain.l2, rel=1e-8)


def test_equal_losses_have_exactly_no_variance():
    s = kfold_statistics(np.full(21, 0.1), np.array([5, 4, 4, 4, 4]))
    assert (s.l1, s.l2) == (0.0, 0.0)
    assert s.theta(s.largest_mu2()) == 0.0


def test_what_one_run_leaves_open_is_one_number():
    s = kfold_statistics(np.random.default_rng(2).exponential(size=60), np.full(6, 10))
    for mu2 in np.linspace(0, s.largest_mu2(), 7):
        c = KFoldCovariance(*s.at(mu2), [10] * 6)
        assert c.is_admissible(tolerance=1e-9)
        assert c.theta == pytest.approx(s.theta(mu2), abs=1e-12)
        (l1, _), (l2, _), (l3, _) = c.eigenvalues()
        assert (l1, l2) == (pytest.approx(s.l1), pytest.approx(s.l2))
        assert l3 == pytest.approx(s.n * s.theta(mu2), abs=1e-12)
    assert not KFoldCovariance(*s.at(s.largest_mu2() + 0.01), [10] * 6).is_admissible()


def test_the_jackknife_leaves_more_open():
    s = kfold_statistics(np.random.default_rng(3).normal(0.1, 1, size=60), np.full(6, 10))
    c = KFoldCovariance(*s.at(s.largest_mu2(jackknife=True)), [10] * 6)
    assert c.is_admissible(jackknife=True, tolerance=1e-9)
    assert s.largest_mu2(jackknife=True) >= s.largest_mu2()


@pytest.mark.parametrize("jackknife", [False, True])
def test_region_is_where_no_eigenvalue_is_negative(jackknife):
    from matplotlib.path import Path

    n, m = 20, 4
    region = Path(admissible_region(n, m, jackknife=jackknife))
    for omega in np.linspace(-0.6, 1.2, 37) + 0.003:
        for gamma in np.linspace(-0.4, 1.2, 33) + 0.004:
            c = KFoldCovariance(1.0, omega, gamma, [m] * (n // m))
            assert region.contains_point((omega, gamma)) == c.is_admissible(jackknife=jackknife)


def test_region_without_omega():
    assert admissible_region(20, 1).tolist() == [[0.0, -1 / 19], [0.0, 1.0]]
    assert KFoldCovariance(1.0, 0.0, -1 / 19, [1] * 20).is_admissible()
    assert not KFoldCovariance(1.0, 0.0, -1 / 18, [1] * 20).is_admissible()


@pytest.mark.parametrize("sizes", [[6] * 5, [6, 7, 6, 7, 6], [1] * 20])
def test_many_data_sets_show_all_three(sizes):
    n = sum(sizes)
    truth = KFoldCovariance(2.0, 0.5 if max(sizes) > 1 else 0.0, 0.2, sizes)
    root = np.linalg.cholesky(explicit(truth))
    losses = 3.0 + np.random.default_rng(4).normal(size=(20_000, n)) @ root.T
    found = KFoldCovariance.from_runs(losses, sizes)
    assert found.sigma2 == pytest.approx(truth.sigma2, abs=0.02)
    assert found.omega == pytest.approx(truth.omega, abs=0.02)
    assert found.gamma == pytest.approx(truth.gamma, abs=0.015)
    assert found.theta == pytest.approx(np.var(losses.mean(axis=1), ddof=1), rel=1e-9)


def test_jackknife_corrects_the_training_error():
    """K T(D) - (K - 1) mean T(D_k), checked from its own definition on a ridge fit."""
    rng, n, k = np.random.default_rng(5), 20, 4
    x, y = rng.normal(size=(n, 3)), rng.normal(size=n)
    fold = rng.permutation(np.arange(n) % k)

    def losses(train: np.ndarray) -> np.ndarray:
        w = np.linalg.solve(x[train].T @ x[train] + np.eye(3), x[train].T @ y[train])
        return (y - x @ w) ** 2

    everything = np.arange(n)
    without = np.array([losses(everything[fold != i]) for i in range(k)])
    e = jackknife_values(losses(everything), without, fold)
    training = [without[i][fold != i].mean() for i in range(k)]
    assert e.mean() == pytest.approx(k * losses(everything).mean() - (k - 1) * np.mean(training), rel=1e-12)
    first = np.flatnonzero(fold == 0)[0]
    assert e[0] == pytest.approx(k * losses(everything)[first] - without[1:, first].sum(), rel=1e-12)


def test_a_million_losses_need_no_square_array():
    e = np.random.default_rng(6).exponential(size=10**6)
    tracemalloc.start()
    kfold_statistics(e, np.full(10, 10**5))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1e5


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: kfold_statistics(np.ones(4), np.array([4])), "at least two folds"),
        (lambda: kfold_statistics(np.ones(4), np.array([2, 3])), "5 examples in all, and 4 losses"),
        (lambda: KFoldCovariance(1, 0, 0, [4]), "at least two folds"),
        (lambda: KFoldCovariance.from_runs(np.ones((1, 4)), [2, 2]), "At least two independent data sets"),
        (lambda: jackknife_values(np.ones(3), np.ones((2, 3)), [0, 1, 2]), "fold numbers from 0"),
    ],
)
def test_bad_input_is_named(call, says):
    with pytest.raises(InputError, match=says):
        call()
