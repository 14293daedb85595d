"""Bracketed roots: no curvature, kink or flat stretch makes them leave or miss."""

import numpy as np
import pytest

from errbar.core.blocks import BLOCK, in_blocks
from errbar.core.bracket import bracketed_newton, bracketed_root


def test_many_equations_of_different_curvature_at_once():
    power = np.array([0.2, 1.0, 3.0, 25.0])

    def equation(r, lanes):
        return r ** power[lanes] - 0.3, power[lanes] * r ** (power[lanes] - 1)

    roots = bracketed_newton(equation, np.full(4, 1e-12), np.ones(4), np.full(4, 0.999))
    np.testing.assert_allclose(roots, 0.3 ** (1 / power), rtol=1e-14)


def test_a_start_where_newton_would_fly_off():
    def arctangent(m):
        return float(np.arctan(300 * (m - 0.2))), float(300 / (1 + 9e4 * (m - 0.2) ** 2))

    assert bracketed_root(arctangent, 0.999) == pytest.approx(0.2, abs=1e-14)


def test_a_kink_and_a_flat_stretch():
    def hinge(m):
        return (5 * (m - 0.6), 5.0) if m > 0.55 else (-0.25, 0.0)

    assert bracketed_root(hinge, 0.1) == pytest.approx(0.6, abs=1e-14)


@pytest.mark.parametrize("size", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5])
def test_blocks_cover_every_length(size):
    x = np.arange(float(size))
    np.testing.assert_array_equal(in_blocks(np.multiply, x, np.array(2.0)), 2 * x)


def test_blocks_broadcast_like_numpy():
    rows, columns = np.arange(200.0)[:, None], np.arange(90.0)
    np.testing.assert_array_equal(in_blocks(np.subtract, rows, columns), rows - columns)
    assert in_blocks(np.add, np.array(1.0), np.array(2.0)).shape == ()
