"""Curves: equal to scikit-learn's, inside their bands, and refused where the bands would not hold."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, brier_score_loss, confusion_matrix, roc_curve

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
    from sklearn.tree import DecisionTreeClassifier

    X, y = load_breast_cancer(return_X_y=True)
    how = {"scoring": ["roc_auc", "neg_brier_score", "f1"], "random_state": 0, "progress": False}
    models = {"nb": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=1)}
    scores = eb.collect(models, X, y, plan=eb.plans.kfold(5, 3, stratify=True), **how)
    curve = eb.curve(scores, model="nb")
    assert (curve.n, curve.n_positive) == (569, 357) and "15 folds" in curve.notes[0] and "3 times" in curve.notes[0]
    assert curve.summary["area"] == eb.infer(scores, model="nb").estimate
    said, brier = scores.predictions, scores.by("neg_brier_score")
    false, true, _ = roc_curve(said.truth, said.outputs[0], drop_intermediate=False)
    assert curve.y[10] == pytest.approx(true[false <= 0.1].max())
    one = eb.curve(eb.Scores.from_predictions(said.truth[:569], {"m": said.outputs[0][:569]}, positive=True))
    width = np.mean(curve.simultaneous_high - curve.simultaneous_low)
    assert width == pytest.approx(
        np.mean(one.simultaneous_high - one.simultaneous_low), rel=0.05
    )  # not 3 times the items
    assert eb.curve(brier, kind="calibration", model="nb").n == 569
    first = slice(0, brier.offsets[1])
    by_hand = -brier_score_loss(brier.predictions.truth[first], brier.predictions.outputs[0][first])
    assert brier.values[0, 0] == pytest.approx(by_hand)
    counts = eb.curve(scores.by("f1"), kind="confusion", model="stump").counts
    by_hand = confusion_matrix(said.truth, scores.by("f1").predictions.outputs[1])
    assert np.allclose(counts, by_hand / 3)


def test_what_was_said_is_kept_in_a_file_and_joined(tmp_path):
    from sklearn.datasets import load_breast_cancer
    from sklearn.naive_bayes import GaussianNB

    X, y = load_breast_cancer(return_X_y=True)
    how = {"scoring": "roc_auc", "random_state": 0, "progress": False, "plan": eb.plans.kfold(4, stratify=True)}
    a, b = (eb.collect({name: GaussianNB()}, X[:, rows], y, **how) for name, rows in (("a", [0, 1]), ("b", [1, 2])))
    both = a.join(b)
    both.save(tmp_path / "said.npz")
    again = eb.Scores.load(tmp_path / "said.npz")
    assert np.array_equal(eb.curve(again, model="b").y, eb.curve(b).y)
    assert eb.infer(again, model="a", versus="b").to_dict() == eb.infer(both, model="a", versus="b").to_dict()


LABELS = np.array(["bird", "cat", "wild dog"])


def test_confusions_of_three_labels():
    truth, said = LABELS[RNG.integers(0, 3, 90)], LABELS[RNG.integers(0, 3, 90)]
    scores = eb.Scores.from_predictions(truth, {"m": said}, metric=accuracy_score, greater_is_better=True)
    found = eb.curve(scores, kind="confusion")
    assert found.labels == tuple(LABELS) and np.array_equal(found.counts, confusion_matrix(truth, said))
    n = found.counts.sum(axis=1)
    low, high = eb.bounds.clopper_pearson(found.counts[1, 2] / n[1], n[1], 0.05, side="two-sided")
    assert (found.low[1, 2], found.high[1, 2]) == (pytest.approx(low), pytest.approx(high))
    low, high = eb.bounds.clopper_pearson(found.counts[1, 2] / n[1], n[1], 0.05 / 9, side="two-sided")
    assert (found.simultaneous_low[1, 2], found.simultaneous_high[1, 2]) == (pytest.approx(low), pytest.approx(high))
    assert list(found.to_frame())[:4] == ["truth", "said", "count", "share"] and found.to_json().startswith("{")
    assert found.plot().get_xlabel() == "predicted"


def test_a_model_that_is_always_right_and_a_label_that_no_item_has():
    right = eb.curve(eb.Scores.from_predictions([0, 1] * 20, {"m": [0, 1] * 20}, metric="f1"), kind="confusion")
    assert right.low[0, 0] == pytest.approx(0.025 ** (1 / 20)) and right.high[0, 1] > 0.1
    scores = eb.Scores.from_predictions(
        ["a", "b"] * 10, {"m": ["a", "c"] * 10}, metric=accuracy_score, greater_is_better=True
    )
    found = eb.curve(scores, kind="confusion")
    assert "no item's true label: c" in found.notes[-1] and np.isnan(found.low[2]).all()
    with pytest.raises(ErrbarError, match="predicted label of every item"):
        eb.curve(SCORES, kind="confusion")
