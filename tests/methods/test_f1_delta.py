"""f1_delta: reference numbers, two models, groups, the ends, and agreement with the bootstrap."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

import errbar as eb

TRUTH = [1] * 54 + [0] * 46
SAID = [1] * 45 + [0] * 9 + [1] * 12 + [0] * 34


def test_reference_numbers():
    result = eb.infer(eb.Scores.from_predictions(TRUTH, {"m": SAID}, metric="f1"))
    assert (result.method, result.estimate) == ("f1_delta", pytest.approx(0.8108108108, abs=1e-9))
    assert result.se == pytest.approx(0.0405388953, abs=1e-9)
    assert 0.0 < result.low < result.estimate < result.high < 1.0


def test_two_models_on_the_same_items():
    rng = np.random.default_rng(0)
    y = rng.random(600) < 0.4
    a = y ^ (rng.random(600) < 0.15)
    b = np.where(rng.random(600) < 0.9, a, ~a)
    scores = eb.Scores.from_predictions(y, {"a": a, "b": b}, metric="f1", positive=True)
    paired = eb.infer(scores, model="a", versus="b")
    alone = [eb.infer(scores, model=name) for name in "ab"]
    assert paired.estimate == pytest.approx(alone[0].estimate - alone[1].estimate)
    assert paired.se < 0.9 * np.hypot(alone[0].se, alone[1].se)
    drawn = eb.infer(scores, model="a", versus="b", method="bootstrap_bca", options={"n_draws": 1000})
    assert paired.se == pytest.approx(drawn.se, rel=0.1)
    assert (paired.low, paired.high) == pytest.approx((drawn.low, drawn.high), abs=0.01)


def test_copies_in_groups_add_nothing():
    y, said = np.array(TRUTH), np.array(SAID)
    alone = eb.Scores.from_predictions(y, {"m": said}, metric="f1", groups=np.arange(100))
    copied = eb.Scores.from_predictions(
        np.repeat(y, 3), {"m": np.repeat(said, 3)}, metric="f1", groups=np.repeat(np.arange(100), 3)
    )
    assert eb.infer(copied).se == pytest.approx(eb.infer(alone).se, rel=1e-9)
    assert eb.infer(copied).details["n_groups"] == 100


def test_perfect_labels_are_not_certain():
    """54 of 54: the share of true positives is at least 0.05^(1/54) by mid-p, and F1 is 2p / (1 + p)."""
    scores = eb.Scores.from_predictions(TRUTH, {"m": TRUTH, "twin": TRUTH}, metric="f1")
    result = eb.infer(scores, model="m", null=0.9)
    p = 0.05 ** (1 / 54)
    assert (result.low, result.high) == (pytest.approx(2 * p / (1 + p), abs=1e-9), 1.0)
    assert 0 < result.pvalue < 0.05
    twins = eb.infer(scores, model="m", versus="twin", margin=0.001)
    assert (twins.estimate, twins.pvalue) == (0.0, 1.0) and -0.1 < twins.low < -0.01 < 0.01 < twins.high
    assert not twins.details["noninferior"]
    published = eb.infer(scores, model="m", options={"interval": "wald"})
    assert (published.low, published.high) == (1.0, 1.0)
    assert any("not certainty" in note for note in published.notes)


def test_perfect_labels_in_groups_count_groups():
    y = np.array(TRUTH * 4)
    many, few = (
        eb.infer(eb.Scores.from_predictions(y, {"m": y}, metric="f1", groups=np.arange(y.size) % k)) for k in (100, 10)
    )
    assert few.low < many.low < many.high == few.high == 1.0


def test_the_published_interval_is_an_option():
    """Normal on the log odds: log odds 1.45529 +- 1.96 x .26427."""
    scores = eb.Scores.from_predictions(TRUTH, {"m": SAID}, metric="f1")
    published = eb.infer(scores, options={"interval": "wald"})
    assert (published.low, published.high) == pytest.approx((0.7186, 0.8780), abs=5e-5)


def test_nothing_positive_is_refused():
    said = np.zeros(10, dtype=int)
    scores = eb.Scores.from_predictions([1] + [0] * 9, {"m": said}, metric="f1")
    assert eb.infer(scores).estimate == 0.0  # one miss: F1 is 0, with an interval
    assert eb.infer(scores).high > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("f", [0.9, 0.98])
def test_coverage_near_one_with_few_positives(f):
    rng, hits, truth = np.random.default_rng(1), 0, np.arange(110) < 10
    for _ in range(200):
        wrong = rng.random(110) < (1 - f) / np.where(truth, 1.0, 10.0)
        result = eb.infer(eb.Scores.from_predictions(truth, {"m": truth ^ wrong}, metric="f1", positive=True))
        hits += result.low <= f <= result.high
    assert hits >= binom.ppf(1e-4, 200, 0.95)
