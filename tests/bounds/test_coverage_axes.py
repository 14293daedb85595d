"""Coverage curves: exact, with both sides of every jump."""

import numpy as np
import pytest

from errbar.bounds import coverage, plot_coverage
from errbar.bounds.coverage import coverage_with_jumps
from errbar.errors import ErrbarError


@pytest.mark.parametrize("name", ["clopper_pearson", "blaker"])
def test_exact_bounds_come_down_to_the_level_and_never_below(name):
    rates, held = coverage_with_jumps(name, 30, 0.05)
    assert 0.95 - 1e-12 <= held.min() < 0.952
    assert (np.diff(rates) > 0).all() and rates[-1] == 0.5


def test_a_curve_is_the_coverage():
    rates, held = coverage_with_jumps("normal", 15, 0.1, largest=0.3)
    for i in (0, len(rates) // 2, -1):
        assert held[i] == coverage("normal", 15, float(rates[i]), 0.1)


def test_one_line_for_each_bound_and_the_level():
    ax = plot_coverage(["wilson", "mid_p"], 12, 0.1)
    assert [line.get_label() for line in ax.lines[:2]] == ["wilson", "mid_p"]
    assert ax.lines[2].get_ydata()[0] == 0.9
    assert ax.get_ylabel() == "coverage, 90 % claimed"
    assert len({(line.get_color(), line.get_linestyle()) for line in ax.lines[:2]}) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((["wilsen"], 10), "Did you mean 'wilson'"),
        (([], 10), "at least one bound"),
        (("wilson", 0), "n must be at least 1"),
        (("wilson", 10, 1.5), "delta must lie strictly between 0 and 1"),
        (("wilson", 10**6), "at most 5,000"),
    ],
)
def test_refusals(arguments, words):
    with pytest.raises(ErrbarError, match=words):
        plot_coverage(*arguments)
    with pytest.raises(ErrbarError, match="largest"):
        plot_coverage("wilson", 10, largest=2.0)
