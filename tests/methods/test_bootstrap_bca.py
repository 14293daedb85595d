"""bootstrap_bca: any metric, whole groups, seeds, and agreement with what is known exactly."""

from __future__ import annotations

import numpy as np
import pytest

import errbar as eb
from errbar.errors import InputError, NeedsError

RNG = np.random.default_rng(8)
Y = RNG.random(150) < 0.5
A, B = Y + RNG.normal(size=150), Y + 1.5 * RNG.normal(size=150)


def test_any_metric():
    def median_gap(truth, output):
        return float(np.median(output[truth]) - np.median(output[~truth]))

    scores = eb.Scores.from_predictions(Y, {"a": A, "b": B}, metric=median_gap, greater_is_better=True)
    result = eb.infer(scores, model="a", versus="b", options={"n_draws": 400})
    assert (result.method, result.loss) == ("bootstrap_bca", "median_gap")
    assert result.low < result.estimate < result.high
    assert any("Only 400 draws" in note for note in result.notes)


def test_agrees_with_delong():
    scores = eb.Scores.from_predictions(Y, {"a": A, "b": B}, positive=True)
    exact = eb.infer(scores, model="a", versus="b")
    drawn = eb.infer(scores, model="a", versus="b", method="bootstrap_bca", options={"n_draws": 1000})
    assert drawn.se == pytest.approx(exact.se, rel=0.1)
    assert (drawn.low, drawn.high) == pytest.approx((exact.low, exact.high), abs=0.02)


def test_swapping_models_and_rows_changes_nothing_but_the_sign():
    scores = eb.Scores.from_predictions(Y, {"a": A, "b": B}, positive=True)
    turned = eb.Scores.from_predictions(Y[::-1], {"a": A[::-1], "b": B[::-1]}, positive=True)
    how = {"method": "bootstrap_bca", "options": {"n_draws": 200}}
    one = eb.infer(scores, model="a", versus="b", **how)
    for other in (eb.infer(scores, model="b", versus="a", **how), eb.infer(turned, model="b", versus="a", **how)):
        assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)


def test_seeds():
    scores = eb.Scores.from_table({"i": range(150), "m": A}, item="i", loss="m")
    low = [eb.infer(scores, method="bootstrap_bca", options={"seed": seed}).low for seed in (0, 0, 1)]
    assert low[0] == low[1] != low[2]
    with pytest.raises(InputError, match="n_draws must be at least 200"):
        eb.infer(scores, method="bootstrap_bca", options={"n_draws": 20})


def test_whole_groups_are_drawn():
    centres = RNG.normal(size=30)
    losses, groups = (centres[:, None] + 0.1 * RNG.normal(size=(30, 8))).ravel(), np.repeat(np.arange(30), 8)
    scores = eb.Scores.from_table({"i": range(240), "m": losses, "g": groups}, item="i", loss="m", group="g")
    drawn, robust = (eb.infer(scores, method=name) for name in ("bootstrap_bca", "clustered_t"))
    assert drawn.details["n_groups"] == 30
    assert drawn.se == pytest.approx(robust.se, rel=0.1)


def test_sums_alone_do_not_do():
    scores = eb.Scores.from_table({"i": range(150), "m": A}, item="i", loss="m", keep="sums")
    with pytest.raises(NeedsError, match="keep='items'"):
        eb.infer(scores, method="bootstrap_bca")


def test_draws_without_one_class_are_named():
    scores = eb.Scores.from_predictions([1, 1] + [0] * 30, {"m": np.arange(32) % 5})
    with pytest.raises(NeedsError, match="One class is too small for the bootstrap; try method='delong'"):
        eb.infer(scores, method="bootstrap_bca", options={"n_draws": 200})


@pytest.mark.parametrize("scoring", ["balanced_accuracy", "average_precision"])
def test_a_perfect_score_is_not_certain(scoring):
    """20 positives, all right: 1 - 0.025^(1/20) may be lost; rounding of a metric is no spread."""
    from sklearn.linear_model import LogisticRegression

    X = np.r_[np.zeros(30), np.ones(20)][:, None]
    fitted = LogisticRegression().fit(X, X[:, 0] == 1)
    result = eb.score(fitted, X, X[:, 0] == 1, scoring=scoring, options={"n_draws": 200})
    assert (result.method, result.high) == ("bootstrap_bca", 1.0)
    assert result.low == pytest.approx(0.025 ** (1 / 20), abs=1e-9)
    assert any("not certainty" in note for note in result.notes)


def test_draws_without_spread_and_a_range_that_nobody_knows():
    table = {"i": range(30), "loss": [2.5] * 30}
    unknown = eb.infer(eb.Scores.from_table(table, item="i", loss="loss"), method="bootstrap_bca")
    assert (unknown.low, unknown.high) == (-np.inf, np.inf)
    known = eb.Scores.from_table(table, item="i", loss="loss", loss_range=(0.0, 10.0))
    result = eb.infer(known, method="bootstrap_bca", null=9.0)
    share = 1 - 0.025 ** (1 / 30)
    assert (result.low, result.high) == pytest.approx((2.5 - 2.5 * share, 2.5 + 7.5 * share))
    assert 0 < result.pvalue < 1e-6
