"""Every level with every other on each split: against the textbook's sums of squares, and a world."""

import numpy as np
import pytest

from errbar.core.crossed_in_splits import crossed_in_splits
from errbar.core.mean_squares import nested


def drawn(rng, sizes, sds, n_splits):
    """Splits x levels, each set of factors with effects of its own."""
    total = sds["split"] * rng.normal(size=(n_splits, *([1] * len(sizes))))
    for axes, sd in sds.items():
        if axes != "split":
            shape = [n_splits, *(size if str(i) in axes else 1 for i, size in enumerate(sizes))]
            total = total + sd * rng.normal(size=shape)
    return total


def estimates(means, factors, noise=0.0):
    found, sources = crossed_in_splits(means, factors, noise, 50.0)
    return {name: sum(found.values[k] * w for k, w in weights.items()) for name, weights in sources.items()}


def test_one_factor_is_the_nested_design():
    means = np.random.default_rng(0).normal(size=(6, 4))
    found, sources = nested(means, 0.1, 50.0)
    assert estimates(means, ("seed",), 0.1) == pytest.approx(
        {name: found.component(weights, 0.95).estimate for name, weights in sources.items()}
    )


def test_the_sums_of_squares_of_a_two_way_table():
    """Of one split the textbook's two-way table without replicates; splits are averaged."""
    means = np.random.default_rng(1).normal(size=(3, 4, 5))
    rows = means.mean(axis=2)
    columns = means.mean(axis=1)
    left = means - rows[:, :, None] - columns[:, None, :] + means.mean(axis=(1, 2), keepdims=True)
    both = (left**2).sum() / (3 * 3 * 4)
    expected = {
        "a": rows.var(axis=1, ddof=1).mean() - both / 5,
        "b": columns.var(axis=1, ddof=1).mean() - both / 4,
        "a x b": both,
    }
    found = estimates(means, ("a", "b"))
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_levels_that_are_alike_on_all_splits():
    """A seed that is good on one split is good on all: splits do not differ by it."""
    rng, found = np.random.default_rng(3), []
    for _ in range(400):
        seeds, orders = rng.normal(size=(1, 3, 1)), 0.5 * rng.normal(size=(1, 1, 4))
        found.append(estimates(0.7 * rng.normal(size=(6, 1, 1)) + seeds + orders, ("seed", "order")))
    for name, truth in {"seed": 1.0, "order": 0.25, "seed x order": 0.0, "training data": 0.49}.items():
        seen = np.array([one[name] for one in found])
        assert abs(seen.mean() - truth) <= 4 * seen.std() / 20 + 1e-12, name


def test_unbiased_in_a_world_of_three_factors():
    rng = np.random.default_rng(2)
    sds = {"split": 0.7, "0": 1.0, "1": 0.5, "2": 0.3, "01": 0.4, "02": 0.0, "12": 0.2, "012": 0.6}
    sets = [estimates(drawn(rng, (3, 4, 2), sds, 5), ("a", "b", "c")) for _ in range(400)]
    names = ["a", "b", "c", "a x b", "a x c", "b x c", "a x b x c"]
    wanted = dict(zip([*names, "training data"], [*(sds[k] ** 2 for k in list(sds)[1:]), 0.49], strict=True))
    for name, truth in wanted.items():
        seen = np.array([one[name] for one in sets])
        assert abs(seen.mean() - truth) < 4 * seen.std() / 20, name
