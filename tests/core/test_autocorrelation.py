"""Lag-one correlation: the textbook sum, and how rarely independent rows look related."""

from itertools import pairwise

import numpy as np

from errbar.core.autocorrelation import lag_one, noticeable


def test_it_is_the_textbook_sum():
    columns = np.random.default_rng(0).normal(size=(50, 3)).cumsum(axis=0)
    for column, found in zip(columns.T, lag_one(columns), strict=True):
        centred = [value - column.mean() for value in column]
        expected = sum(a * b for a, b in pairwise(centred)) / sum(a * a for a in centred)
        assert abs(found - expected) < 1e-12
    assert lag_one(np.array([[2.0], [2.0], [2.0]])) == 0


def test_independent_rows_are_hardly_ever_noticed():
    rng = np.random.default_rng(0)
    found = np.abs(lag_one(rng.normal(size=(400, 5000))))
    assert (found > noticeable(400)).sum() <= 3  # four standard errors: 6 in 100,000
