"""McNemar against statsmodels, published p-values, and Tango's interval against the likelihood it comes from."""

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import binom, norm
from scipy.stats import t as student
from tests.methods.series import build, golden, paired

import errbar as eb
from errbar.core.paired_binary import PairedBinary, agreement_needed
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


@pytest.mark.parametrize("delta", [0.02, -0.05, 0.3, -0.6])
@pytest.mark.parametrize(("b", "c", "n"), [(1, 7, 21), (6, 16, 161), (0, 6, 50), (40, 20, 160)])
def test_any_other_null_is_judged_by_the_score_of_the_likelihood(b, c, n, delta):
    score = _score_by_likelihood(b, c, n, delta)
    found = mcnemar(b, c, n, null=delta)
    assert found.statistic == pytest.approx(score, abs=1e-5)
    assert found.pvalue == pytest.approx(2 * norm.sf(abs(score)), rel=1e-3)


@pytest.mark.parametrize(
    ("b", "c", "n", "level", "published"),
    [
        (1, 7, 21, 0.95, (-0.517, -0.026)),  # Fagerland, Lydersen and Laake (2014): airway hyper-responsiveness
        (48, 41, 549, 0.90, (-0.0157, 0.0414)),  # R, PropCIs::scoreci.mp, to four decimals
    ],
)
def test_published_intervals(b, c, n, level, published):
    low, high = PairedBinary(b, c, n).interval(level, "two-sided")
    assert (low, high) == pytest.approx(published, abs=6e-4 if n == 21 else 6e-5)
    for end in (low, high):  # the test leaves the interval where it ends
        assert PairedBinary(b, c, n).test(end, "two-sided")[1] == pytest.approx(1 - level, abs=1e-9)


@pytest.mark.parametrize(("b", "c", "n"), [(1, 7, 21), (6, 16, 161), (40, 20, 160), (0, 6, 50)])
def test_the_ends_are_roots_of_the_quartic(b, c, n):
    """Yang, Sun and Hardin (2013) solve Tango's equation as a polynomial of the fourth degree."""
    d, s, g = b - c, b + c, norm.ppf(0.975) ** 2
    quartic = [
        n**2 * (n / g + 1) ** 2,
        -n * d * (n / g + 1) * (4 * n / g + 1),
        2 * n * d**2 * (3 * n / g + 2) / g - n**2 * (s / g + 1),
        n * d * (2 * s / g + 1) - d**3 * (4 * n / g + 1) / g,
        d**2 * (d**2 / g - s) / g,
    ]
    roots = np.roots(quartic)
    for end in PairedBinary(b, c, n).interval(0.95, "two-sided"):
        assert np.abs(roots - end).min() < 1e-6


def test_one_sided_tests_are_moved_by_a_fifth_of_an_example_and_follow_students_law():
    b, c, n, delta = 3, 5, 80, 0.05
    score = _score_by_likelihood(b, c, n, delta)
    moved = score * (b - c - n * delta + 0.2) / (b - c - n * delta)
    found = mcnemar(b, c, n, null=delta, alternative="less")
    assert found.pvalue == pytest.approx(student.cdf(moved, n - 1), rel=1e-4)
    assert found.high == pytest.approx(mcnemar(b, c, n, margin=0.3).details["margin_bound"])
    at_limit = mcnemar(b, c, n, null=found.high, alternative="less")
    assert at_limit.pvalue == pytest.approx(0.05, abs=1e-9)


def test_nothing_differs_and_everything_differs():
    for n in (2, 5, 50):
        agree = mcnemar(0, 0, n, margin=0.01)
        assert (agree.verdict, agree.details["noninferior_pvalue"] > 0.2) == ("undecided", True)
    assert [mcnemar(n, 0, n, margin=0.01).verdict for n in (2, 50)] == ["undecided", "refuted"]
    assert [mcnemar(0, n, n, margin=0.01).verdict for n in (2, 50)] == ["undecided", "shown"]
    needed = agreement_needed(0.01, 0.95)
    assert [mcnemar(0, 0, n, margin=0.01).verdict for n in (needed - 1, needed)] == ["undecided", "shown"]
    assert mcnemar(0, 0, 30, margin=0.01).details["n_to_decide"] == needed


def test_refusals_name_what_works():
    with pytest.raises(NeedsError, match="compares two models"):
        eb.infer(paired(3, 4, 20), model="a", method="mcnemar")
    numbers = eb.Scores.from_losses({"a": [0.2, 0.4], "b": [0.1, 0.4]}, plan=build("test_set", 2, 0))
    with pytest.raises(NeedsError, match=r"0/1 losses.*holdout_t"):
        eb.infer(numbers, model="a", versus="b", method="mcnemar")


