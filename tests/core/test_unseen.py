"""Items that are all alike: the rule of three and its p-values."""

from __future__ import annotations

from math import inf

import pytest

from errbar.core.unseen import Unseen


@pytest.mark.parametrize("k", [1, 5, 100])
def test_no_error_among_k(k):
    low, high = Unseen(0.0, (0.0, 1.0), k).interval(0.95, "less")
    assert (low, high) == (0.0, pytest.approx(1 - 0.05 ** (1 / k)))
    assert Unseen(0.0, (0.0, 1.0), k).test(high, "less")[1] == pytest.approx(0.05)
    assert Unseen(0.0, (0.0, 1.0), k).test(high, "greater")[1] == 1.0


def test_both_ways_from_the_middle():
    law = Unseen(0.0, (-1.0, 1.0), 5)
    low, high = law.interval(0.95, "two-sided")
    assert -low == pytest.approx(high) and high == pytest.approx(1 - 0.025 ** (1 / 5))
    assert law.test(0.0, "two-sided")[1] == 1.0
    assert law.test(low, "two-sided")[1] == pytest.approx(0.05)
    assert law.test(-1.0, "two-sided")[1] == 0.0


def test_an_unknown_range_has_no_limit():
    law = Unseen(3.0, (-inf, inf), 10)
    assert law.interval(0.95, "two-sided") == (-inf, inf)
    assert law.test(1000.0, "two-sided")[1] == 1.0
