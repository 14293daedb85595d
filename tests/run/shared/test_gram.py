"""Statistics of columns, and what two classes are decided by."""

import numpy as np
import pytest

from errbar.run.shared.gram import SIDE_BY_SIDE, column_ends
from errbar.run.shared.guard import leading, winners


@pytest.mark.parametrize("n", [1, SIDE_BY_SIDE - 1, SIDE_BY_SIDE, 3 * SIDE_BY_SIDE, 3 * SIDE_BY_SIDE + 5])
@pytest.mark.parametrize("p", [1, 4])
@pytest.mark.parametrize("order", ["C", "F"])
def test_ends_of_columns_wherever_they_stand(n, p, order):
    X = np.asarray(np.random.default_rng(n).normal(size=(n, p)), order=order)
    low, high = column_ends(X)
    assert np.array_equal(low, X.min(axis=0))
    assert np.array_equal(high, X.max(axis=0))


def test_the_lead_of_the_second_class_decides_as_both_scores_do():
    rng = np.random.default_rng(0)
    x, linear, constants = rng.normal(size=(3, 50, 4)), rng.normal(size=(3, 4, 2)), rng.normal(size=(3, 2))
    constants[1, 0], linear[2], constants[2] = -np.inf, 1.0, 0.5  # a class that is missing, and two that are alike
    both = x @ linear + constants[:, np.newaxis]
    of_lead, of_lead_constants = leading(linear, constants)
    lead = x @ of_lead + of_lead_constants[:, np.newaxis]
    assert lead.shape == (3, 50, 1)
    rounding = np.full(3, 1e-14)
    (codes, close), (expected, expected_close) = winners(lead, rounding), winners(both, rounding)
    assert np.array_equal(codes[:2], expected[:2])
    assert close.tolist() == expected_close.tolist() == [False, False, True]


def test_three_classes_are_left_as_they_are():
    weights = np.ones((2, 4, 3))
    assert leading(weights)[0] is weights
