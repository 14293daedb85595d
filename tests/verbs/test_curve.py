"""Curves: equal to scikit-learn's, inside their bands, and refused where the bands would not hold."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import roc_curve

import errbar as eb
from errbar.core.bands import Bins, Reached, roc_band
from errbar.errors import ErrbarError

RNG = np.random.default_rng(2)
P = RNG.random(300)
Y = (RNG.random(300) < P).astype(int)
SCORES = eb.Scores.from_predictions(Y, {"m": P})


def test_roc_is_that_of_scikit_learn():
    false, true, _ = roc_curve(Y, P, drop_intermediate=False)
    curve = eb.curve(SCORES)
    for x, y in zip(curve.x, curve.y, strict=True):
        assert y == true[false <= x + 1e-12].max()
    assert curve.summary["area"] == eb.infer(SCORES).estimate


@pytest.mark.parametrize("kind", ["roc", "precision_recall", "calibration"])
def test_bands_lie_around_each_other(kind):
    curve = eb.curve(SCORES, kind=kind)
    for low, high in ((curve.low, curve.high), (curve.simultaneous_low, curve.simultaneous_high)):
        assert (low <= curve.y).all() and (curve.y <= high).all()
    assert list(curve.to_frame()) == ["x", "y", "low", "high", "simultaneous_low", "simultaneous_high"]
    assert curve.to_json().startswith("{") and curve.plot() is not None


def test_a_perfect_ranking_has_a_band():
    curve = eb.curve(eb.Scores.from_predictions([0] * 50 + [1] * 50, {"m": np.arange(100.0)}))
    assert curve.y[0] == 1.0 and curve.simultaneous_low[50] < 1.0


def test_the_band_follows_from_limits_of_both_rates():
    reached = Reached.of(Y == 1, P)
    reach = [np.sqrt(np.log(2 / (1 - 0.95**0.5)) / (2 * n)) for n in (reached.n, reached.m)]
    low, high = roc_band(reached, np.array([0.5]), 0.95, whole=True)
    rates = reached.positives / reached.n, reached.negatives / reached.m
    assert low[0] == pytest.approx((rates[0] - reach[0])[rates[1] + reach[1] <= 0.5].max())
    assert high[0] == pytest.approx((rates[0] + reach[0])[rates[1] - reach[1] >= 0.5].min(initial=1.0))


def test_bins_are_counted_exactly():
    bins, curve = Bins.of(Y == 1, P, 10), eb.curve(SCORES, kind="calibration")
    low, _ = eb.bounds.clopper_pearson(bins.shares[3], bins.n[3], 0.05, side="two-sided")
    assert (curve.low[3], curve.y[3]) == (pytest.approx(low), bins.shares[3])
    error = curve.summary["expected_calibration_error"]
    assert error == pytest.approx((bins.n * np.abs(bins.shares - bins.said)).sum() / 300)
    assert curve.summary["low"] <= error <= curve.summary["high"]


def test_equal_probabilities_are_one_bin():
    curve = eb.curve(eb.Scores.from_predictions(Y, {"m": np.full(300, 0.25)}), kind="calibration")
    assert curve.x.tolist() == [0.25]


def test_refusals():
    groups = eb.Scores.from_predictions(Y, {"m": P}, groups=np.arange(300) // 3)
    for scores, kind, words in (
        (groups, "roc", "come in groups"),
        (eb.Scores.from_predictions(Y, {"m": 5 * P}), "calibration", "probabilities between 0 and 1"),
        (eb.Scores.from_predictions(Y, {"m": Y}, metric="f1"), "roc", "a score or probability"),
        (SCORES, "rok", "Did you mean 'roc'"),
    ):
        with pytest.raises(ErrbarError, match=words):
            eb.curve(scores, kind=kind)


def test_over_the_folds_of_a_cross_validation():
    from sklearn.datasets import load_breast_cancer
    from sklearn.naive_bayes import GaussianNB

    X, y = load_breast_cancer(return_X_y=True)
    how = {"scoring": "roc_auc", "methods": ["cv_auc"], "random_state": 0, "progress": False}
    scores = eb.collect({"nb": GaussianNB()}, X, y, plan=eb.plans.kfold(5, stratify=True), **how)
    curve = eb.curve(scores)
    assert curve.n == 569 and "5 folds" in curve.notes[0]
