"""delong: reference numbers, degenerate rankings, groups, and coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, norm

import errbar as eb
from errbar.errors import InputError, NeedsError

Y = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
A = [0.9, 0.8, 0.7, 0.4, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
B = [0.8, 0.9, 0.5, 0.3, 0.7, 0.6, 0.2, 0.4, 0.1, 0.3]
WALD = {"interval": "wald"}


def test_reference_numbers():
    scores = eb.Scores.from_predictions(Y, {"a": A, "b": B})
    one = eb.infer(scores, model="a", null=0.5)
    assert one.method == "delong"
    assert (one.estimate, one.se) == pytest.approx((0.8958333333, 0.1156203077), abs=1e-9)
    assert one.low < 0.43 and 0.9898 < one.high < 1  # four positives: wider than the published interval
    published = eb.infer(scores, model="a", null=0.5, options=WALD)
    assert (published.low, published.high) == pytest.approx((0.431270, 0.989851), abs=5e-7)
    assert eb.infer(scores, model="b").se == pytest.approx(0.1699332658, abs=1e-9)
    two = eb.infer(scores, model="a", versus="b", options=WALD)
    assert (two.statistic, two.pvalue) == pytest.approx((1.2179969144, 0.2232251453), abs=1e-9)
    assert two.details["greater_is_better"] is True
    assert "roc_auc" in two.target


def test_perfect_and_useless_rankings_are_not_certain():
    perfect = eb.infer(eb.Scores.from_predictions(Y, {"m": Y}), null=0.5)
    assert perfect.low < 0.5 < perfect.estimate == perfect.high == 1.0 and perfect.pvalue > 0.05  # four positives
    many = eb.infer(eb.Scores.from_predictions(Y * 20, {"m": Y * 20}), null=0.5)
    assert 0.9 < many.low < many.high == 1.0 and many.pvalue < 1e-6
    assert any("not certainty" in note for note in perfect.notes)
    useless = eb.infer(eb.Scores.from_predictions(Y, {"m": [0.5] * 10}), null=0.5)
    assert (useless.estimate, useless.pvalue) == (0.5, 1.0) and useless.low < 0.3 and useless.high > 0.7
    wrong = eb.infer(eb.Scores.from_predictions(Y, {"m": [-y for y in Y]}))
    assert (wrong.low, wrong.high) == (0.0, pytest.approx(1 - perfect.low))


@pytest.mark.parametrize("outputs", [(Y, Y), (A, A)])
def test_models_that_agree_are_not_shown_to_be_equivalent(outputs):
    twins = eb.infer(eb.Scores.from_predictions(Y, dict(zip("ab", outputs, strict=True))), model="a", margin=0.01,
                     versus="b")  # fmt: skip
    assert (twins.estimate, twins.pvalue) == (0.0, 1.0) and -twins.low == pytest.approx(twins.high)
    assert -1 < twins.low < -0.2 and twins.details["minimum_detectable_effect"] > 0.1
    assert not twins.details["noninferior"] and not twins.details["equivalent"]


def test_the_published_intervals_without_width_say_so():
    perfect = eb.infer(eb.Scores.from_predictions(Y, {"m": Y}), null=0.5, options=WALD)
    assert (perfect.low, perfect.high) == (1.0, 1.0) and any("not certainty" in note for note in perfect.notes)


@pytest.mark.slow
@pytest.mark.parametrize("positives", [5, 20])
def test_coverage_near_one_with_few_positives(positives):
    """Where the published interval covers 0.5 to 0.9; the whole table is that of `errbar lab run edges`."""
    rng, shift, hits = np.random.default_rng(3), norm.ppf(0.97) * np.sqrt(2), 0
    for _ in range(200):
        y = np.arange(80) < positives
        result = eb.infer(eb.Scores.from_predictions(y, {"m": shift * y + rng.normal(size=80)}, positive=True))
        hits += result.low <= 0.97 <= result.high
    assert hits >= binom.ppf(1e-4, 200, 0.95)


def test_one_class_is_refused():
    with pytest.raises(InputError, match="one of two labels"):
        eb.Scores.from_predictions([1, 1, 1], {"m": [0.1, 0.2, 0.3]})
    with pytest.raises(InputError, match="3 labels"):
        eb.Scores.from_predictions([1, 0, 1], {"m": [0.1, 0.2]})


def test_other_scores_are_refused_with_a_hint():
    losses = eb.Scores.from_table({"i": range(4), "m": [0, 1, 0, 1]}, item="i", loss="m")
    with pytest.raises(NeedsError, match="from_predictions"):
        eb.infer(losses, method="delong")
    with pytest.raises(NeedsError, match="f1"):
        eb.infer(eb.Scores.from_predictions(Y, {"m": Y}, metric="f1"), method="delong")


def test_a_model_that_is_still_to_be_trained_is_refused():
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    with pytest.raises(NeedsError, match="already trained"):
        eb.evaluate(LogisticRegression(), rng.random((40, 2)), np.arange(40) % 2, method="delong")


def test_single_items_as_groups_are_nearly_the_same():
    rng = np.random.default_rng(0)
    y = rng.random(400) < 0.4
    s = y + rng.normal(size=400)
    plain = eb.infer(eb.Scores.from_predictions(y, {"m": s}, positive=True))
    alone = eb.infer(eb.Scores.from_predictions(y, {"m": s}, positive=True, groups=np.arange(400)))
    assert alone.se == pytest.approx(plain.se, rel=0.01)
    copied = eb.Scores.from_predictions(
        np.repeat(y, 4), {"m": np.repeat(s, 4)}, positive=True, groups=np.repeat(np.arange(400), 4)
    )
    assert eb.infer(copied).se == pytest.approx(alone.se, rel=1e-9)  # copies add nothing


def test_coverage():
    """Normal scores one standard deviation apart: the area is Phi(1/sqrt 2)."""
    rng, truth, hit = np.random.default_rng(1), norm.cdf(1 / np.sqrt(2)), 0
    for _ in range(300):
        y = np.arange(120) < 40
        result = eb.infer(eb.Scores.from_predictions(y, {"m": y + rng.normal(size=120)}, positive=True))
        hit += result.low <= truth <= result.high
    assert 271 <= hit <= 297  # 1e-3 band of 300 draws at 0.95


@pytest.mark.parametrize("positives", [1, 9])
def test_one_item_of_a_class_is_refused(positives):
    """Its variance is unknown; zero width and p = 0 would be an answer made of nothing."""
    y = np.arange(10) < positives
    scores = eb.Scores.from_predictions(y, {"m": np.arange(10) % 4}, positive=True)
    with pytest.raises(NeedsError, match="at least two items of each class"):
        eb.infer(scores, method="delong")


@pytest.mark.parametrize("metric", ["roc_auc", "f1"])
@pytest.mark.parametrize("method", ["auto", "bootstrap_bca"])
def test_one_group_is_refused(metric, method):
    y = np.arange(20) % 2
    scores = eb.Scores.from_predictions(y, {"m": np.arange(20) % 3 == 0}, metric=metric, groups=[7] * 20)
    with pytest.raises(NeedsError, match="one group"):
        eb.infer(scores, method=method)
