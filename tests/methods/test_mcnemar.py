"""McNemar against statsmodels, published p-values, and Tango's interval against the likelihood it comes from."""

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import binom, norm
from tests.methods.series import build, golden, paired

import errbar as eb
from errbar.core.paired_binary import PairedBinary
from errbar.errors import NeedsError


def mcnemar(b, c, n=None, variant="mid_p", **how):
    return eb.infer(
        paired(b, c, n or b + c + 100), model="a", versus="b", method="mcnemar", options={"variant": variant}, **how
    )


@pytest.mark.parametrize(
    ("b", "c", "variant", "pvalue"),
    [
        (25, 11, "exact", 0.0288167197),
        (25, 11, "mid_p", 0.0200738519),
        (25, 11, "asymptotic", 0.0196306573),
        (25, 11, "continuity", 0.0302602800),
        (9, 2, "exact", 0.0654296875),
        (9, 2, "mid_p", 0.0385742188),
        (0, 6, "exact", 0.03125),
        (0, 6, "mid_p", 0.015625),
    ],
)
def test_published_pvalues(b, c, variant, pvalue):
    assert mcnemar(b, c, variant=variant).pvalue == pytest.approx(pvalue, abs=1e-9)
    assert mcnemar(c, b, variant=variant).pvalue == pytest.approx(pvalue, abs=1e-9)


def test_chi_square_of_the_published_example():
    assert mcnemar(25, 11).statistic ** 2 == pytest.approx(5.4444, abs=1e-4)


def test_against_statsmodels():
    for row in golden("mcnemar"):
        b, c = int(row["b"]), int(row["c"])
        for variant in ("exact", "asymptotic", "continuity"):
            # statsmodels corrects past zero where b = c (p = 0.75 at 5, 5): there our p is 1
            expected = 1.0 if b == c else row[variant]
            assert mcnemar(b, c, variant=variant).pvalue == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("b", "c"), [(7, 3), (3, 7), (4, 4), (0, 5), (0, 0)])
def test_one_sided_pvalues_are_binomial_tails(b, c):
    law = binom(b + c, 0.5)
    less, greater = (mcnemar(b, c, variant="exact", alternative=side).pvalue for side in ("less", "greater"))
    assert less == pytest.approx(law.cdf(b)) and greater == pytest.approx(law.sf(b - 1))
    half = 0.5 * law.pmf(b) if b + c else 0.0
    assert mcnemar(b, c, alternative="less").pvalue == pytest.approx(law.cdf(b) - half)


def test_mid_p_where_both_models_err_alike():
    assert mcnemar(5, 5).pvalue == pytest.approx(1 - binom(10, 0.5).pmf(5) / 2)


def test_no_disagreement_is_defined():
    for variant in ("mid_p", "exact", "asymptotic", "continuity"):
        result = mcnemar(0, 0, n=100, variant=variant)
        assert (result.estimate, result.pvalue, result.statistic) == (0.0, 1.0, 0.0)
        reach = norm.ppf(0.975) ** 2 / (100 + norm.ppf(0.975) ** 2)
        assert (result.low, result.high) == pytest.approx((-reach, reach), abs=1e-12)


def _score_by_likelihood(b, c, n, delta):
    """(b - c - n delta) over its standard error, at the q = P(only second wrong) most likely given `delta`."""

    def minus_log(q):
        cells = ((b, q + delta), (c, q), (n - b - c, 1 - 2 * q - delta))
        return -sum(k * np.log(p) for k, p in cells if k)

    tiny = 1e-12
    low, high = max(0.0, -delta) + tiny, (1 - delta) / 2 - tiny
    q = minimize_scalar(minus_log, bounds=(low, high), method="bounded", options={"xatol": 1e-13}).x
    return (b - c - n * delta) / np.sqrt(n * (2 * q + delta - delta**2))


@pytest.mark.parametrize(("b", "c", "n"), [(1, 7, 21), (6, 16, 161), (40, 20, 160), (0, 6, 50), (12, 0, 12 + 7)])
def test_interval_is_where_the_likelihood_score_reaches_the_quantile(b, c, n):
    low, high = PairedBinary(b, c, n, "mid_p").interval(0.95, "two-sided")
    z, centre, edge = norm.ppf(0.975), (b - c) / n, 1e-9
    upper = brentq(lambda d: _score_by_likelihood(b, c, n, d) + z, centre, 1 - edge)
    lower = brentq(lambda d: _score_by_likelihood(b, c, n, d) - z, -1 + edge, centre)
    assert (low, high) == pytest.approx((lower, upper), abs=1e-6)


def test_interval_stays_in_range_and_reaches_its_ends():
    everything = PairedBinary(30, 0, 30, "mid_p").interval(0.95, "two-sided")
    assert everything[1] == 1.0 and 0 < everything[0] < 1
    assert PairedBinary(3, 1, 30, "mid_p").interval(0.95, "less")[0] == -1.0
    assert PairedBinary(3, 1, 30, "mid_p").interval(0.95, "greater")[1] == 1.0


@pytest.mark.parametrize(("b", "c"), [(25, 11), (9, 2), (5, 5), (20, 8)])
def test_asymptotic_variant_agrees_with_the_interval(b, c):
    result = mcnemar(b, c, variant="asymptotic")
    for nudge, inside in ((1 - 1e-6, True), (1 + 1e-6, False)):
        if 0 < result.pvalue * nudge < 1:
            low, high = result.confidence_interval(1 - result.pvalue * nudge)
            assert (low <= 0 <= high) is inside


def test_refusals_name_what_works():
    with pytest.raises(NeedsError, match=r"null=0\.1.*holdout_t"):
        mcnemar(3, 4, null=0.1)
    with pytest.raises(NeedsError, match=r"margin=0\.02.*holdout_t"):
        mcnemar(3, 4, margin=0.02)
    with pytest.raises(NeedsError, match="compares two models"):
        eb.infer(paired(3, 4, 20), model="a", method="mcnemar")
    numbers = eb.Scores.from_losses({"a": [0.2, 0.4], "b": [0.1, 0.4]}, plan=build("test_set", 2, 0))
    with pytest.raises(NeedsError, match=r"0/1 losses.*holdout_t"):
        eb.infer(numbers, model="a", versus="b", method="mcnemar")


def test_groups_are_not_passed_over_in_silence():
    plan = eb.plans.holdout(0.5).build(40, random_state=0, groups=np.repeat(np.arange(10), 4))
    size = int(plan.n_test[0])
    scores = eb.Scores.from_losses({"a": np.ones(size), "b": np.zeros(size)}, plan=plan)
    notes = eb.infer(scores, model="a", versus="b", method="mcnemar").notes
    assert any("group" in note and "liberal" in note for note in notes)
    assert any("trained models" in note for note in notes)


def test_one_sided_limits_below_fifty_percent_lie_on_the_other_side_of_the_estimate():
    """The 30 % upper limit is the 70 % lower one, as for every limit that is a quantile."""
    law = PairedBinary(9, 2, 40, "asymptotic")
    assert law.interval(0.3, "less")[1] == pytest.approx(law.interval(0.7, "greater")[0], abs=1e-12)
    assert law.interval(0.3, "less")[1] < law.estimate < law.interval(0.3, "greater")[0]
