"""Every method sees the splits it would have alone, and no split is fitted twice."""

import numpy as np
import pytest

import errbar as eb
from errbar.audits.pool import pool
from errbar.methods import METHODS
from errbar.plans import PLANS

NAMES = [name for name, method in METHODS.items() if method.plans[0] in PLANS]


@pytest.mark.parametrize("name", NAMES)
def test_a_method_keeps_its_own_plan(name):
    shared = pool(NAMES, None, 120, np.zeros(120), 7)
    alone = pool([name], None, 120, np.zeros(120), 7)
    assert shared.plans[name].fingerprint() == alone.plans[name].fingerprint()
    every = [split for part in shared.parts for split in part.walk()]
    for number, (train, test) in zip(shared.numbers[name], alone.plans[name], strict=True):
        assert np.array_equal(every[number][0], train) and np.array_equal(every[number][1], test)


def test_families_are_fitted_once_and_as_long_as_needed():
    shared = pool(["corrected_t", "resampled_t", "conservative_z", "five_by_two_t"], None, 300, np.zeros(300), 0)
    assert [len(part) for part in shared.parts] == [25, 300, 10]
    assert len(shared.plans["conservative_z"]) == 15 + 300
    assert shared.outside == (True, False, True)


def test_a_given_plan_goes_to_the_methods_that_read_it():
    shared = pool(["corrected_t", "cv_wald"], eb.plans.subsample(15, 0.2), 100, np.zeros(100), 0)
    assert len(shared.plans["corrected_t"]) == 15 and set(shared.plans["corrected_t"].n_test) == {20}
    assert len(shared.plans["cv_wald"]) == 10
