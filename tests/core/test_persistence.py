"""Persistence of instability: counted by hand, nothing to go by, and the learners it is for."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.core.persistence import persistence


def slowly(tests, losses):
    """Mean of half the squared differences over pairs, weighted so that an example counts by its tests less one."""
    total = freedom = 0.0
    for example in np.unique(tests):
        values = losses[tests == example]
        if values.size > 1:
            total += sum((a - b) ** 2 for a, b in combinations(values, 2)) / values.size
            freedom += values.size - 1
    return total / freedom


def some_losses(n=40, n_test=5, n_splits=12, halvings=3, half_splits=6, spread=1.0):
    rng = np.random.default_rng(7)
    tests = np.stack([rng.permutation(n)[:n_test] for _ in range(n_splits)])
    half_tests = np.empty((halvings, 2, half_splits, n_test), dtype=int)
    for m in range(halvings):
        mixed = rng.permutation(n)
        for side, members in enumerate((mixed[: n // 2], mixed[n // 2 :])):
            half_tests[m, side] = [rng.permutation(members)[:n_test] for _ in range(half_splits)]
    return (tests, spread * rng.normal(size=tests.shape)), (half_tests, rng.normal(size=half_tests.shape))


@pytest.mark.parametrize("spread", [0.6, 0.9, 1.0])
def test_it_is_the_ratio_of_disagreements_per_part_exchanged(spread):
    whole, halves = some_losses(spread=spread)
    every_half = [(t, v) for tests, losses in zip(*halves, strict=True) for t, v in zip(tests, losses, strict=True)]
    n_of = [sum(max((t == e).sum() - 1, 0) for e in np.unique(t)) for t, _ in every_half]
    inside = sum(slowly(t, v) * k for (t, v), k in zip(every_half, n_of, strict=True)) / sum(n_of)
    expected = slowly(*whole) / inside * 40 / 20
    assert persistence(whole, halves, 40, 20) == pytest.approx(min(max(expected, 1), 2), rel=1e-12)
    assert (1 < expected < 2) == (spread > 0.6)  # the last two are inside the limits


def test_it_is_one_where_nothing_is_tested_twice_or_the_halves_agree():
    once = (np.array([[0, 1], [2, 3]]), np.array([[1.0, 0], [0, 1]]))
    whole, halves = some_losses()
    assert persistence(once, halves, 40, 20) == 1
    assert persistence(whole, (halves[0], np.zeros_like(halves[1])), 40, 20) == 1


def test_it_stays_between_one_and_two():
    for spread, expected in ((0.01, 1.0), (10.0, 2.0)):
        whole, halves = some_losses(spread=spread)
        assert persistence(whole, halves, 40, 20) == expected


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
    assert np.mean(found["stump"]) > 1.15
