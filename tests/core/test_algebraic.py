"""FPE and its relatives: the matrix formulas as their sources print them, identities, and what they estimate."""

import numpy as np
import pytest

from errbar.core.algebraic import algebraic, fpe, fpe_of_log


@pytest.fixture
def data():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 5)) + 3
    return X, X @ rng.standard_normal(5) + rng.standard_normal(30)


def by_matrices(X, y, alpha, intercept):
    """gamma_1, gamma_2, gamma_3 and varest as in function fpe of NNSYSID, and the leverages."""
    n = len(y)
    Z = np.column_stack((np.ones(n), X)) if intercept else X
    D = np.diag([0.0] * intercept + [alpha] * X.shape[1])
    inverse = np.linalg.inv(Z.T @ Z + D)
    w = inverse @ Z.T @ y
    hat, R = Z @ inverse @ Z.T, Z.T @ Z
    residuals = y - Z @ w
    g1, g2, g3 = np.trace(hat @ hat), np.trace(hat), w @ D @ inverse @ R @ inverse @ D @ w / n
    training = (residuals**2).mean()
    noise = (n * training - n * g3) / (n + g1 - 2 * g2)
    return {
        "FPER": noise * (1 + g1 / n) + g3,
        "GPE": training + 2 * n * training / (n - g2) * g2 / n,
        "NIC": (residuals**2 * (1 + 2 * np.diag(hat))).mean(),
        "effective": g2,
        "training": training,
    }


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("alpha", [0.0, 0.3, 20.0])
def test_the_formulas_are_those_of_the_sources(data, alpha, intercept):
    found, expected = algebraic(*data, alpha=alpha, intercept=intercept), by_matrices(*data, alpha, intercept)
    assert found.n_effective == pytest.approx(expected["effective"])
    assert found.training_error == pytest.approx(expected["training"])
    assert found.n_params == 5 + intercept
    for name in ("FPER", "GPE"):
        assert found.estimates[name] == pytest.approx(expected[name])
    if alpha == 0:
        assert found.estimates["NIC"] == pytest.approx(expected["NIC"])


def test_without_a_penalty_fper_and_gpe_are_fpe(data):
    found = algebraic(*data)
    assert found.estimates["FPE"] == pytest.approx(found.training_error * 36 / 24)
    assert found.estimates["FPER"] == pytest.approx(found.estimates["FPE"])
    assert found.estimates["GPE"] == pytest.approx(found.estimates["FPE"])
    assert found.missing == {}


def test_what_is_not_defined_is_said(data):
    found = algebraic(*data, alpha=1.0)
    assert set(found.estimates) == {"FPER", "GPE", "GEN"}
    assert found.missing["FPE"] == found.missing["NIC"] == "defined without a penalty only"
    X, y = data
    full = algebraic(X[:6], y[:6])
    assert full.missing["FPE"] == full.missing["GPE"] == "as many parameters as examples"


def test_a_repeated_column_counts_once(data):
    X, y = data
    twice = algebraic(np.column_stack((X, X[:, 0])), y)
    assert twice.n_effective == pytest.approx(6) and twice.n_params == 6
    assert twice.estimates["FPE"] == pytest.approx(algebraic(X, y).estimates["FPE"])


def test_they_estimate_the_error():
    """Over 500 data sets the means of FPE, FPER, GPE and NIC are within 3 % of the mean error (n = 200, p = 10)."""
    rng = np.random.default_rng(0)
    true, ridge_true, found, ridge = [], [], [], []
    w0 = rng.standard_normal(10) / 3
    for _ in range(500):
        X = rng.standard_normal((200, 10))
        y = X @ w0 + rng.standard_normal(200)
        gram = X.T @ X
        w, shrunk = np.linalg.solve(gram, X.T @ y), np.linalg.solve(gram + 20 * np.eye(10), X.T @ y)
        true.append(1 + ((w - w0) ** 2).sum())
        ridge_true.append(1 + ((shrunk - w0) ** 2).sum())
        found.append(list(algebraic(X, y, intercept=False).estimates.values()))
        ridge.append(list(algebraic(X, y, alpha=20.0, intercept=False).estimates.values()))
    np.testing.assert_allclose(np.mean(found, axis=0) / np.mean(true), 1, atol=0.03)
    np.testing.assert_allclose(np.mean(ridge, axis=0) / np.mean(ridge_true), 1, atol=0.03)


def test_small_formulas():
    assert fpe(2.0, 30, 10) == 4.0
    s = 20 * 1.7 / 10
    assert fpe_of_log(1.7, 20, 10) == pytest.approx(np.log(1 + s) + s * 10 / ((1 + s) * 20))


def test_gen_is_nic_without_lags_and_a_sum_over_them_with(data):
    X, y = data
    assert algebraic(X, y, max_lag=0).estimates["GEN"] == pytest.approx(algebraic(X, y).estimates["NIC"])
    Z = np.column_stack((np.ones(30), X))
    for alpha in (0.0, 2.0):
        D = np.diag([0.0] + [alpha] * 5)
        inverse = np.linalg.inv(Z.T @ Z + D)
        e = y - Z @ inverse @ Z.T @ y
        z = Z * e[:, None]
        z = z - z.mean(axis=0)
        C = z.T @ z + sum((1 - t / 4) * (z[t:].T @ z[:-t] + z[:-t].T @ z[t:]) for t in (1, 2, 3))
        expected = (e**2).mean() + 2 * np.trace(C @ inverse) / 30
        assert algebraic(X, y, alpha=alpha, max_lag=3).estimates["GEN"] == pytest.approx(expected)


def test_gen_sees_what_an_incomplete_model_of_a_series_costs():
    """An input is missing and all are autocorrelated (0.8, N = 400): NIC and FPE see a quarter of E(G - S), GEN most."""
    rng = np.random.default_rng(0)
    gaps = []
    for _ in range(150):
        X = rng.standard_normal((400, 6))
        for k in range(1, 400):
            X[k] = 0.8 * X[k - 1] + 0.6 * X[k]
        y = 2 * X[:, 5] + 0.5 * rng.standard_normal(400)
        w = np.linalg.lstsq(X[:, :5], y, rcond=None)[0]
        found = algebraic(X[:, :5], y, intercept=False, max_lag=30)
        seen = [found.estimates[name] - found.training_error for name in ("NIC", "GEN")]
        gaps.append([4.25 + (w**2).sum() - found.training_error, *seen])
    true, nic, gen = np.mean(gaps, axis=0)
    assert nic < 0.35 * true and 0.6 * true < gen < 1.1 * true


def test_parts_add_up_and_the_law_has_its_fractiles(data):
    found = algebraic(*data)
    assert sum(found.parts.values()) == pytest.approx(found.estimates["FPER"])
    assert found.parts["bias"] == 0 and found.parts["noise"] == pytest.approx(30 * found.training_error / 24)
    law = found.law()
    assert law.mean == pytest.approx(found.estimates["FPE"])  # noise (1 + p/N) is S (N + p)/(N - p)
    assert law.noise < law.quantile(0.05) < law.quantile(0.95)
    ridge = algebraic(*data, alpha=1.0)
    assert ridge.law() is None and ridge.parts["bias"] > 0
    assert found.law(5) is None
