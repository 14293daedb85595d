"""Planned test sets, simulated: how often the default test of two classifiers sees the difference it was planned for."""

import numpy as np
import pytest
from tests.statistical.band import binomial_band

import errbar as eb
from errbar.core.paired_binary import PairedBinary

SETS = 2000
POINTS = [(0.1, 0.02, None), (0.05, 0.02, None), (0.3, 0.05, None), (0.02, 0.03, None), (0.9, 0.05, None),
          (0.1, 0.02, 0.5), (0.2, 0.05, 0.8), (0.4, 0.1, 0.3), (0.01, 0.01, 0.2)]  # fmt: skip


def shares(error, effect, correlation):
    """Only the first model wrong, only the second, else: `correlation` is that of the two errors."""
    other = error + effect if error <= 0.5 else error - effect
    both = error * other + correlation * np.sqrt(error * (1 - error) * other * (1 - other))
    return [error - both, other - both, 1 - error - other + 2 * both]


@pytest.mark.parametrize(("error", "effect", "correlation"), POINTS)
def test_the_planned_test_set_has_its_power(error, effect, correlation):
    """mcnemar's mid-p and Tango's interval, on counts drawn as the plan says."""
    n = eb.design(effect=effect, error=error, correlation=correlation).n
    rng = np.random.default_rng(round(1000 * error))
    counts, times = np.unique(rng.multinomial(n, shares(error, effect, correlation or 0.0), SETS), axis=0,
                              return_counts=True)  # fmt: skip
    tests = [PairedBinary(int(b), int(c), n, "mid_p") for b, c, _ in counts]
    mid_p = sum(k for test, k in zip(tests, times, strict=True) if test.test(0.0, "two-sided")[1] < 0.05)
    intervals = [test.interval(0.95, "two-sided") for test in tests]
    tango = sum(k for (low, high), k in zip(intervals, times, strict=True) if not low <= 0.0 <= high)
    lowest = binomial_band(0.8, SETS)[0]
    assert mid_p >= lowest and tango >= lowest, (n, mid_p / SETS, tango / SETS)
    if n > 300:  # few items come in steps of power
        assert mid_p <= binomial_band(0.83, SETS)[1], (n, mid_p / SETS)


@pytest.mark.slow
@pytest.mark.parametrize(("error", "effect", "correlation"), POINTS)
def test_the_verb_sees_what_was_planned(error, effect, correlation):
    """The same through items and eb.infer, with the default method for two trained classifiers."""
    sets, n = 300, eb.design(effect=effect, error=error, correlation=correlation).n
    rng = np.random.default_rng(1)
    only_a, only_b, _ = shares(error, effect, correlation or 0.0)
    seen = 0
    for _ in range(sets):
        u = rng.random(n)
        a, b = (u < only_a).astype(float), ((u >= only_a) & (u < only_a + only_b)).astype(float)
        scores = eb.Scores.from_table({"i": np.arange(n), "a": a, "b": b}, item="i", loss=["a", "b"])
        seen += eb.infer(scores, model="a", versus="b").pvalue < 0.05
    print(error, effect, correlation, n, seen / sets)
    assert seen >= binomial_band(0.8, sets)[0]
