"""Sizes of the 5x2cv tests for ten independent Gaussian scores (Nadeau and Bengio's ideal case).

Dietterich's test is conservative there, because its numerator is part of its variance; both repairs are exact.
"""

from math import sqrt

import numpy as np
import pytest
from scipy.stats import f, norm, t
from tests.methods.series import from_ten
from tests.statistical.band import within

from errbar.core.five_by_two import CombinedF, first_pair, first_score, first_score_apart

DRAWS = 100_000
D = np.random.default_rng(20030901).normal(size=(DRAWS, 5, 2))


def rejections(statistic, df, level):
    estimate, variance = statistic(D)
    return int((np.abs(estimate) > t.ppf(1 - level / 2, df) * np.sqrt(variance)).sum())


@pytest.mark.parametrize(("level", "size"), [(0.10, 0.074), (0.05, 0.029), (0.01, 0.0035)])
def test_dietterich_is_conservative(level, size):
    """The known sizes were themselves simulated (4e5 draws), so their rounding widens the band."""
    count = rejections(first_score, 5, level)
    assert within(count, DRAWS, size - 0.0006, size + 0.0006)
    assert not within(count, DRAWS, level)


@pytest.mark.parametrize(("statistic", "df"), [(first_score_apart, 4), (first_pair, 5)])
@pytest.mark.parametrize("level", [0.10, 0.05, 0.01])
def test_both_repairs_are_exact(statistic, df, level):
    assert within(rejections(statistic, df, level), DRAWS, level)


def test_all_ten_scores_give_a_t_with_nine_degrees_of_freedom():
    ten = D.reshape(DRAWS, 10)
    statistic = ten.mean(axis=1) / (ten.std(axis=1, ddof=1) / sqrt(10))
    assert within(int((np.abs(statistic) > t.ppf(0.95, 9)).sum()), DRAWS, 0.10)


def test_f_is_conservative_where_its_numerator_and_denominator_share_scores():
    """F(10, 5) would need them independent."""
    count = int(((D**2).sum(axis=(1, 2)) > 2 * f.ppf(0.90, 10, 5) * (np.diff(D)[..., 0] ** 2 / 2).sum(axis=1)).sum())
    assert count < 0.10 * DRAWS and not within(count, DRAWS, 0.10)


def test_the_methods_are_these_statistics():
    """What was simulated above is what a user calls."""
    for d in D[:20]:
        for name, statistic in (
            ("five_by_two_t", first_score),
            ("five_by_two_t4", first_score_apart),
            ("five_by_two_t5", first_pair),
        ):
            result, (estimate, variance) = from_ten(d.ravel(), name), statistic(d)
            assert (result.estimate, result.se) == pytest.approx((float(estimate), sqrt(variance)), rel=1e-12)
        assert from_ten(d.ravel(), "five_by_two_f").pvalue == pytest.approx(CombinedF.of(d).test(0.0, "two-sided")[1])


@pytest.mark.parametrize("pi", [0.0, 0.1, 0.5])
def test_exchangeable_gaussians_give_the_corrected_law(pi):
    """Lemma 2: sqrt((1 - pi) / (pi + (1 - pi)/K)) (mean - beta) / S is Student's with K - 1 degrees of freedom."""
    k, rng = 15, np.random.default_rng(7)
    shared = norm.ppf(rng.random((20_000, 1)))
    u = sqrt(pi) * shared + sqrt(1 - pi) * rng.normal(size=(20_000, k))
    scale = sqrt((1 - pi) / (pi + (1 - pi) / k))
    statistic = scale * u.mean(axis=1) / u.std(axis=1, ddof=1)
    assert within(int((np.abs(statistic) > t.ppf(0.95, k - 1)).sum()), 20_000, 0.10)
