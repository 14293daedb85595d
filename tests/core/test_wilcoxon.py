"""Wilcoxon's signed rank of many pairs at once against SciPy, one pair at a time."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.ranking.demsar import TABLE

from errbar.core.wilcoxon import signed_rank


def scipys(d, **how):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return stats.wilcoxon(d, **how)


def test_demsars_table():
    test = signed_rank((TABLE[:, 1:] - TABLE[:, :1]).T)
    assert test.pvalue == pytest.approx([0.010757, 0.861262, 0.015874], abs=5e-7)
    assert test.n_used.tolist() == [12, 13, 13]  # zeros dropped


@pytest.mark.parametrize("n", [1, 2, 3, 6, 9, 14, 25, 50, 51, 80])
def test_same_as_scipy_with_and_without_ties_and_zeros(n):
    rng = np.random.default_rng(n)
    rows = [rng.normal(size=n), rng.integers(-4, 5, n) / 8, rng.integers(1, 4, n) / 8, np.round(rng.normal(size=n), 1)]
    rows = [row for row in rows if row.any()]
    together = signed_rank(np.stack(rows))
    for i, row in enumerate(rows):
        theirs = scipys(row)
        assert together.pvalue[i] == pytest.approx(theirs.pvalue, rel=1e-12)
        assert min(together.plus[i], together.minus[i]) == theirs.statistic


def test_up_to_thirteen_tied_differences_are_exact_over_all_signs():
    """SciPy's rule for so few; every one of the 2^n sign patterns is gone through here."""
    rng = np.random.default_rng(7)
    for n in (5, 12, 13):
        row = rng.integers(-3, 6, n).astype(float)
        ranks = stats.rankdata(np.abs(row[row != 0]))
        signs = (np.arange(2**ranks.size)[:, None] >> np.arange(ranks.size)) & 1
        sums = signs @ ranks
        seen = ranks[row[row != 0] > 0].sum()
        exact = min(1.0, 2 * min((sums <= seen).mean(), (sums >= seen).mean()))
        assert signed_rank(row[None]).pvalue[0] == pytest.approx(exact, rel=1e-12)


@settings(max_examples=20)
@given(d=st.lists(st.integers(-6, 6), min_size=14, max_size=30))
def test_same_as_scipy_on_heavy_ties(d):
    row = np.array(d, dtype=float)
    ours = signed_rank(row[None])
    if not row.any():
        assert ours.pvalue[0] == 1.0 and ours.n_used[0] == 0
        return
    assert ours.pvalue[0] == pytest.approx(scipys(row).pvalue, rel=1e-10)


@settings(max_examples=30)
@given(d=st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20))
def test_swapping_the_models_changes_only_the_sides(d):
    ours, swapped = signed_rank(np.array([d])), signed_rank(-np.array([d]))
    assert ours.pvalue == pytest.approx(swapped.pvalue, rel=1e-12)
    assert (ours.plus, ours.minus) == (swapped.minus, swapped.plus)


def test_asymptotic_law_by_name():
    d = np.random.default_rng(0).normal(0.3, 1, 20)
    ours = signed_rank(d[None], law="asymptotic").pvalue[0]
    assert ours == pytest.approx(scipys(d, method="asymptotic").pvalue, rel=1e-12)


def test_nothing_but_zeros():
    test = signed_rank(np.zeros((2, 60)))
    assert (test.pvalue == 1.0).all() and (test.n_used == 0).all()
