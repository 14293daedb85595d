"""Bad input gets one clear sentence before any model is fitted, and nothing is lost."""

import re
import warnings

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import ShuffleSplit

import errbar as eb
from errbar.errors import ErrbarError, FitError, InputError, NeedsError, UnknownNameError

X, Y = make_classification(60, random_state=0)


class Unfittable(ClassifierMixin, BaseEstimator):
    """Being fitted is a failure: shows that a refusal came first."""

    def fit(self, X, y):
        raise AssertionError("a model was fitted before the input was checked")

    def predict(self, X):
        raise AssertionError


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"X": np.zeros((0, 3)), "y": np.zeros(0)}, "At least two examples"),
        ({"X": X[:1], "y": Y[:1]}, "At least two examples"),
        ({"y": Y[:-1]}, "60 rows and y has 59"),
        ({"X": X[:, 0]}, "two dimensions"),
        ({"y": np.where(np.arange(60) == 7, np.nan, Y)}, "first in row 7"),
        ({"y": np.where(np.arange(60) == 7, np.inf, Y)}, "first in row 7"),
        ({"y": np.array([None, *Y[1:]], dtype=object)}, "missing"),
        ({"y": np.zeros(60, dtype=int)}, "one class only"),
        ({"y": np.zeros((60, 2, 2))}, "one value per example"),
        ({"plan": eb.plans.holdout(60)}, "at least one example must be left"),
        ({"plan": eb.plans.subsample(5, 0)}, "at least one example"),
        ({"plan": eb.plans.subsample(1)}, "at least two splits"),
        ({"cv": ShuffleSplit(1), "method": "corrected_t"}, "needs a plan of kind"),
        ({"plan": eb.plans.kfold(61)}, "more than the 60 examples"),
        ({"plan": "kfold"}, "plan must be one of"),
        ({"plan": eb.plans.kfold(), "cv": 5}, "not both"),
        ({"cv": "five"}, "cv must be"),
        ({"cv": []}, "no split"),
        ({"cv": [([0, 1], [1, 2])]}, "both training and test"),
        ({"cv": [([0, 1], [2, 99])]}, "between 0 and 59"),
        ({"confidence_level": 95}, "Did you mean 0.95"),
        ({"confidence_level": 0.0}, "strictly between 0 and 1"),
        ({"confidence_level": "high"}, "a number"),
        ({"alternative": "smaller"}, "alternative='smaller'"),
        ({"null": float("nan")}, "null must be a finite number"),
        ({"method": "correctd_t"}, "Did you mean 'corrected_t'"),
        ({"loss": "zero-one"}, "Did you mean 'zero_one'"),
        ({"loss": "squared", "y": Y.astype(str)}, "needs numbers in y"),
        ({"loss": "log"}, "predict_proba"),
        ({"scoring": "roc_auk"}, "Did you mean 'roc_auc'"),
        ({"scoring": "f1", "loss": "zero_one"}, "not both"),
        ({"scoring": "f1", "method": "holdout_t", "plan": eb.plans.holdout()}, "one number per split"),
        ({"method": "corrected_t", "options": {"z": 1}}, "has no options"),
        ({"method": "holdout_t", "plan": eb.plans.holdout(), "options": {"critcal": "z"}}, "Did you mean 'critical'"),
        ({"method": "holdout_t", "plan": eb.plans.holdout(), "options": {"critical": "w"}}, "must be one of"),
        ({"method": "corrected_t", "plan": eb.plans.holdout()}, "Try plan=subsample()"),
        ({"random_state": -1}, "random_state"),
        ({"groups": np.zeros(60)}, "one group"),
        ({"groups": np.zeros(59)}, "59 values for 60 examples"),
        ({"model": LogisticRegression}, "pass an instance"),
        ({"model": "LogisticRegression"}, "no fit method"),
        ({"model": object()}, "no fit method"),
    ],
)
def test_one_sentence_before_any_fit(change, says):
    given = {"model": Unfittable(), "X": X, "y": Y} | change
    model, features, labels = given.pop("model"), given.pop("X"), given.pop("y")
    with pytest.raises(ErrbarError, match=re.escape(says)) as caught:
        eb.evaluate(model, features, labels, **given)
    assert "\n" not in str(caught.value)
    assert caught.type in (InputError, NeedsError, UnknownNameError)


def test_comparing_a_classifier_with_a_regressor_needs_a_loss():
    with pytest.raises(InputError, match="name the loss"):
        eb.compare(LogisticRegression(), Ridge(), X, Y)


