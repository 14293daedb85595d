"""Differences with a floor: width where nothing differs, the plain law where much does."""

from __future__ import annotations

from math import inf

import pytest

from errbar.core.floored import Floored, fading
from errbar.core.student import Student


def share(h):
    return h * (1 - h) / 50


def test_no_difference_seen_has_wilsons_width():
    """h^2 = z^2 h (1 - h) / n gives h = z^2 / (n + z^2), the end of Wilson's interval at no error."""
    low, high = Floored(0.0, 0.0, inf, share).interval(0.95, "two-sided")
    z2 = 1.959963984540054**2
    assert (low, high) == pytest.approx((-z2 / (50 + z2), z2 / (50 + z2)), abs=1e-9)
    assert Floored(0.0, 0.0, inf, share).test(0.0, "two-sided") == (0.0, 1.0)
    assert 0 < Floored(0.0, 0.0, inf, share).se < high


def test_the_observed_spread_rules_where_it_is_larger():
    law, plain = Floored(0.1, 0.2, 30, share), Student(0.1, 0.2, 30)
    assert law.interval(0.95, "two-sided") == pytest.approx(plain.interval(0.95, "two-sided"))
    assert law.test(0.0, "greater") == pytest.approx(plain.test(0.0, "greater"))


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("observed", [0.0, 0.03, 0.1])
def test_interval_and_test_agree(alternative, observed):
    law = Floored(0.2, observed, 12, share)
    for level in (0.3, 0.9, 0.99):
        for edge in law.interval(level, alternative):
            if -1 < edge < 1:
                assert law.test(edge, alternative)[1] == pytest.approx(1 - level, abs=1e-6)


def test_never_outside_the_possible():
    assert Floored(0.9, 0.5, inf, share).interval(0.99, "two-sided")[1] == 1.0
    assert (fading(0), fading(20)) == (1.0, 0.5)
