"""clustered_wilson: Wilson's numbers, honest ends, and never narrower than independent items would be."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

import errbar as eb
from errbar.core.score_interval import ScoreShare
from errbar.draws import TestSet


def grouped(losses, groups):
    table = {"i": np.arange(len(losses)), "g": groups, "m": losses}
    return eb.Scores.from_table(table, item="i", loss="m", group="g")


def test_wilson_reference_numbers():
    low, high = ScoreShare(0.9, 20, inf, 0.0).interval(0.95, "two-sided")
    assert (low, high) == pytest.approx((0.6989663548, 0.9721335188), abs=1e-9)
    assert ScoreShare(0.0, 30, inf, 0.0).interval(0.95, "two-sided") == (0.0, pytest.approx(0.1135133932, abs=1e-9))


def test_standard_error_is_cr1():
    s, g = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0], [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]
    result = eb.infer(grouped(s, g), method="clustered_wilson")
    assert result.se == pytest.approx(0.2160246899, abs=1e-9)
    assert result.details["effective_items"] == pytest.approx(0.25 / 0.2160246899**2, abs=1e-6)
    assert 0.0 <= result.low < 0.5 < result.high <= 1.0


def test_it_is_the_default_for_right_and_wrong_in_groups():
    rng = np.random.default_rng(0)
    assert eb.infer(grouped((rng.random(80) < 0.2).astype(int), np.arange(80) // 4)).method == "clustered_wilson"


@pytest.mark.parametrize("value", [0, 1])
def test_no_error_at_all_is_not_certainty(value):
    result = eb.infer(grouped([value] * 40, np.arange(40) // 4), method="clustered_wilson")
    assert result.high - result.low > 0.3  # ten groups that may each be all alike
    assert (result.low == 0.0) if value == 0 else (result.high == 1.0)


def test_never_narrower_than_independent_items():
    """Groups that balance each other by chance do not shrink the interval."""
    result = eb.infer(grouped([0, 1] * 20, np.arange(40) // 2), method="clustered_wilson")
    plain = ScoreShare(0.5, 40, 19, 0.0).interval(0.95, "two-sided")
    assert (result.low, result.high) == pytest.approx(plain)


def test_covers_at_a_small_rate():
    rng, hit = np.random.default_rng(4), 0
    groups = np.repeat(np.arange(60), 5)
    plan = eb.Plan("test_set", 300, (TestSet(300),), groups)
    for _ in range(300):
        losses = (rng.random((1, 300)) < rng.beta(0.5, 9.5, size=60)[groups]).astype(float)
        result = eb.infer(
            eb.Scores(plan, ("m",), losses.mean(axis=1, keepdims=True), losses), method="clustered_wilson"
        )
        hit += result.low <= 0.05 <= result.high
    assert hit >= 270  # the 1e-3 quantile of 300 draws at 0.95 is 271
