"""Many Student laws at once say what one at a time says."""

import numpy as np
import pytest

from errbar.core.student import Student
from errbar.core.students import Students

VALUES = np.concatenate([np.random.default_rng(0).normal(size=(6, 8)), np.zeros((1, 8)), np.full((1, 8), 0.3)])


def test_same_as_one_at_a_time():
    law = Students.of_splits(VALUES, 0.2)
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


def test_differences_in_blocks(monkeypatch):
    first, second = np.triu_indices(8, 1)
    whole = Students.of_splits(VALUES[first] - VALUES[second], 0.2)
    monkeypatch.setattr("errbar.core.students._CELLS", 24)
    parts = Students.of_differences(VALUES, first, second, 0.2)
    assert (parts.estimate == whole.estimate).all() and (parts.se == whole.se).all() and parts.df == whole.df
