"""The score interval for areas: Newcombe's variance, the ends, order, and agreement of interval and test."""

from __future__ import annotations

from itertools import pairwise
from math import inf, sqrt

import numpy as np
import pytest

from errbar.core.score_area import ScoreArea, area_variance

SIZES = [(10, 50)]


def test_newcombes_variance_by_hand():
    """A = .8, m = 2, n = 4: .16/8 (1 + 2 (.2/1.2 + .8/1.8))."""
    assert area_variance(0.8, [(2, 4)]) == pytest.approx(0.02 * (1 + 2 * (1 / 6 + 4 / 9)), rel=1e-12)
    assert area_variance(0.8, [(2, 4)] * 3) == pytest.approx(area_variance(0.8, [(2, 4)]) / 3, rel=1e-12)
    assert area_variance(1.0, SIZES) == area_variance(0.0, SIZES) == 0.0


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("estimate", [0.0, 0.3, 0.9, 1.0])
def test_interval_and_test_agree(alternative, estimate):
    law = ScoreArea(estimate, 0.05, 9, SIZES, 4)
    for level in (0.3, 0.9, 0.99):
        for edge in law.interval(level, alternative):
            if 0 < edge < 1:
                assert law.test(edge, alternative)[1] == pytest.approx(1 - level, abs=1e-6)


def test_perfect_rankings_have_width_that_shrinks_with_items():
    lows = [ScoreArea(1.0, 0.0, k - 1, [(k, 10 * k)], 0).interval(0.95, "two-sided")[0] for k in (2, 5, 20, 100, 1000)]
    assert all(a < b for a, b in pairwise(lows)) and lows[0] > 0 and 0.99 < lows[-1] < 1
    low, high = ScoreArea(0.0, 0.0, 19, [(20, 200)], 0).interval(0.95, "two-sided")
    assert (low, high) == (0.0, pytest.approx(1 - lows[2], abs=1e-12))


def test_limits_rise_with_the_estimate():
    grid = np.linspace(0, 1, 101)
    ends = [ScoreArea(a, 0.0, 9, SIZES, 0).interval(0.95, "two-sided") for a in grid]
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(ends))
    assert all(0 <= low <= a <= high <= 1 for a, (low, high) in zip(grid, ends, strict=True))


def test_much_disorder_is_believed_and_little_is_not():
    """A hundredth of the expected variance: from a thousand items it counts, from one it does not."""
    se = sqrt(area_variance(0.9, SIZES)) / 10
    wide, narrow, plain = (ScoreArea(0.9, se, inf, SIZES, d).interval(0.95, "two-sided") for d in (1, 10**6, 0))
    assert narrow[1] - narrow[0] < 0.15 * (plain[1] - plain[0]) < 0.2 * (wide[1] - wide[0])
    large = ScoreArea(0.9, 20 * se, inf, SIZES, 1).interval(0.95, "two-sided")
    assert large[1] - large[0] > 1.3 * (plain[1] - plain[0])
