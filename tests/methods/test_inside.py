"""Every answer lies where it can: low <= estimate <= high, all of it inside the range of the loss.

Over all methods, the kinds of plan they read, one model and differences, both sides, and score sets that are random or
hostile: sorted, equal, all zero or one, one outlier, two values, tiny n, tiny and huge scales, groups, unequal folds.
"""

from math import isnan

import numpy as np
import pytest
from tests.methods.series import build, random_judged, random_predictions, random_runs

import errbar as eb
from errbar.errors import ErrbarError
from errbar.methods import METHODS, OF_RUNS, WITH_JUDGE
from errbar.plans import families as draws
from errbar.types.scores import split_means

SIDES = ("two-sided", "less", "greater")
SETS = 600  # in all, shared by the methods
SLOW = {"betting_star": 30, "bootstrap_bca": 40, "blaker": 40, "bentkus": 40}  # most items of a set
FEW = {"cv_auc": 7}  # each set is read from a table


def drawn(rng, shape, size):
    """One model's losses in [0, 1]."""
    x = rng.beta(0.5, 2.0, size)
    if shape == "rising":
        return np.sort(x)
    if shape == "falling":
        return np.sort(x)[::-1]
    if shape == "outlier":
        return np.where(np.arange(size) == rng.integers(size), 1.0, 1e-3 * x)
    if shape == "block":
        return (np.arange(size) < size // 3).astype(float)
    fixed = {"zeros": 0.0, "ones": 1.0, "equal": 0.3, "one wrong": (np.arange(size) == 0).astype(float)}
    if shape in fixed:
        return np.full(size, 0.0) + fixed[shape]
    return (x < 0.3).astype(float) if shape == "0/1" else np.round(x) if shape == "rare" else x


SHAPES = (
    "random", "rising", "falling", "outlier", "block", "zeros", "ones", "equal", "one wrong", "0/1", "rare",
)  # fmt: skip
SCALES = (1.0, 1e-300, 1e300, 1e-50, 1e50)


def plan_of(rng, kind, n):
    """A plan of `kind`, sometimes with groups, sometimes with folds of unequal size."""
    if kind == "test_set":
        groups = rng.integers(0, max(2, n // 4), n) if rng.random() < 0.3 else None
        return eb.Plan(
            kind, n, (draws.TestSet(n),), None if groups is None else np.unique(groups, return_inverse=True)[1]
        )
    return build(kind, n, int(rng.integers(1000)))


def score_set(rng, name):
    """Scores of two models for a method: any kind of plan it reads, any shape, any scale."""
    record = METHODS[name]
    if record.needs == "predictions":
        return random_predictions(name, int(rng.integers(30, 60)), int(rng.integers(10**6)))
    if name == OF_RUNS:
        return random_runs(int(rng.integers(10**6)), int(rng.integers(12, 60)))
    if name == WITH_JUDGE:
        return random_judged(int(rng.integers(15, 120)), int(rng.integers(10**6)))
    kind = str(rng.choice(record.plans))
    small = int(rng.integers(3, 12)) if kind == "test_set" else 24
    n = small if rng.random() < 0.3 else int(rng.integers(24, 1 + SLOW.get(name, 80)))
    plan = plan_of(rng, kind, n)
    size = int(plan.n_test.sum())
    binary = record.needs in ("binary_losses", "error_rates")
    shapes = ("zeros", "ones", "one wrong", "0/1", "rare", "block") if binary else SHAPES
    items = np.stack([drawn(rng, str(rng.choice(shapes)), size) for _ in "ab"])
    scale = 1.0 if binary else float(rng.choice(SCALES, p=(0.6, 0.1, 0.1, 0.1, 0.1)))
    items *= scale
    span = (0.0, scale) if rng.random() < 0.8 or "known range" in record.guarantee else None
    return eb.Scores(plan, ("a", "b"), split_means(items, plan), items, "loss", span)


def asked(name, scores, single, side, level):
    names = {"model": "a"} if single else {"model": "a", "versus": "b"}
    return eb.infer(scores, **names, method=name, alternative=side, confidence_level=level)


def answers(name, count):
    rng = np.random.default_rng(sum(map(ord, name)))
    record = METHODS[name]
    for _ in range(count):
        single = record.compares == "one" or (record.compares == "either" and rng.random() < 0.5)
        side = "two-sided" if "one-sided" in record.exceptions else str(rng.choice(SIDES))
        level = float(rng.choice((0.5, 0.9, 0.95, 0.999) if side == "two-sided" else (0.9, 0.95, 0.999)))
        try:
            scores = score_set(rng, name)
            result = asked(name, scores, single, side, level)
        except ErrbarError:
            continue  # too few groups, no second class, squares that overflow: said in one sentence
        yield scores, single, result


def check(name, count):
    done = 0
    for scores, single, result in answers(name, count):
        ends = [
            (result.low, result.high),
            tuple(result.confidence_interval(0.7)),
            tuple(result.confidence_interval(0.99)),
        ]
        if any(isnan(low) for low, _ in ends):  # an empty interval
            assert "contains estimate" in METHODS[name].exceptions
            continue
        assert result.low <= result.estimate <= result.high, result
        lowest, highest = scores.limits
        if not single:
            lowest, highest = lowest - highest, highest - lowest
        for low, high in ends:
            assert lowest <= low <= high <= highest, (result, low, high)
        if "unclipped" in result.details:
            assert [result.low, result.high] != result.details["unclipped"]
        done += 1
    return done


@pytest.mark.parametrize("name", METHODS)
def test_estimate_inside_interval_inside_range(name):
    assert check(name, FEW.get(name, 1 + SETS // len(METHODS))) > 3


@pytest.mark.slow
@pytest.mark.parametrize("name", METHODS)
def test_estimate_inside_interval_inside_range_many_times(name):
    assert check(name, FEW.get(name, 1) * 10 if name in FEW else SETS // 4) > 30
