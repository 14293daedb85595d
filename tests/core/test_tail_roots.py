"""Roots of binomial tails: 50 digits over n to 1e9, delta from 1e-300 to 1 - 1e-12, both tails, three shares."""

import numpy as np
import pytest
from scipy.special import betaincc
from tests.core.exact import tail_root_error

from errbar.core.tail_roots import lower_limit, upper_limit


def draws(seed, size):
    """Sizes, counts and levels over the whole range; counts small enough for exact sums."""
    rng = np.random.default_rng(seed)
    n = np.floor(10 ** rng.uniform(0.5, 9, size)) + 1
    k = np.clip(np.floor(np.minimum(n, 3000) ** rng.random(size)), 1, n - 1)
    tiny, usual, high = (
        10 ** rng.uniform(-300, -3, size),
        10 ** rng.uniform(-3, 0, size),
        10 ** rng.uniform(-12, 0, size),
    )
    delta = np.choose(rng.integers(0, 3, size), [tiny, usual, 1 - high])
    return n, k, np.clip(delta, 1e-300, 1 - 1e-12)


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_both_limits_to_twelve_digits(share):
    n, k, delta = draws(1, 120)
    with np.errstate(all="raise", under="ignore"):
        upper, lower = upper_limit(k, n, delta, share), lower_limit(k, n, delta, share)
    for i in range(n.size):
        count, size, level = int(k[i]), int(n[i]), float(delta[i])
        for p, is_lower in ((upper[i], True), (lower[i], False)):
            if not 1e-300 < p < 1 - 1e-13:
                continue
            if level > 0.5:  # the complement is the small tail, and exact
                error = tail_root_error(count, size, 1 - level, p, lower=not is_lower, share=1 - share)
            else:
                error = tail_root_error(count, size, level, p, lower=is_lower, share=share)
            assert error < 5e-13, (count, size, level, p)


def test_the_ends_are_closed_forms():
    n, delta = np.array([1.0, 10.0, 1e9]), np.array([0.3, 1e-300, 0.999])
    zero = np.zeros(3)
    np.testing.assert_allclose(upper_limit(zero, n, delta, 1.0), -np.expm1(np.log(delta) / n), rtol=1e-15)
    np.testing.assert_array_equal(upper_limit(n, n, delta, 1.0), np.ones(3))
    np.testing.assert_array_equal(lower_limit(zero, n, delta, 1.0), zero)
    np.testing.assert_allclose(lower_limit(n, n, delta, 1.0), np.exp(np.log(delta) / n), rtol=1e-15)
    # half of P(X = 0) can exceed no half
    np.testing.assert_allclose(upper_limit(zero, n, np.full(3, 0.5), 0.5), zero, atol=1e-17)
    np.testing.assert_allclose(upper_limit(n, n, np.full(3, 0.75), 0.5), 0.5 ** (1 / n), rtol=1e-15)


def test_where_the_inverse_beta_function_of_scipy_is_off_by_a_factor():
    p = upper_limit(np.array([999.0]), np.array([10091.0]), np.array([0.05]), 1.0)[0]
    assert betaincc(1000.0, 10091.0 - 999.0, p) == pytest.approx(0.05, rel=1e-12)
    assert 999 / 10091 < p < 0.11
