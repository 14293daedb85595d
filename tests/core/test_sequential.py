"""Anytime-valid tests and intervals: reference numbers, the theorem (false alarms), and item by item = all at once."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import skew

from errbar.core.sequential import Asymptotic, EmpiricalBernstein, McNemarE, asymptotic_half_width, mcnemar_log_e

X = np.tile([1, 1, 0, 1, 1, 1, 0, 1, 1, 1.0], 10)


@pytest.mark.parametrize(("b", "c", "printed"), [(20, 5, 24.29), (25, 11, 3.0913), (9, 2, 3.1030)])
def test_mcnemar_e_values(b, c, printed):
    exact = Fraction(2) ** (b + c) * factorial(b) * factorial(c) / factorial(b + c + 1)
    value = float(np.exp(mcnemar_log_e(np.array(float(b)), np.array(float(c)))))
    assert value == pytest.approx(float(exact), rel=1e-12)
    assert value == pytest.approx(printed, abs=0.005 if printed > 10 else 5e-5)


@pytest.mark.parametrize(
    ("t", "centre", "half"),
    [(10, 0.8, 0.8210120165), (50, 0.7999007619, 0.2157418766), (100, 0.7986575232, 0.1413505863)],
)
def test_empirical_bernstein_reference(t, centre, half):
    walk = EmpiricalBernstein(0.05)
    walk.extend(X[:t])
    assert walk.centre == pytest.approx(centre, abs=1e-9)
    assert walk.half == pytest.approx(half, abs=1e-9)


def test_asymptotic_reference():
    assert asymptotic_half_width(500, 0.5, 0.05, 500) == pytest.approx(0.0678693363, abs=1e-9)
    assert asymptotic_half_width(100, 0.5, 0.05, 500) == pytest.approx(0.1681943863, abs=1e-9)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40), st.integers(1, 39))
def test_chunks_do_not_matter(values, cut):
    x = np.array(values)
    whole, parts = EmpiricalBernstein(0.1, null=0.4), EmpiricalBernstein(0.1, null=0.4)
    whole.extend(x)
    parts.extend(x[:cut])
    for value in x[cut:]:
        parts.extend(np.array([value]))
    for name in ("low", "high", "largest", "centre", "half"):
        assert getattr(parts, name) == pytest.approx(getattr(whole, name), rel=1e-9, abs=1e-12)


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), max_size=40), st.integers(0, 39))
def test_mcnemar_chunks_do_not_matter(values, cut):
    d = np.array(values)
    whole, parts = McNemarE(), McNemarE()
    whole.extend(d)
    parts.extend(d[:cut])
    parts.extend(d[cut:])
    assert (parts.b, parts.c) == (whole.b, whole.c)
    assert parts.pvalue == pytest.approx(whole.pvalue)


@settings(max_examples=60)
@given(st.lists(st.sampled_from([0.0, 0.3, 1.0]), min_size=1, max_size=150), st.floats(0.01, 0.99))
def test_pvalue_and_running_interval_agree(values, null):
    walk = EmpiricalBernstein(0.2, null=null)
    walk.extend(np.array(values))
    assert (walk.pvalue < 0.2) == (not walk.low - 1e-12 <= null <= walk.high + 1e-12)


def test_false_alarms_of_peeking():
    """Equal models, a look after every discordant item from the 10th to the 500th: z cries wolf, E does not."""
    rng = np.random.default_rng(7)
    steps = rng.random((2000, 500)) < 0.5
    b = np.cumsum(steps, axis=1).astype(float)
    n = np.arange(1, 501, dtype=float)
    c = n - b
    z = np.abs(b - c) / np.sqrt(n)
    z_alarms = (z[:, 9:] > 1.959963984540054).any(axis=1).mean()
    e_alarms = (mcnemar_log_e(b, c) >= np.log(20.0)).any(axis=1).mean()
    assert 0.38 < z_alarms < 0.46  # the specification's simulation says 42 %
    assert e_alarms < 0.05
    walk = McNemarE()
    walk.extend(np.where(steps[0], 1.0, -1.0))
    assert walk.pvalue == pytest.approx(float(np.exp(-max(0.0, mcnemar_log_e(b[0], c[0]).max()))))


def test_bernstein_sequence_covers_at_all_times():
    rng = np.random.default_rng(3)
    missed = 0
    for _ in range(300):
        walk = EmpiricalBernstein(0.1, null=0.3)
        walk.extend((rng.random(400) < 0.3).astype(float))
        missed += not walk.low <= 0.3 <= walk.high
    assert missed / 300 <= 0.1


def test_asymptotic_sequence_seldom_loses_the_mean():
    rng = np.random.default_rng(6)
    missed = 0
    for _ in range(200):
        walk = Asymptotic(0.1, 300)
        walk.extend(rng.exponential(size=600))
        missed += not walk.low <= 1.0 <= walk.high
    assert missed / 200 <= 0.1


def test_asymptotic_sequence_narrows_round_the_mean():
    x = np.random.default_rng(0).exponential(size=1000)
    walk = Asymptotic(0.05, 500)
    walk.extend(x)
    assert walk.low < 1.0 < walk.high
    assert walk.high - walk.low < 0.5
    half = asymptotic_half_width(1000, x.std(ddof=1), 0.05, 500)
    assert walk.half == pytest.approx(half)
    # Johnson's correction moves the limit on the side of the long tail, and that one alone
    z = half / (x.std(ddof=1) / np.sqrt(1000))
    shift = skew(x) * x.std(ddof=1) / 6000 * (1 + 2 * z**2)
    assert walk.low == pytest.approx(x.mean() - half) and walk.high == pytest.approx(x.mean() + half + shift)


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=40), st.integers(0, 39))
def test_moments_by_chunks_are_those_of_all(values, cut):
    x = np.array(values)
    walk = Asymptotic(0.1, 300)
    walk.extend(x[:cut])
    for value in x[cut:]:
        walk.extend(np.array([value]))
    centred = x - x.mean()
    assert walk.t == x.size and walk.mean == pytest.approx(x.mean(), abs=1e-12)
    for power, moment in ((2, walk.squares), (3, walk.cubes), (4, walk.fourths)):
        assert moment == pytest.approx((centred**power).sum(), rel=1e-9, abs=1e-8)


def test_it_is_silent_until_the_spread_is_known():
    rng = np.random.default_rng(1)
    for x, begins in (
        (np.full(3000, 0.1), False),  # no spread at all, but for rounding
        ((np.arange(3000) % 100 == 0).astype(float), False),  # 30 of 3,000 are not zero
        ((np.arange(3000) % 50 == 0).astype(float), True),  # 60
        (np.append(rng.normal(size=2999), 200.0), False),  # one outweighs the rest
        (rng.normal(size=49), False),
        (rng.normal(size=200), True),
        (1e-200 * rng.normal(size=200), False),  # beyond what fourth powers can hold
        (1e200 * rng.normal(size=200), False),
    ):
        walk = Asymptotic(0.05, 500)
        for block in np.array_split(x, 7):
            walk.extend(block)
        assert walk.has_begun is begins, (x[-1], begins)
        assert np.isfinite([walk.low, walk.high]).all() == begins
