"""The two forms of the leave-out identity against refitting, and blocks that cannot be left out."""

import numpy as np
import pytest

from errbar.core.leave_out import leave_out_residuals


def basis_of(X):
    return X @ np.linalg.inv(np.linalg.cholesky(X.T @ X)).T


@pytest.mark.parametrize("m", [1, 2, 5, 6, 7, 12])
def test_both_forms_equal_refitting(m):
    rng = np.random.default_rng(m)
    X, y = rng.standard_normal((40, 6)), rng.standard_normal(40)
    basis = basis_of(X)
    residuals = y - basis @ (basis.T @ y)
    tests = np.stack([rng.choice(40, m, replace=False) for _ in range(8)])
    found, magnified = leave_out_residuals(basis[tests], residuals[tests])
    for held, ours, factor in zip(tests, found, magnified, strict=True):
        train = np.setdiff1d(np.arange(40), held)
        w = np.linalg.lstsq(X[train], y[train], rcond=None)[0]
        np.testing.assert_allclose(ours, y[held] - X[held] @ w, rtol=1e-11, atol=1e-12)
        assert 1 <= factor < 100


@pytest.mark.parametrize("m", [1, 2, 5])
def test_a_block_the_fit_depends_on_cannot_be_left_out(m):
    X = np.random.default_rng(0).standard_normal((20, 3))
    X[:, 2] = 0
    X[:m, 2] = 1 + np.arange(m)  # only these rows know anything about the third input
    basis = basis_of(X)
    tests = np.stack((np.arange(m), np.arange(10, 10 + m)))
    _, magnified = leave_out_residuals(basis[tests], np.ones((2, m)))
    assert magnified[0] > 1e12 and magnified[1] < 100


def test_a_singular_block_does_not_spoil_its_company():
    basis = np.zeros((2, 1, 2))
    basis[0, 0, 0] = 1.0
    found, magnified = leave_out_residuals(basis, np.ones((2, 1)))
    assert magnified.tolist() == [np.inf, 1.0] and found[1] == 1.0
