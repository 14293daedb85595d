"""Many Student laws at once say what one at a time says."""

import numpy as np
import pytest

from errbar.core.student import Student
from errbar.core.students import Students

VALUES = np.concatenate([np.random.default_rng(0).normal(size=(6, 8)), np.zeros((1, 8)), np.full((1, 8), 0.3)])


def test_same_as_one_at_a_time():
    law = Students.of_splits(VALUES, 0.2 - 1 / 8)
    low, high = law.interval(0.9)
    statistic, pvalue = law.test()
    for i, row in enumerate(VALUES):
        variance = 0.0 if (row == row[0]).all() else row.var(ddof=1)
        one = Student(float(row.mean()) if variance else float(row[0]), float(np.sqrt(0.2 * variance)), 7)
        assert (low[i], high[i]) == pytest.approx(one.interval(0.9, "two-sided"), rel=1e-13)
        t, p = one.test(0.0, "two-sided")
        assert (statistic[i], pvalue[i]) == pytest.approx((t, p if variance else 1.0), rel=1e-12)


def test_no_spread_tests_nothing():
    law = Students.of_splits(VALUES[-2:], 0.2)
    assert law.se.tolist() == [0.0, 0.0]
    assert law.test()[1].tolist() == [1.0, 1.0]


def test_blocks_joined_and_one_series_say_the_same_to_the_last_bit():
    first, second = np.triu_indices(8, 1)
    differences = VALUES[first] - VALUES[second]
    whole = Students.of_splits(differences, 0.2)
    parts = Students.joined(Students.of_splits(differences[i : i + 3], 0.2) for i in range(0, len(differences), 3))
    assert (parts.estimate == whole.estimate).all() and (parts.se == whole.se).all() and parts.df == whole.df
    for i, row in enumerate(differences):
        one = Students.of_splits(row, 0.2).one
        assert (one.estimate, one.se, one.df) == (whole.estimate[i], whole.se[i], whole.df)
