"""Far from the golden grid: the largest n, the smallest delta, k = 0 and n; closed forms against 50 digits.

The bounds found by iteration meet their own equations in 50 digits in tests/core; here every bound must be finite,
silent and inside [0, 1], and every formula in closed form must be right on both sides.
"""

import warnings
from functools import cache
from itertools import product

import mpmath as mp
import numpy as np
import pytest
from scipy.special import ndtri

from errbar import bounds
from errbar.bounds.limits import BoundLimits

SIZES = (1, 2, 3, 10, 1000, 10**5, 10**6, 10**9, 10**15)
LEVELS = (5e-324, 1e-300, 1e-100, 1e-12, 1e-3, 0.05, 0.5, 0.9, 1 - 1e-6, 1 - 1e-12)
SHARES = (0.0, 1e-9, 0.003, 0.5, 0.9, 1.0)
CASES = np.array([(round(n * share), n, delta) for n, share, delta in product(SIZES, SHARES, LEVELS)]).T


@pytest.mark.parametrize("name", bounds.BOUNDS)
def test_finite_silent_and_ordered_everywhere(name):
    k, n, delta = CASES
    bound = getattr(bounds, name)
    with np.errstate(all="raise", under="ignore"), warnings.catch_warnings():
        warnings.simplefilter("error")
        low, high = bound(k / n, n, delta, side="two-sided")
        sides = [low, high]
        if name != "blaker":
            sides += [bound(k / n, n, delta), bound(k / n, n, delta, side="lower")]
    for values in sides:
        assert np.all(np.isfinite(values) & (values >= 0) & (values <= 1))
    likely = delta <= 0.5  # beyond 1/2 an interval may exclude the mean
    assert np.all((low <= k / n * (1 + 1e-12))[likely]) and np.all((k / n <= high * (1 + 1e-12))[likely])


def q_roots(q, a, v=0):
    """Both roots of (L - q)^2 = v + a L (1 - L)."""
    root = mp.sqrt(a**2 + 4 * a * q * (1 - q) + 4 * v * (1 + a))
    return (2 * q + a - root) / (2 * (1 + a)), (2 * q + a + root) / (2 * (1 + a))


@cache  # few levels, hundreds of digits
def quantile(delta):
    """z with P(Z > z) = delta, by Newton from the double."""
    z = mp.mpf(-float(ndtri(float(delta))))
    for _ in range(6):
        z += (mp.erfc(z / mp.sqrt(2)) / 2 - delta) / mp.npdf(z)
    return z


def normal(x, n, delta, _):
    half = quantile(delta) * mp.sqrt(x * (1 - x) / n)
    return x - half, x + half


def wilson(x, n, delta, _):
    z = quantile(delta)
    low, high = q_roots(x, z**2 / n)
    return (low, high) if z >= 0 else (high, low)


def agresti_coull(x, n, delta, _):
    z = quantile(delta)
    m = n + z**2
    p = (n * x + z**2 / 2) / m
    half = z * mp.sqrt(p * (1 - p) / m)
    return p - half, p + half


def bernstein(x, n, delta, _):
    e = -mp.log(delta)
    shift, a = e / (3 * n), 2 * e / n
    low = mp.mpf(0) if x - shift <= 0 else q_roots(x - shift, a)[0]
    return low, mp.mpf(1) if x + shift >= 1 else q_roots(x + shift, a)[1]


def maurer_pontil(x, n, delta, v):
    twice = mp.log(2 / delta)
    half = mp.sqrt(2 * v * twice / n) + 7 * twice / (3 * (n - 1))
    return x - half, x + half


def maurer_pontil_sharp(x, n, delta, v):
    twice = mp.log(2 / delta)
    half = mp.sqrt(2 * v * twice / n) + 2 * twice / mp.sqrt(n * (n - 1)) + twice / (3 * n)
    return x - half, x + half


def chernoff(x, n, delta, _):
    a = -mp.log(delta) / n
    return x - mp.sqrt(2 * x * a), x + mp.sqrt(2 * x * a) + 2 * a


def chernoff_tight(x, n, delta, _):
    a = -mp.log(delta) / n
    return x - a - mp.sqrt(a**2 + 2 * (1 - x) * a), x + a + mp.sqrt(a**2 + 2 * x * a)


