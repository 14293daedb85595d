"""What bounds.md proves about the bounds among themselves, on random counts, sizes and levels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errbar import bounds

ONE_SIDED = [name for name, record in bounds.BOUNDS.items() if record.sided != "both only"]
RIGOROUS = [name for name in ONE_SIDED if bounds.BOUNDS[name].rigorous]
FROM_MEAN = [name for name in RIGOROUS if bounds.BOUNDS[name].reads == "mean"]
COUNTS = {name for name, record in bounds.BOUNDS.items() if record.reads in ("errors", "proportion")}
ROUNDING = 1e-12

sizes = st.one_of(st.integers(1, 60), st.integers(61, 3000), st.integers(3001, 10**6))
levels = st.one_of(st.floats(1e-3, 0.999), st.floats(-290.0, -3.0).map(lambda e: 10.0**e))


@st.composite
def counts(draw):
    n = draw(sizes)
    return draw(st.integers(0, n)), n


def upper(name, mean, n, delta, **how):
    return float(getattr(bounds, name)(mean, n, delta, **how))


@given(counts(), levels)
def test_nothing_rigorous_beats_clopper_pearson_on_errors(count, delta):
    k, n = count
    best = upper("clopper_pearson", k / n, n, delta)
    for name in RIGOROUS:
        assert upper(name, k / n, n, delta) >= best * (1 - ROUNDING), name


@given(st.floats(0.0, 1.0), sizes, levels)
def test_nothing_from_the_mean_alone_beats_bentkus(x, n, delta):
    best = upper("bentkus", x, n, delta)
    for name in FROM_MEAN:
        assert upper(name, x, n, delta) >= best * (1 - ROUNDING), name


@pytest.mark.parametrize(
    ("tighter", "looser"),
    [
        ("hoeffding_kl", "hoeffding"),
        ("hoeffding_kl", "chernoff_tight"),
        ("chernoff_tight", "chernoff"),
        ("hoeffding_kl", "bernstein"),
        ("cantelli", "chebyshev"),
        ("guttman_sharp", "guttman"),
        ("maurer_pontil_sharp", "maurer_pontil"),
    ],
)
@given(x=st.floats(0.0, 1.0), n=sizes, delta=levels)
@settings(max_examples=50)
def test_pairs(tighter, looser, x, n, delta):
    assert upper(tighter, x, n, delta) <= upper(looser, x, n, delta) * (1 + ROUNDING)


def test_relative_entropy_does_not_beat_cantelli_everywhere():
    assert upper("cantelli", 0.4, 100, 0.5) < upper("hoeffding_kl", 0.4, 100, 0.5)
    assert upper("chebyshev", 9 / 10, 10, 0.05) < upper("hoeffding_kl", 9 / 10, 10, 0.05)


@pytest.mark.parametrize("name", [name for name in ONE_SIDED if name != "chernoff"])
@given(count=counts(), delta=levels)
@settings(max_examples=60)
def test_the_lower_limit_is_the_mirrored_upper_one(name, count, delta):
    k, n = count
    lower = upper(name, k / n, n, delta, side="lower")
    assert lower == pytest.approx(1 - upper(name, (n - k) / n, n, delta), abs=1e-12)


def test_chernoff_has_a_lower_limit_of_its_own():
    e = np.log(20)
    assert upper("chernoff", 0.3, 200, 0.05, side="lower") == pytest.approx(0.3 - np.sqrt(2 * 0.3 * e / 200), rel=1e-14)
    assert upper("chernoff", 0.3, 200, 0.05, side="lower") > 1 - upper("chernoff", 0.7, 200, 0.05)


@pytest.mark.parametrize("name", ONE_SIDED)
@given(count=counts(), delta=levels, factor=st.floats(1e-6, 0.999))
@settings(max_examples=60)
def test_a_smaller_delta_reaches_further(name, count, delta, factor):
    k, n = count
    assert upper(name, k / n, n, delta * factor) >= upper(name, k / n, n, delta) * (1 - ROUNDING)
    wide = getattr(bounds, name)(k / n, n, delta * factor, side="two-sided")
    slim = getattr(bounds, name)(k / n, n, delta, side="two-sided")
    assert wide[0] <= slim[0] * (1 + ROUNDING) + 1e-15 and slim[1] <= wide[1] * (1 + ROUNDING)


@given(count=counts(), delta=levels, factor=st.floats(1e-6, 0.999))
@settings(max_examples=15)
def test_blaker_is_nested_too_and_inside_clopper_pearson(count, delta, factor):
    k, n = count
    wide, slim = (bounds.blaker(k / n, n, level, side="two-sided") for level in (delta * factor, delta))
    assert wide[0] <= slim[0] * (1 + ROUNDING) and slim[1] <= wide[1] * (1 + ROUNDING)
    outer = bounds.clopper_pearson(k / n, n, delta, side="two-sided")
    assert outer[0] <= slim[0] * (1 + ROUNDING) and slim[1] <= outer[1] * (1 + ROUNDING)


@pytest.mark.parametrize("name", [*ONE_SIDED, "blaker"])
@pytest.mark.parametrize("n", [1, 2, 9, 64, 333])
@pytest.mark.parametrize("delta", [1e-9, 0.05, 0.4, 0.9])
def test_more_errors_never_lower_the_limit(name, n, delta):
    k = np.arange(n + 1)
    side = "two-sided" if name == "blaker" else "upper"
    limits = np.atleast_2d(getattr(bounds, name)(k / n, n, delta, side=side))
    assert np.all(np.diff(limits, axis=1) >= -ROUNDING)


@pytest.mark.parametrize("name", ONE_SIDED)
@pytest.mark.parametrize("k", [0, 1, 7, 40])
@pytest.mark.parametrize("delta", [1e-9, 0.05, 0.4, 0.9])
def test_more_examples_with_the_same_errors_never_raise_the_limit(name, k, delta):
    n = np.arange(max(k, 1), 400)
    limits = getattr(bounds, name)(k / n, n, delta, side="two-sided")[1]
    assert np.all(np.diff(limits) <= ROUNDING)


def test_blaker_alone_is_not_monotone_in_n():
    """A known flaw of the interval itself: the 14th example without an error raises the limit from 0.2251 to 0.2309."""
    limits = bounds.blaker(0.0, [13, 14], 0.05, side="two-sided")[1]
    np.testing.assert_allclose(limits, [0.2251, 0.2309], atol=5e-5)


@pytest.mark.parametrize("name", [*ONE_SIDED, "blaker"])
def test_arguments_broadcast_and_two_sided_limits_stand_first(name):
    bound = getattr(bounds, name)
    mean, n, delta = (
        np.array([0.0, 0.5, 1.0])[:, None, None],
        np.array([2, 10])[:, None],
        np.array([0.01, 0.05, 0.3, 0.9]),
    )
    both = bound(mean, n, delta, side="two-sided")
    assert both.shape == (2, 3, 2, 4) and np.all((both >= 0) & (both <= 1))
    assert float(both[1, 1, 1, 1]) == float(bound(0.5, 10, 0.05, side="two-sided")[1])
    assert isinstance(bound(0.5, 10, 0.05, side="two-sided"), np.ndarray)
    if name != "blaker":
        assert bound(0.5, 10, 0.05).shape == ()
        each = 0.05 if bounds.BOUNDS[name].sided == "two" else 0.025
        low, high = bound(0.5, 10, 0.05, side="two-sided")
        assert low == bound(0.5, 10, each, side="lower") and high == bound(0.5, 10, each)


def test_empty_arrays_stay_empty():
    assert bounds.clopper_pearson(np.empty(0), 10, 0.05).shape == (0,)
    assert bounds.bentkus(np.empty((0, 3)), 10, 0.05, side="two-sided").shape == (2, 0, 3)
