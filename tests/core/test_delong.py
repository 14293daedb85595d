"""DeLong and cross-validated AUC: reference numbers, and the definition written out."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errbar.core.delong import Logit, auc_components, auc_covariance, cv_auc, cv_auc_se
from errbar.core.student import Student

Y = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0, 0], dtype=bool)
A = np.array([0.9, 0.8, 0.7, 0.4, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1])
B = np.array([0.8, 0.9, 0.5, 0.3, 0.7, 0.6, 0.2, 0.4, 0.1, 0.3])


def test_reference_numbers():
    areas, cov = auc_covariance(np.stack([A, B]), Y)
    assert areas == pytest.approx([0.8958333333, 0.7708333333], abs=1e-9)
    assert np.sqrt(np.diag(cov)) == pytest.approx([0.1156203077, 0.1699332658], abs=1e-9)
    assert cov[0, 1] == pytest.approx(0.0158564815, abs=1e-9)
    se = sqrt(cov[0, 0] + cov[1, 1] - 2 * cov[0, 1])
    z, p = Student(areas[0] - areas[1], se, inf).test(0.0, "two-sided")
    assert z == pytest.approx(1.2179969144, abs=1e-9)
    assert p == pytest.approx(0.2232251453, abs=1e-9)
    low, high = Logit(areas[0], sqrt(cov[0, 0])).interval(0.95, "two-sided")
    assert (low, high) == pytest.approx((0.431270, 0.989851), abs=5e-7)


def test_cv_auc_reference_numbers():
    scores = np.array([0.9, 0.7, 0.4, 0.6, 0.3, 0.2, 0.8, 0.35, 0.55, 0.5, 0.45, 0.1])
    y = np.array([1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0], dtype=bool)
    folds = np.repeat([0, 1], 6)
    assert auc_components(scores[:6], y[:6])[0].mean() == pytest.approx(0.8888888889, abs=1e-9)
    assert auc_components(scores[6:], y[6:])[0].mean() == pytest.approx(0.625, abs=1e-9)
    area, values = cv_auc(scores, y, folds)
    assert area == pytest.approx(0.7569444444, abs=1e-9)
    assert cv_auc_se(values, folds) == pytest.approx(0.1398256392, abs=1e-9)


@given(
    st.lists(st.integers(0, 4), min_size=2, max_size=12),
    st.lists(st.integers(0, 4), min_size=2, max_size=12),
)
def test_components_are_the_means_of_psi(x, y):
    psi = np.sign(np.subtract.outer(np.array(x), np.array(y))) / 2 + 0.5
    scores = np.array(x + y, dtype=float)
    positive = np.arange(scores.size) < len(x)
    above, below = auc_components(scores, positive)
    assert above == pytest.approx(psi.mean(axis=1), abs=1e-12)
    assert below == pytest.approx(psi.mean(axis=0), abs=1e-12)


def test_area_agrees_with_scikit_learn():
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(1)
    y, s = rng.random(300) < 0.3, np.round(rng.normal(size=300), 1)
    assert auc_components(s, y)[0].mean() == pytest.approx(roc_auc_score(y, s), abs=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_logit_interval_and_test_agree(alternative):
    law = Logit(0.8, 0.05)
    low, high = law.interval(0.9, alternative)
    for edge in (low, high):
        if 0 < edge < 1:
            assert law.test(edge, alternative)[1] == pytest.approx(0.1, abs=1e-9)
    assert 0.0 <= low <= 0.8 <= high <= 1.0


def test_perfect_ranking_has_a_defined_interval():
    assert Logit(1.0, 0.0).interval(0.95, "two-sided") == (1.0, 1.0)
    assert Logit(1.0, 0.0).test(0.5, "greater") == (inf, 0.0)
