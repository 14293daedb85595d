"""Beta(k + 1, n - k + 1) against SciPy's law and the published numbers for 18 of 20."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

import errbar as eb
from errbar.core.uniform_posterior import UniformPosterior


def test_eighteen_of_twenty():
    low, high = UniformPosterior(18, 20).interval(0.95, "two-sided")
    np.testing.assert_allclose((low, high), (0.6962255931, 0.9695110324), rtol=0, atol=1e-10)


@given(st.integers(1, 500), st.data(), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_scipy(n, data, level, null):
    k = data.draw(st.integers(1, n - 1)) if n > 1 else 0
    law, ours = beta(k + 1, n - k + 1), UniformPosterior(k, n)
    if k > 0:
        np.testing.assert_allclose(ours.interval(level, "two-sided"), law.interval(level), rtol=1e-9)
        np.testing.assert_allclose(ours.interval(level, "greater"), (law.ppf(1 - level), 1.0), rtol=1e-9)
        np.testing.assert_allclose(ours.test(null, "less")[1], law.sf(null), rtol=1e-9)
        np.testing.assert_allclose(ours.test(null, "two-sided")[1], 2 * min(law.cdf(null), law.sf(null)), rtol=1e-9)
    np.testing.assert_allclose(ours.interval(level, "less"), (0.0, law.ppf(level)), rtol=1e-9)


@pytest.mark.parametrize(("k", "end"), [(0, 0.0), (30, 1.0)])
def test_ends(k, end):
    """No zero width, and the estimate is inside."""
    ours = UniformPosterior(k, 30)
    low, high = ours.interval(0.95, "two-sided")
    assert end in (low, high) and high - low > 0.1
    assert ours.test(end, "two-sided")[1] == 1.0


def test_as_an_option():
    plan = eb.plans.holdout(20).build(40, random_state=0)
    scores = eb.Scores.from_losses({"m": [1.0] * 18 + [0.0] * 2}, plan=plan)
    r = eb.infer(scores, method="jeffreys", options={"prior": "uniform"}, null=0.5)
    np.testing.assert_allclose((r.low, r.high), (0.6962255931, 0.9695110324), rtol=0, atol=1e-10)
    assert r.pvalue == pytest.approx(2 * beta(19, 3).cdf(0.5), rel=1e-9)