def hoeffding(x, n, delta, _):
    half = mp.sqrt(-mp.log(delta) / (2 * n))
    return x - half, x + half


FORMS = {
    "normal": normal,
    "wilson": wilson,
    "agresti_coull": agresti_coull,
    "chebyshev": lambda x, n, delta, _: q_roots(x, 1 / (n * delta)),
    "cantelli": lambda x, n, delta, _: q_roots(x, (1 - delta) / (n * delta)),
    "guttman": lambda x, n, delta, v: q_roots(x, mp.sqrt(2 / (delta * n * (n - 1))), v / n),
    "guttman_sharp": lambda x, n, delta, v: q_roots(x, mp.sqrt(2 * (1 - delta) / (delta * n * (n - 1))), v / n),
    "bernstein": bernstein,
    "maurer_pontil": maurer_pontil,
    "maurer_pontil_sharp": maurer_pontil_sharp,
    "chernoff": chernoff,
    "chernoff_tight": chernoff_tight,
    "hoeffding": hoeffding,
}
# lower limits that subtract a width from the mean: no arithmetic can keep digits the data do not have
SUBTRACT = {"normal", "agresti_coull", "guttman", "guttman_sharp", "maurer_pontil", "maurer_pontil_sharp", "chernoff"}
SUBTRACT |= {"chernoff_tight", "hoeffding", "bernstein"}


@pytest.mark.parametrize("name", FORMS)
def test_closed_forms_on_both_sides(name):
    rng = np.random.default_rng(6)
    bound = getattr(bounds, name)
    for k, n, delta in CASES.T[rng.permutation(CASES.shape[1])[:110]]:
        if n == 1 and bounds.BOUNDS[name].reads == "variance":
            continue
        x = k / n
        reads = (
            {} if bounds.BOUNDS[name].reads != "variance" else {"variance": x * (1 - x) * rng.random() * n / (n - 1)}
        )
        with mp.workdps(360):
            exact = [
                float(min(mp.mpf(1), max(mp.mpf(0), limit)))
                for limit in FORMS[name](mp.mpf(x), mp.mpf(n), mp.mpf(float(delta)), mp.mpf(reads.get("variance", 0.0)))
            ]
        upper, lower = float(bound(x, n, delta, **reads)), float(bound(x, n, delta, side="lower", **reads))
        above_half = delta > 0.5 and name in ("normal", "agresti_coull")
        assert upper == pytest.approx(exact[1], rel=1e-13, abs=4e-16 * x if above_half else 0.0), (k, n, delta)
        assert lower == pytest.approx(exact[0], rel=1e-13, abs=4e-16 * x if name in SUBTRACT else 1e-300), (k, n, delta)


def test_the_smallest_p_values_of_blaker_come_without_warnings():
    """One error rules a rate of 0 out at every level: the search goes down to limits near the smallest double."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _, pvalue = BoundLimits(0.1, bounds.blaker, 10).test(0.0, "two-sided")
    assert pvalue < 1e-290


@pytest.mark.parametrize("exponent", [20, 60, 100, 200, 290])
def test_blaker_from_below_is_exact_however_small(exponent):
    """P(X >= 1) = 1 - (1 - p)^10 is 10 p where p is tiny, and nothing is more extreme on the other side."""
    low, _ = bounds.blaker(0.1, 10, 10.0**-exponent, side="two-sided")
    assert low == pytest.approx(10.0 ** -(exponent + 1), rel=1e-9)


@pytest.mark.parametrize("name", ["bernstein", "hoeffding", "hoeffding_kl", "bentkus", "chebyshev"])
def test_p_at_the_upper_end_is_as_exact_as_at_the_lower(name):
    """A limit near 1 has sixteen digits of itself, not of what is left: seen from the other end it has."""
    for mean in (0.0, 0.25, 0.6):
        law, other = (BoundLimits(x, getattr(bounds, name), 3) for x in (mean, 1.0 - mean))
        for null in (1.0, 1.0 - 1e-9, 0.7):
            pairs = [("two-sided", "two-sided"), ("less", "greater")]
            for side, mirrored in pairs:
                assert law.test(null, side)[1] == pytest.approx(other.test(1.0 - null, mirrored)[1], rel=1e-9)
