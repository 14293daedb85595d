"""Clustered variances: the reference numbers, and items against sums."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errbar.core.clustered import ClusterSums

S = np.array([1, 1, 0, 1, 1, 0, 0, 0, 1, 0], dtype=float)
CLUSTERS = np.array([0, 0, 0, 1, 1, 2, 2, 2, 3, 3])


def test_reference_numbers():
    sums = ClusterSums.of_items(S, CLUSTERS)
    assert sums.mean == 0.5
    assert sums.n_clusters == 4
    for variance, se in ((sums.clt, 0.1666666667), (sums.miller, 0.1943650632), (sums.cr0, 0.1870828693)):
        assert sqrt(variance) == pytest.approx(se, abs=1e-9)
    assert sqrt(sums.cr1) == pytest.approx(0.2160246899, abs=1e-9)


def test_miller_is_the_sum_over_pairs_in_a_cluster():
    mean, n = S.mean(), S.size
    same = CLUSTERS[:, None] == CLUSTERS[None, :]
    products = np.outer(S - mean, S - mean)
    np.fill_diagonal(same, False)
    expected = ((S - mean) ** 2).sum() / (n * (n - 1)) + products[same].sum() / n**2
    assert ClusterSums.of_items(S, CLUSTERS).miller == pytest.approx(expected, rel=1e-12)


def test_single_items_as_clusters_give_the_independent_variance():
    sums = ClusterSums.of_items(S, np.arange(S.size))
    assert sums.cr1 == pytest.approx(sums.clt, rel=1e-12)
    assert sums.design_effect == pytest.approx(1.0, rel=1e-12)


def test_equal_items_have_exactly_no_variance():
    sums = ClusterSums.of_items(np.full(7, 0.1), np.array([0, 0, 1, 1, 2, 2, 2]))
    assert sums.clt == sums.cr0 == sums.cr1 == sums.miller == 0.0


@given(
    st.lists(st.tuples(st.integers(0, 5), st.floats(-1e3, 1e3)), min_size=3, max_size=40).filter(
        lambda rows: len({c for c, _ in rows}) > 1
    )
)
def test_sums_say_the_same_as_items(rows):
    codes = np.unique([c for c, _ in rows], return_inverse=True)[1]
    values = np.array([v for _, v in rows])
    items = ClusterSums.of_items(values, codes)
    sizes, sums = np.bincount(codes).astype(float), np.bincount(codes, weights=values)
    alone = ClusterSums.of_clusters(sizes, sums, items.squares)
    scale = 1e-9 * (1.0 + np.abs(values).max()) ** 2
    assert (alone.n, alone.n_clusters) == (items.n, items.n_clusters)
    for name in ("clt", "cr0", "cr1", "miller"):
        assert getattr(alone, name) == pytest.approx(getattr(items, name), rel=1e-9, abs=scale)


def test_agrees_with_statsmodels():
    sm = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 30, 400)
    values = rng.normal(size=400) + rng.normal(size=30)[codes]
    fit = sm.OLS(values, np.ones(400)).fit(
        cov_type="cluster", cov_kwds={"groups": codes, "df_correction": True, "use_correction": True}
    )
    # statsmodels' small-sample factor is G/(G-1) (n-1)/(n-k); with one constant the second part is 1
    assert sqrt(ClusterSums.of_items(values, codes).cr1) == pytest.approx(fit.bse[0], rel=1e-9)
