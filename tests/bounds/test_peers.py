"""SciPy and statsmodels agree where they overlap; their alpha is two-sided."""

import numpy as np
import pytest
from scipy.stats import binomtest
from statsmodels.stats.proportion import proportion_confint

from errbar import bounds

CASES = [(0, 10), (1, 10), (5, 10), (10, 10), (3, 47), (120, 700), (699, 700), (17, 12345)]


@pytest.mark.parametrize(("k", "n"), CASES)
@pytest.mark.parametrize("delta", [1e-6, 0.01, 0.1, 0.5])
@pytest.mark.parametrize(("method", "name"), [("exact", "clopper_pearson"), ("wilson", "wilson")])
def test_scipy(k, n, delta, method, name):
    bound = getattr(bounds, name)
    both = binomtest(k, n).proportion_ci(1 - delta, method)
    np.testing.assert_allclose(bound(k / n, n, delta, side="two-sided"), both, rtol=2e-9, atol=1e-12)
    one = binomtest(k, n, alternative="less").proportion_ci(1 - delta, method)
    np.testing.assert_allclose(bound(k / n, n, delta), one.high, rtol=2e-9)
    other = binomtest(k, n, alternative="greater").proportion_ci(1 - delta, method)
    np.testing.assert_allclose(bound(k / n, n, delta, side="lower"), other.low, rtol=2e-9, atol=1e-12)


@pytest.mark.parametrize(("k", "n"), CASES)
@pytest.mark.parametrize("delta", [1e-6, 0.01, 0.1, 0.5])
@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("normal", "normal"),
        ("wilson", "wilson"),
        ("beta", "clopper_pearson"),
        ("agresti_coull", "agresti_coull"),
        ("jeffreys", "jeffreys"),
    ],
)
def test_statsmodels(k, n, delta, method, name):
    if method == "jeffreys":
        k = min(max(k, 1), n - 1)  # statsmodels has no convention for the ends
    bound = getattr(bounds, name)
    theirs = np.clip(proportion_confint(k, n, alpha=delta, method=method), 0, 1)
    np.testing.assert_allclose(bound(k / n, n, delta, side="two-sided"), theirs, rtol=1e-9, atol=1e-12)
    upper = min(1.0, proportion_confint(k, n, alpha=2 * delta, method=method)[1]) if delta < 0.5 else None
    if upper is not None:
        assert float(bound(k / n, n, delta)) == pytest.approx(upper, rel=1e-9)


@pytest.mark.parametrize("alpha", [1e-12, 1e-20, 1e-100, 1e-300])
@pytest.mark.parametrize("n", [1, 30, 1000])
def test_no_errors_and_a_tiny_alpha(n, alpha):
    """1 - (alpha/2)^(1/n) in closed form: what SciPy gives too, and what statsmodels loses in 1 - alpha/2."""
    exact = -np.expm1(np.log(alpha / 2) / n)
    low, high = bounds.clopper_pearson(0.0, n, alpha, side="two-sided")
    assert low == 0.0 and high == pytest.approx(exact, rel=1e-14)
    assert binomtest(0, n, alternative="less").proportion_ci(0.999).high == pytest.approx(
        float(bounds.clopper_pearson(0.0, n, 0.001)), rel=1e-9
    )
