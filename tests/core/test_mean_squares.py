"""Variance components on worlds whose variances are known."""

import numpy as np
import pytest

from errbar.core.mean_squares import crossed, nested

SETS = 1000
HELD = (0.921, 0.972)  # the 1e-4 band of 950 in 1,000, by the exact binomial
KINDS = [
    "runs x items",
    "runs x items x answers, unlike numbers",
    "splits x seeds",
    "splits x seeds that are alike on all splits",
]


def worlds(kind, rng):
    """Mean squares, sources and true variances of one data set."""
    if kind == "runs x items":
        truth = {"run": 0.09, "item": 1.0, "run x item": 0.25}
        cells = 0.3 * rng.normal(size=(5, 1)) + rng.normal(size=(1, 60)) + 0.5 * rng.normal(size=(5, 60))
        return crossed(cells, None, 0.0), truth
    if kind == "runs x items x answers, unlike numbers":
        truth = {"run": 0.09, "item": 1.0, "run x item": 0.25, "answer": 0.5}
        cells = 0.3 * rng.normal(size=(4, 1)) + rng.normal(size=(1, 40)) + 0.5 * rng.normal(size=(4, 40))
        answers = np.resize([1.0, 2.0, 3.0, 5.0, 2.0], cells.shape)
        noise = np.sqrt(0.5) * rng.normal(size=(*cells.shape, 5))
        used = np.arange(5) < answers[..., None]
        means = np.where(used, noise, 0.0).sum(axis=-1) / answers
        squares = float((np.where(used, noise - means[..., None], 0.0) ** 2).sum())
        return crossed(cells + means, answers, squares), truth
    truth = {"seed": 0.04, "test items": 0.02, "training data": 0.1}
    means = np.sqrt(0.12) * rng.normal(size=(10, 1))
    if kind == "splits x seeds that are alike on all splits":
        return nested(means + 0.2 * rng.normal(size=(1, 5)), 0.02, 1e6), truth
    return nested(means + 0.2 * rng.normal(size=(10, 5)), 0.02, 1e6), truth


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_unbiased_and_intervals_at_their_level(kind):
    rng, seen, held = np.random.default_rng(3), {}, {}
    for _ in range(SETS):
        (squares, sources), truth = worlds(kind, rng)
        for name, weights in sources.items():
            found = squares.component(weights, 0.95)
            seen.setdefault(name, []).append(found.estimate)
            held.setdefault(name, []).append(found.low <= truth[name] <= found.high)
    for name, estimates in seen.items():
        error = np.std(estimates, ddof=1) / SETS**0.5
        assert abs(np.mean(estimates) - truth[name]) <= 3 * error + 1e-12, name
        if name != "test items":  # given, not estimated, here
            assert HELD[0] <= np.mean(held[name]) <= HELD[1], (name, np.mean(held[name]))


def test_by_hand():
    """Runs differ by 3, items by 1; then a world where cells leave the runs' estimate below zero."""
    squares, sources = crossed(np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]), None, 0.0)
    assert [squares.component(one, 0.9).estimate for one in sources.values()] == pytest.approx([4.5, 1.0, 0.0])
    squares, sources = crossed(np.array([[0.0, 1.0], [1.0, 0.0]]), None, 0.0)
    run = squares.component(sources["run"], 0.95)
    assert run.estimate == pytest.approx(-0.5) and run.low == 0.0 <= run.high
