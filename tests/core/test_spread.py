"""Location and dispersion: hand-checked numbers, along the last axis, and the noise of the splits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from errbar.core.spread import DISPERSION, LOCATION, MEASURES, noise

samples = arrays(np.float64, st.integers(2, 40), elements=st.floats(-1e3, 1e3, width=32))


def test_numbers_checked_by_hand():
    values = np.array([1.0, 2.0, 3.0, 4.0, 10.0])
    expected = {"average": 4.0, "trimmed_average": 3.0, "median": 3.0, "std": 12.5**0.5, "mad": 1.0, "iqr": 2.0}
    assert {name: float(measure(values)) for name, measure in MEASURES.items()} == pytest.approx(expected)


def test_the_trimmed_average_leaves_a_twentieth_out_at_each_end():
    values = np.arange(101.0)
    values[-1] = 1e6
    assert float(MEASURES["trimmed_average"](values)) == 50.0


@given(samples, st.floats(-100, 100), st.floats(0.01, 100))
def test_location_moves_with_the_values_and_dispersion_scales(values, shift, scale):
    size = 1e-9 * (1 + abs(shift) + scale * np.abs(values).max())
    for name, measure in MEASURES.items():
        moved = scale * float(measure(values)) + (shift if name in LOCATION else 0.0)
        # a value may round to the other side of the fractile it sits on
        if name != "trimmed_average":
            assert float(measure(scale * values + shift)) == pytest.approx(moved, abs=size, rel=1e-7)
        assert name in LOCATION or float(measure(values)) >= 0


def test_equal_values_have_no_spread():
    values = np.full(7, 0.1 + 0.2)
    assert all(float(measure(values)) == 0 for measure in DISPERSION.values())
    assert all(float(measure(values)) == values[0] for measure in LOCATION.values())


def test_every_measure_works_along_the_last_axis():
    values = np.random.default_rng(0).normal(size=(3, 4, 25))
    for measure in MEASURES.values():
        together = measure(values)
        assert together.shape == (3, 4)
        assert float(together[1, 2]) == pytest.approx(float(measure(values[1, 2])))


def test_noise_is_the_standard_error_given_the_data():
    values = np.random.default_rng(0).normal(size=2000)
    found = noise(values, 2**62, 0)
    assert found["average"] == pytest.approx(values.std() / 2000**0.5, rel=0.1)
    assert found["median"] == pytest.approx(1.2533 / 2000**0.5, rel=0.2)
    assert found["std"] == pytest.approx(1 / 4000**0.5, rel=0.2)
    assert noise(values, 2**62, 0) == found


def test_noise_vanishes_when_every_split_was_used():
    values = np.random.default_rng(0).normal(size=15)
    assert set(noise(values, 15, 0).values()) == {0.0}
    half = noise(values, 30, 0)
    assert half["average"] == pytest.approx(noise(values, 2**62, 0)["average"] * 0.5**0.5)
