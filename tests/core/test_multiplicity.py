"""Adjusted p-values: the specification's numbers, statsmodels, and mistakes that others made."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errbar.core.multiplicity import CORRECTIONS, adjusted, family_level, in_step, interval_level
from errbar.errors import InputError, UnknownNameError

P = [0.01, 0.04, 0.03, 0.005]
pvalues = st.lists(st.floats(0, 1), min_size=1, max_size=40)


def test_numbers_of_the_specification():
    assert adjusted(P, "holm") == pytest.approx([0.03, 0.06, 0.06, 0.02], abs=1e-15)
    assert adjusted(P, "simes-hochberg") == pytest.approx([0.03, 0.04, 0.04, 0.02], abs=1e-15)


@pytest.mark.slow  # six seconds of imports
@pytest.mark.parametrize("correction", [name for name in CORRECTIONS if name != "none"])
def test_same_as_statsmodels(correction):
    from statsmodels.stats.multitest import multipletests

    rng = np.random.default_rng(0)
    for m, power in ((1, 1), (2, 1), (5, 3), (40, 1), (40, 4)):
        p = np.round(rng.random(m) ** power, 2)  # with ties, zeros and ones
        assert adjusted(p, correction) == pytest.approx(multipletests(p, method=correction)[1], rel=1e-12)


@pytest.mark.parametrize("correction", CORRECTIONS)
@settings(max_examples=25)
@given(p=pvalues, seed=st.integers(0, 2**32))
def test_the_order_of_the_list_does_not_matter(correction, p, seed):
    order = np.random.default_rng(seed).permutation(len(p))
    assert (adjusted(np.array(p)[order], correction) == adjusted(p, correction)[order]).all()


def test_an_unordered_list_is_not_taken_for_an_ordered_one():
    """Step-down over the list as it stands would give 0.04 to the first and pass 0.03 on to the smallest."""
    assert adjusted([0.04, 0.01], "holm") == pytest.approx([0.04, 0.02])


def test_holm_steps_down():
    """aeon's "holm" is one constant bar, alpha/(m-1): it keeps 0.03 of (0.01, 0.015, 0.03) as not shown."""
    p = np.array([0.01, 0.015, 0.03])
    assert (adjusted(p, "holm") < 0.05).all()
    assert not (p < 0.05 / 2).all()


def test_family_level_does_not_fade_with_the_number_of_tests():
    """deepsig raised 0.95 to c + (1 - c)/m = 0.955 for ten comparisons; it should be 0.995."""
    assert family_level(0.95, 10) == pytest.approx(0.995, abs=1e-15)
    levels = [family_level(0.95, m) for m in range(1, 50)]
    assert levels[0] == pytest.approx(0.95) and all(a < b for a, b in pairwise(levels))


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_bounds(correction):
    p = np.linspace(0, 1, 11)
    out = adjusted(p, correction)
    assert (out >= p).all() and out.max() <= 1 and out[0] == 0
    assert adjusted([], correction).size == 0


def test_bad_input_is_refused():
    with pytest.raises(UnknownNameError, match="Did you mean 'simes-hochberg'"):
        adjusted(P, "hochberg")
    with pytest.raises(InputError, match="between 0 and 1"):
        adjusted([0.1, 1.2])
    with pytest.raises(InputError, match="finite"):
        adjusted([0.1, float("nan")])
    with pytest.raises(InputError, match="list of numbers"):
        adjusted([[0.1]])


@settings(max_examples=60)
@given(st.lists(st.floats(1e-6, 1), min_size=1, max_size=12), st.sampled_from(sorted(CORRECTIONS)), st.integers(0, 99))
def test_intervals_are_in_step_with_the_tests(p, correction, seed):
    """z-tests with these p-values: without the steps of Holm and Hochberg the level alone does it."""
    from scipy.special import ndtri

    p = np.array(p)
    z = np.where(np.random.default_rng(seed).random(p.size) < 0.5, 1, -1) * -ndtri(p / 2)
    differs = adjusted(p, correction) < 0.05
    half = -ndtri((1 - interval_level(p, correction, 0.95)) / 2)
    low, high = z - half, z + half
    if correction in ("none", "bonferroni", "fdr_bh"):
        margin = np.abs(np.abs(z) - half) > 1e-9
        assert ((np.abs(z) > half) == differs)[margin].all()
    assert not ((np.abs(z) > half + 1e-9) & ~differs).any()
    shown_low, shown_high = in_step(low, high, z, differs)
    assert ((shown_low >= 0) | (shown_high <= 0))[differs].all()
    assert ((shown_low <= 0) & (shown_high >= 0))[~differs].all()
    moved = (shown_low != low) | (shown_high != high)
    assert correction in ("holm", "simes-hochberg") or (np.allclose(shown_low, low) and np.allclose(shown_high, high))
    assert not (moved & ~differs & (np.abs(np.abs(z) - half) > 1e-9)).any()
