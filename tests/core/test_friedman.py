"""Friedman and what hangs on average ranks: Demsar's table to its printed digits, SciPy, degenerate tables."""

from math import factorial, inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from tests.ranking.demsar import TABLE

from errbar.core.friedman import (
    bonferroni_dunn_difference,
    friedman,
    nemenyi_difference,
    nemenyi_pvalues,
    normal_pvalues,
    ranked,
)
from errbar.core.multiplicity import adjusted
from errbar.core.normal_range import range_quantile, range_sf

tables = arrays(float, st.tuples(st.integers(2, 12), st.integers(3, 6)), elements=st.integers(0, 5).map(float))


def test_demsars_table():
    test = friedman(ranked(TABLE, greater_is_better=True))
    assert test.mean_ranks == pytest.approx([3.142857, 2, 2.892857, 1.964286], abs=5e-7)
    assert test.chi2 == pytest.approx(9.278571, abs=5e-7)
    assert (test.f, test.f_pvalue) == pytest.approx((3.686313, 0.019823), abs=5e-7)
    assert (test.chi2_tied, test.chi2_tied_pvalue) == pytest.approx((10.228346, 0.016722), abs=5e-7)
    assert nemenyi_difference(0.95, 4, 14) == pytest.approx(1.253559, abs=5e-7)
    assert bonferroni_dunn_difference(0.95, 4, 14) == pytest.approx(1.168143, abs=5e-7)
    z = (test.mean_ranks[0] - test.mean_ranks[1:]) / test.rank_se
    assert z == pytest.approx([2.342160, 0.512348, 2.415353], abs=5e-7)
    p = normal_pvalues(z)
    assert p == pytest.approx([0.019172, 0.608408, 0.015720], abs=5e-7)
    assert adjusted(p, "holm") == pytest.approx([0.047160, 0.608408, 0.047160], abs=5e-7)
    assert adjusted(p, "simes-hochberg") == pytest.approx([0.038345, 0.608408, 0.038345], abs=5e-7)


@settings(max_examples=40)
@given(table=tables)
def test_same_as_scipy(table):
    ranks = ranked(table)
    assert (ranks == stats.rankdata(table, axis=1)).all()
    if (table == table[:, :1]).all():
        return
    ours, theirs = friedman(ranks), stats.friedmanchisquare(*table.T)
    assert ours.chi2_tied == pytest.approx(theirs.statistic, rel=1e-9, abs=1e-9)
    assert ours.chi2_tied_pvalue == pytest.approx(theirs.pvalue, rel=1e-9, abs=1e-12)


def test_direction():
    assert (ranked(TABLE, greater_is_better=True) == ranked(-TABLE)).all()


def test_perfect_agreement_has_the_probability_of_just_that():
    test = friedman(np.tile([1.0, 2.0, 3.0], (5, 1)))
    assert test.f == inf and test.f_pvalue == pytest.approx(factorial(3) ** -4, rel=1e-12)


def test_all_tied_shows_nothing():
    test = friedman(ranked(np.ones((4, 3))))
    assert (test.chi2, test.chi2_tied, test.f) == (0.0, 0.0, 0.0)
    assert test.f_pvalue == 1.0 and test.chi2_tied_pvalue == 1.0


@pytest.mark.parametrize("k", [2, 3, 4, 10, 50, 300])
def test_range_of_normals_is_the_studentized_range(k):
    law = stats.studentized_range(k, inf)
    for level in (0.9, 0.95, 0.99):
        assert range_quantile(level, k) == pytest.approx(law.ppf(level), rel=1e-7)
    q = np.array([0.5, 2.0, 4.0, 6.0])
    assert range_sf(q, k) == pytest.approx(law.sf(q), rel=1e-6, abs=1e-12)


def test_far_tail_of_the_range():
    """For two models the range is |z1 - z2|: a normal tail that must not drown in rounding."""
    q = np.array([0.0, 3.0, 10.0, 20.0])
    assert range_sf(q, 2) == pytest.approx(2 * stats.norm.sf(q / np.sqrt(2)), rel=1e-9)


def test_nemenyi_pvalue_is_at_the_level_at_the_critical_difference():
    k, n = 7, 20
    for level in (0.9, 0.95, 0.975, 0.99):  # any level, not only a printed table's
        z = nemenyi_difference(level, k, n) / np.sqrt(k * (k + 1) / (6 * n))
        assert nemenyi_pvalues(np.array([z]), k)[0] == pytest.approx(1 - level, rel=1e-9)