class FailsLater(ClassifierMixin, BaseEstimator):
    """Raises when row 0 is in the training set's complement for the first time after `patience` fits."""

    calls = 0

    def __init__(self, patience=7):
        self.patience = patience

    def fit(self, X, y):
        FailsLater.calls += 1
        if FailsLater.calls > self.patience:
            raise ZeroDivisionError("no more patience")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)


def test_a_failing_model_names_its_split_and_keeps_the_finished_ones():
    FailsLater.calls = 0
    with pytest.raises(FitError, match="split 7") as caught:
        eb.evaluate(FailsLater(), X, Y, plan=eb.plans.subsample(20), random_state=0)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    scores = caught.value.scores
    assert len(scores.plan) == 7
    whole = eb.plans.subsample(20).build(60, random_state=0)
    assert all((scores.plan[i][1] == whole[i][1]).all() for i in range(7))
    assert eb.infer(scores, method="corrected_t").n_splits == 7


def test_a_failing_model_in_another_process():
    with pytest.raises(FitError, match=r"Model 'm' failed in split \d+: \w*Error"):
        eb.collect({"m": LogisticRegression(C=-1)}, X, Y, random_state=0, n_jobs=2)


def test_all_losses_equal_is_defined_and_silent():
    plan = eb.plans.subsample(5).build(60, random_state=0)
    for value in (-1.0, 0.1, 2.0):
        scores = eb.Scores.from_losses({"m": [np.full(6, value)] * 5}, plan=plan)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = eb.infer(scores, null=value)
            elsewhere = eb.infer(scores, null=0.5)
        assert (result.estimate, result.low, result.high, result.se, result.pvalue) == (value, value, value, 0.0, 1.0)
        assert elsewhere.pvalue == 1.0 and any("nothing can be tested" in note for note in elsewhere.notes)


def test_an_undefined_score_is_an_error_that_says_to_stratify():
    y = np.zeros(60, dtype=int)
    y[:3] = 1
    with pytest.raises(InputError, match="stratify"):
        eb.evaluate(LogisticRegression(), X, y, scoring="roc_auc", plan=eb.plans.kfold(), random_state=0)


def test_labels_unseen_in_training():
    y = np.array(["often"] * 29 + ["also"] * 30 + ["once"])
    result = eb.evaluate(LogisticRegression(), X, y, random_state=0)
    assert any("never saw" in note for note in result.notes)
    for loss in ("log", "brier"):
        with pytest.raises(InputError, match="stratify"):
            eb.evaluate(LogisticRegression(), X, y, loss=loss, random_state=0)


def test_warnings_of_fits_are_shown_once_with_a_count():
    rng = np.random.default_rng(0)
    hard = rng.normal(size=(200, 30))
    with pytest.warns(eb.ErrbarWarning, match=r"ConvergenceWarning \(25 times") as seen:
        result = eb.evaluate(LogisticRegression(max_iter=1), hard, rng.integers(2, size=200), random_state=0)
    assert len(seen) == 1
    assert any("ConvergenceWarning" in note for note in result.notes)


def test_custom_loss_must_give_one_number_per_example():
    with pytest.raises(FitError, match="one number per example"):
        eb.evaluate(LogisticRegression(), X, Y, loss=lambda t, p: 0.5, random_state=0)
    result = eb.evaluate(LogisticRegression(), X, Y, loss=lambda t, p: 3.0 * (t != p), random_state=0)
    plain = eb.evaluate(LogisticRegression(), X, Y, random_state=0)
    assert result.estimate == pytest.approx(3 * plain.estimate)
    assert result.se == pytest.approx(3 * plain.se)


def test_score_of_different_splits_refuse_to_be_compared():
    plans = [eb.plans.subsample(5).build(60, random_state=s) for s in (0, 1)]
    a, b = (eb.Scores.from_losses({n: [np.ones(6)] * 5}, plan=p) for n, p in zip("ab", plans, strict=True))
    with pytest.raises(InputError, match="different splits"):
        a.join(b)
    same = eb.Scores.from_losses({"b": [np.zeros(6)] * 5}, plan=eb.plans.subsample(5).build(60, random_state=0))
    assert eb.infer(a.join(same), model="a", versus="b").estimate == 1.0
    unknown = eb.Scores.from_splits({"c": [0.1, 0.2]}, n_train=9, n_test=1, greater_is_better=False)
    with pytest.raises(InputError, match="came without their splits"):
        unknown.join(unknown)
