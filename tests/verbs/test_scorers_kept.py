"""Scorers of a whole test set on a hold-out, and cv_auc over folds: what models say is kept, in the store too."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.errors import FitError, InputError, NeedsError

rng = np.random.default_rng(0)
X = rng.normal(size=(150, 3))
Y = (X[:, 0] + rng.normal(size=150) > 0.5).astype(int)
HOLDOUT = eb.plans.holdout(0.4)


class Never(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        raise AssertionError("fitted")

    def predict(self, X):
        raise AssertionError("asked")

    predict_proba = predict


class Picky(GaussianNB):
    def fit(self, X, y):
        if X.shape[0] % 2:
            raise ValueError("odd")
        return super().fit(X, y)


@pytest.mark.parametrize("model", [LogisticRegression(), GaussianNB()])  # one with decision_function, one without
def test_hold_out_auc_is_delong_on_its_test_set(model):
    plan = HOLDOUT.build(150, random_state=0)
    train, test = plan[0]
    result = eb.evaluate(model, X, Y, scoring="roc_auc", plan=plan, random_state=0)
    by_hand = eb.score(model.fit(X[train], Y[train]), X[test], Y[test], scoring="roc_auc")
    assert result.method == by_hand.method == "delong"
    assert (result.estimate, result.low, result.high) == (by_hand.estimate, by_hand.low, by_hand.high)
    assert result.estimate == pytest.approx(roc_auc_score(Y[test], model.predict_proba(X[test])[:, 1]))
    assert "trained on these 90 examples" in result.target and result.n_fits == 1


def test_f1_and_any_other_scorer():
    plan = HOLDOUT.build(150, random_state=0)
    train, test = plan[0]
    said = GaussianNB().fit(X[train], Y[train]).predict(X[test])
    f1 = eb.evaluate(GaussianNB(), X, Y, scoring="f1", plan=plan)
    assert (f1.method, f1.estimate) == ("f1_delta", pytest.approx(f1_score(Y[test], said)))
    few = {"n_draws": 200}
    balanced = eb.evaluate(GaussianNB(), X, Y, scoring="balanced_accuracy", plan=plan, options=few)
    assert (balanced.method, balanced.estimate) == (
        "bootstrap_bca", pytest.approx(balanced_accuracy_score(Y[test], said)))  # fmt: skip
    assert balanced.low < balanced.estimate < balanced.high


def test_two_models_are_paired_on_the_test_set():
    names = {"plan": HOLDOUT.build(150, random_state=1), "scoring": "roc_auc", "random_state": 0}
    a, b = GaussianNB(), RandomForestClassifier(5)
    result = eb.compare(a, b, X, Y, **names)
    assert result.method == "delong" and result.low < result.estimate < result.high
    assert result.details["auc_a"] - result.details["auc_b"] == pytest.approx(result.estimate)
    assert eb.compare(b, a, X, Y, **names).estimate == -result.estimate


def test_cv_auc_is_the_mean_over_the_folds():
    scores = eb.collect({"nb": GaussianNB()}, X, Y, scoring="roc_auc", cv=5, random_state=0)  # one number per fold
    result = eb.evaluate(GaussianNB(), X, Y, scoring="roc_auc", cv=5, random_state=0, method="cv_auc")
    assert result.estimate == pytest.approx(scores.values.mean())
    assert "models fitted here" in result.target
    assert eb.infer(scores).method == "corrected_t"  # the default stays
    both = eb.collect({"nb": GaussianNB()}, X, Y, scoring="roc_auc", methods=["cv_auc", "corrected_t"], random_state=0)
    assert eb.infer(both, method="cv_auc").n_splits == 10 and eb.infer(both, method="corrected_t").n_splits == 25
    two = eb.compare(GaussianNB(), LogisticRegression(), X, Y, scoring="roc_auc", cv=5, method="cv_auc", random_state=0)
    assert two.low < two.estimate < two.high


@pytest.mark.parametrize("labels", [("no", "yes it is"), (3, 7), (False, True)])
def test_any_two_labels(labels):
    named = np.array(labels)[Y]
    plain = eb.evaluate(GaussianNB(), X, Y, scoring="roc_auc", cv=5, random_state=0, method="cv_auc")
    result = eb.evaluate(GaussianNB(), X, named, scoring="roc_auc", cv=5, random_state=0, method="cv_auc")
    assert (result.low, result.high) == (plain.low, plain.high)


def test_the_store_keeps_what_was_said(tmp_path):
    how = {"scoring": "roc_auc", "cv": 5, "random_state": 0, "store": tmp_path / "runs.db"}
    forest = RandomForestClassifier(3)
    first, again = (eb.evaluate(forest, X, Y, method="cv_auc", **how) for _ in range(2))
    assert (first.details["resumed_fits"], again.details["resumed_fits"]) == (0, 5)
    assert (first.low, first.high) == (again.low, again.high)
    folds = eb.evaluate(forest, X, Y, **how)  # one number per fold follows from what was said
    assert folds.details["resumed_fits"] == 5 and folds.estimate == pytest.approx(first.estimate)
    other = {**how, "cv": None, "plan": HOLDOUT, "scoring": "balanced_accuracy", "options": {"n_draws": 200}}
    assert any("not kept in the store" in note for note in eb.evaluate(forest, X, Y, **other).notes)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"method": "delong", "scoring": "f1", "plan": HOLDOUT}, "delong .* is for scoring='roc_auc'; got 'f1'"),
        ({"method": "f1_delta", "scoring": "roc_auc"}, "f1_delta .* is for scoring='f1'"),
        ({"method": "cv_auc"}, "cv_auc .* is for scoring='roc_auc'; got a loss"),
        ({"method": "cv_auc", "scoring": "roc_auc", "plan": eb.plans.kfold(5, 2)}, "not for repeated ones"),
        ({"method": "holdout_t", "scoring": "roc_auc", "plan": HOLDOUT}, "Try method='delong'"),
        ({"method": "wilson", "scoring": "f1", "plan": HOLDOUT}, "Try method='f1_delta'"),
    ],
)
def test_what_does_not_go_together_is_refused_before_any_fit(how, said):
    with pytest.raises(NeedsError, match=said):
        eb.evaluate(Never(), X, Y, **how)


def test_labels_that_the_scorer_does_not_know_are_refused_before_any_fit():
    for y, scoring, said in (
        (np.arange(150) % 3, "roc_auc", "two classes; y has 3"),
        (np.where(Y, "a", "b"), "f1", "must know which label is positive"),
    ):
        with pytest.raises(InputError, match=said):
            eb.evaluate(Never(), X, y, scoring=scoring, plan=HOLDOUT)


def test_a_model_that_fails_is_named():
    with pytest.raises(FitError, match="Model 'model' failed in split"):
        eb.evaluate(Picky(), X[:149], Y[:149], scoring="balanced_accuracy", plan=eb.plans.holdout(50))
    with pytest.raises(FitError, match="odd") as caught:
        eb.evaluate(Picky(), X[:147], Y[:147], scoring="roc_auc", cv=5, method="cv_auc", random_state=0)
    kept = caught.value.scores
    assert kept is None or (kept.loss, kept.greater_is_better) == ("roc_auc", True)