def grouped(a, b, codes):
    table = {"i": range(len(a)), "a": a, "b": b, "g": codes}
    return eb.Scores.from_table(table, item="i", loss=["a", "b"], group="g")


def test_groups_count_for_what_they_are_worth():
    rng = np.random.default_rng(4)
    kinds = rng.choice(3, 60, p=[0.1, 0.05, 0.85])
    a, b = np.repeat(kinds == 0, 5).astype(float), np.repeat(kinds == 1, 5).astype(float)
    codes = np.repeat(np.arange(60), 5)
    whole = eb.infer(grouped(a, b, codes), model="a", versus="b")
    once = eb.infer(paired(int((kinds == 0).sum()), int((kinds == 1).sum()), 60), model="a", versus="b")
    assert whole.method == "mcnemar" and whole.details["effective_items"] == pytest.approx(60, rel=0.02)
    assert whole.estimate == pytest.approx(once.estimate)
    assert (whole.low, whole.high) == pytest.approx((once.low, once.high), abs=0.01)
    loose = eb.infer(grouped(rng.permutation(a), rng.permutation(b), codes), model="a", versus="b")
    assert 100 < loose.details["effective_items"] <= 300
    shuffled = rng.permutation(300)
    again = eb.infer(grouped(a[shuffled], b[shuffled], codes[shuffled]), model="a", versus="b")
    assert (again.low, again.high, again.pvalue) == pytest.approx((whole.low, whole.high, whole.pvalue))


def test_groups_in_agreement_are_as_many_items():
    zero = np.zeros(80)
    found = eb.infer(grouped(zero, zero, np.repeat(np.arange(20), 4)), model="a", versus="b", margin=0.05)
    assert found.details["effective_items"] == 20 and found.verdict == "undecided" and found.high > 0.1
    with pytest.raises(NeedsError, match="independent"):
        eb.infer(grouped(zero, zero, np.arange(80) // 4), model="a", versus="b", method="mcnemar",
                 options={"variant": "exact"})  # fmt: skip


def test_sums_alone_know_less_of_groups_and_are_wider():
    rng = np.random.default_rng(1)
    a, b = (rng.random((2, 300)) < 0.1).astype(float)
    table = {"i": range(300), "a": a, "b": b, "g": np.arange(300) // 7}
    how = {"item": "i", "loss": ["a", "b"], "group": "g"}
    items, sums = (
        eb.infer(eb.Scores.from_table(table, keep=k, **how), model="a", versus="b") for k in ("items", "sums")
    )
    assert sums.method == "mcnemar" and sums.estimate == pytest.approx(items.estimate)
    assert sums.low < items.low and items.high < sums.high and sums.details["n_groups"] == 43
    assert any("keep='items'" in note for note in sums.notes)


def answers(rights, n_answers):
    """A long table of repeated answers: for each model the number of right ones of each item."""
    order = np.random.default_rng(1)
    rows = [
        (i, m, int(k), float(place < right))
        for m, r in rights.items()
        for i, right in enumerate(r)
        for place, k in enumerate(order.permutation(n_answers))
    ]
    i, m, k, ok = zip(*rows, strict=True)
    table = {"i": i, "m": m, "k": k, "ok": ok}
    return eb.Scores.from_table(table, item="i", model="m", correct="ok", repeat="k")


def test_several_answers_per_item():
    alike = answers({"a": [4] * 50, "b": [4] * 50}, 4)
    found = eb.infer(alike, model="a", versus="b", margin=0.02)
    assert (found.method, found.verdict) == ("mcnemar", "undecided") and found.high > 0.05
    rng = np.random.default_rng(0)
    many = answers({"a": rng.binomial(4, 0.7, 200), "b": rng.binomial(4, 0.7, 200)}, 4)
    found, t = (eb.infer(many, model="a", versus="b", method=m) for m in ("auto", "holdout_t"))
    assert found.method == "mcnemar" and found.estimate == pytest.approx(t.estimate)
    assert 1 <= (found.high - found.low) / (t.high - t.low) < 1.1  # averages tell more than single answers
    assert found.details["effective_items"] > 200


def test_one_sided_limits_below_fifty_percent_lie_on_the_other_side_of_the_estimate():
    """The 30 % upper limit is the 70 % lower one, as for every limit that is a quantile."""
    law = PairedBinary(9, 2, 40, "asymptotic")
    assert law.interval(0.3, "less")[1] == pytest.approx(law.interval(0.7, "greater")[0], abs=1e-12)
    assert law.interval(0.3, "less")[1] < law.estimate < law.interval(0.3, "greater")[0]
