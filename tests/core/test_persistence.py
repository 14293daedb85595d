"""Persistence of instability: counted by hand, nothing to go by, and the learners it is for."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.core.persistence import persistence


def by_example(parts, n):
    """Squares about the mean and their freedom for each example, counted one test at a time."""
    squares, freedom = np.zeros(n), np.zeros(n)
    for tests, losses in parts:
        for example in np.unique(tests):
            values = losses[tests == example]
            squares[example] += ((values - values.mean()) ** 2).sum()
            freedom[example] += values.size - 1
    return squares, freedom


def slowly(whole, halves, n, half):
    """The ratio, and its error by leaving out one example at a time."""
    every_half = [(t, v) for tests, losses in zip(*halves, strict=True) for t, v in zip(tests, losses, strict=True)]
    a, b = by_example([whole], n), by_example(every_half, n)

    def ratio(keep):
        return (a[0][keep].sum() / a[1][keep].sum()) / (b[0][keep].sum() / b[1][keep].sum()) * n / half

    left_out = np.array([ratio(np.arange(n) != i) for i in range(n)])
    return ratio(np.arange(n) >= 0), np.sqrt(((left_out - left_out.mean()) ** 2).sum() * (n - 1) / n)


def some_losses(n=40, n_test=5, n_splits=12, halvings=3, half_splits=6, spread=1.0):
    rng = np.random.default_rng(7)
    tests = np.stack([rng.permutation(n)[:n_test] for _ in range(n_splits)])
    half_tests = np.empty((halvings, 2, half_splits, n_test), dtype=int)
    for m in range(halvings):
        mixed = rng.permutation(n)
        for side, members in enumerate((mixed[: n // 2], mixed[n // 2 :])):
            half_tests[m, side] = [rng.permutation(members)[:n_test] for _ in range(half_splits)]
    return (tests, spread * rng.normal(size=tests.shape)), (half_tests, rng.normal(size=half_tests.shape))


@pytest.mark.parametrize("spread", [0.6, 1.0, 1.2])
def test_it_is_the_ratio_of_disagreements_shrunk_by_its_error(spread):
    whole, halves = some_losses(n=400, n_test=50, spread=spread)
    ratio, error = slowly(whole, halves, 400, 200)
    expected = 1 + max(min(ratio, 2) - 1, 0) * max(0, 1 - (error / (ratio - 1)) ** 2)
    assert persistence(whole, halves, 400, 200) == pytest.approx(expected, rel=0.02)  # the error by other means
    assert (1.1 < expected < 2) == (spread > 0.6)


def test_noise_alone_widens_nothing():
    whole, halves = some_losses(n=12, n_test=3, n_splits=6, spread=1.3)
    ratio, error = slowly(whole, halves, 12, 6)
    assert 1 < ratio < 1 + error
    assert persistence(whole, halves, 12, 6) == 1


def test_it_is_one_where_nothing_is_tested_twice_or_the_halves_agree():
    once = (np.array([[0, 1], [2, 3]]), np.array([[1.0, 0], [0, 1]]))
    whole, halves = some_losses()
    assert persistence(once, halves, 40, 20) == 1
    assert persistence(whole, (halves[0], np.zeros_like(halves[1])), 40, 20) == 1


def test_it_stays_between_one_and_two():
    for spread, low, high in ((0.01, 1.0, 1.0), (10.0, 1.9, 2.0)):
        whole, halves = some_losses(n=400, n_test=50, spread=spread)
        assert low <= persistence(whole, halves, 400, 200) <= high


def test_stumps_persist_and_least_squares_does_not():
    found = {"stump": [], "line": []}
    for seed in range(8):
        own = np.random.default_rng(seed)
        X = own.normal(size=(200, 10))
        y = (X[:, :3].sum(axis=1) > 0) ^ (own.random(200) < 0.1)
        plan = eb.plans.halvings(25, 10)
        stump = eb.evaluate(DecisionTreeClassifier(max_depth=1), X, y, method="calibrated_t", plan=plan, random_state=0)
        line = eb.evaluate(
            LinearRegression(),
            X,
            X.sum(axis=1) + own.normal(size=200),
            method="calibrated_t",
            plan=plan,
            random_state=0,
        )
        found["stump"].append(stump.details["persistence"])
        found["line"].append(line.details["persistence"])
    assert found["line"] == [1.0] * 8
    assert np.mean(found["stump"]) > 1.1
