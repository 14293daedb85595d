"""Blaker's interval against its definition: the hull of the acceptable p."""

import numpy as np
import pytest
from scipy.stats import binom

from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper
from errbar.core.blaker import blaker_lower, blaker_upper


def acceptability(k, n, p):
    """P(min tail of X <= min tail of k)."""
    x = np.arange(n + 1)
    smaller = np.minimum(binom.cdf(x, n, p), binom.sf(x - 1, n, p))
    return binom.pmf(x, n, p)[smaller <= smaller[k] * (1 + 1e-12)].sum()


@pytest.mark.parametrize("n", [1, 4, 11])
@pytest.mark.parametrize("delta", [0.01, 0.05, 0.3, 0.8])
def test_the_ends_are_those_of_the_hull(n, delta):
    k = np.arange(n + 1.0)
    size, level = np.full(k.size, float(n)), np.full(k.size, delta)
    lower, upper = blaker_lower(k, size, level), blaker_upper(k, size, level)
    np.testing.assert_allclose(lower, 1 - upper[::-1], atol=1e-14)
    for count in range(n):
        edge = upper[count]
        assert acceptability(count, n, edge * (1 - 1e-9)) >= delta
        beyond = np.linspace(edge * (1 + 1e-9), 1 - 1e-12, 150)
        assert max(acceptability(count, n, p) for p in beyond) < delta
    assert upper[n] == 1.0 and lower[0] == 0.0


def test_inside_clopper_pearson_over_the_whole_range():
    rng = np.random.default_rng(4)
    n = np.floor(10 ** rng.uniform(0, 9, 400))
    k = np.floor(rng.random(400) ** rng.integers(1, 9, 400) * (n + 1))
    delta = np.where(rng.random(400) < 0.5, 10 ** rng.uniform(-300, -1, 400), rng.uniform(1e-3, 1 - 1e-12, 400))
    with np.errstate(all="raise", under="ignore"):
        lower, upper = blaker_lower(k, n, delta), blaker_upper(k, n, delta)
    assert np.all(clopper_pearson_lower(k, n, delta / 2) <= lower * (1 + 1e-12)) and np.all(
        lower <= k / n * (1 + 1e-12)
    )
    assert np.all(upper <= clopper_pearson_upper(k, n, delta / 2) * (1 + 1e-12)) and np.all(
        upper >= k / n * (1 - 1e-12)
    )
