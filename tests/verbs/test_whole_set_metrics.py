"""Metrics without a loss per example: who takes them, who refuses, and what an undefined split does."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import f1_score, make_scorer, roc_auc_score
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.errors import FitError, InputError, NeedsError
from errbar.methods import METHODS

rng = np.random.default_rng(0)
X = rng.normal(size=(120, 3))
Y = (X[:, 0] + rng.normal(size=120) > 0).astype(int)
RARE = np.zeros(60, dtype=int)
RARE[:4] = 1


class Never(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        raise AssertionError("fitted")


@pytest.mark.parametrize(
    ("name", "scoring"),
    [
        *(
            pytest.param(n, "roc_auc", marks=[pytest.mark.slow] if n == "replace_one" else [])
            for n, m in METHODS.items()
            if m.needs == "split_scores"
        ),
        ("corrected_t", "f1"),
        ("corrected_t", "neg_root_mean_squared_error"),
    ],
)
def test_split_score_methods_take_them(name, scoring):
    models = (Ridge(), Ridge(5.0)) if scoring.startswith("neg") else (LogisticRegression(), GaussianNB())
    recipe = {
        "subsample": eb.plans.subsample(5, 0.2),
        "halvings": eb.plans.halvings(5, 5, 0.2, half_splits=5),
        "pseudo_bootstrap": eb.plans.pseudo_bootstrap(3, 3, 0.2),
    }.get(METHODS[name].plans[0])
    result = eb.compare(*models, X, Y, scoring=scoring, method=name, plan=recipe, random_state=0)
    assert result.details["greater_is_better"] is True and result.loss == scoring
    assert np.isfinite(result.estimate)


@pytest.mark.parametrize(
    "name",
    [
        n
        for n, m in METHODS.items()
        if m.needs in ("losses", "binary_losses") and "rolling" not in m.plans and set(m.plans) & set(eb.plans.PLANS)
    ],
)
def test_the_others_refuse_and_name_one_that_works(name):
    """Over splits one that reads one number per split, for a hold-out one that reads what models say."""
    two = METHODS[name].compares == "two"
    kind = METHODS[name].plans[0]
    splits = [one for one in METHODS[name].plans if one in eb.plans.PLANS]
    plan = None if kind in splits else eb.plans.PLANS[splits[0]]()
    with pytest.raises(NeedsError, match="one number per split") as caught:
        if two:
            eb.compare(Never(), Never(), X, Y, scoring="roc_auc", method=name, plan=plan, random_state=0)
        else:
            eb.evaluate(Never(), X, Y, scoring="roc_auc", method=name, plan=plan, random_state=0)
    named = str(caught.value).split("method='")[1].split("'")[0]
    assert METHODS[named].needs == "split_scores" or (named == "delong" and "holdout" in splits)


def test_f1_has_a_method_of_its_own_and_so_has_the_area():
    for name, scoring in (("f1_delta", "roc_auc"), ("delong", "f1"), ("cv_auc", "f1")):
        with pytest.raises(NeedsError, match=f"{name} .* is for scoring="):
            eb.evaluate(Never(), X, Y, scoring=scoring, method=name, random_state=0)


@pytest.mark.parametrize("scoring", ["roc_auc", "f1", "average_precision", "balanced_accuracy"])
def test_a_test_set_of_one_class_is_an_error_that_says_to_stratify(scoring):
    plan = eb.plans.subsample(10, 0.1)
    with pytest.raises(InputError, match=r"one class only.*stratify=True"):
        eb.evaluate(Never(), np.zeros((60, 1)), RARE, scoring=scoring, plan=plan, random_state=0)


def test_stratified_splits_are_then_enough():
    plan = eb.plans.subsample(10, 0.25, stratify=True)
    result = eb.evaluate(LogisticRegression(), X[:60], RARE, scoring="roc_auc", plan=plan, random_state=0)
    assert any("stratified" in note for note in result.notes)


def test_accuracy_is_defined_on_one_class():
    plan = eb.plans.subsample(10, 0.1)
    result = eb.evaluate(LogisticRegression(), X[:60], RARE, scoring="accuracy", plan=plan, random_state=0)
    assert 0.5 < result.estimate <= 1


def test_a_scorer_that_gives_nan_is_an_error_that_names_the_split():
    nan = make_scorer(lambda y, p: roc_auc_score(y, p) if len(set(y)) > 1 else float("nan"))
    with pytest.raises(FitError, match=r"split 0.*stratify=True"):
        plan = eb.plans.subsample(10, 0.1)
        eb.evaluate(LogisticRegression(), X[:60], RARE, scoring=nan, plan=plan, random_state=0)


def test_margin_means_worse_by_in_the_scorers_direction():
    result = eb.compare(LogisticRegression(), GaussianNB(), X, Y, scoring="f1", margin=0.9, random_state=0)
    assert result.details["noninferior"] is True and result.details["margin_bound"] < result.estimate


def test_the_value_is_scikit_learns():
    plan = eb.plans.five_by_two().build(120, random_state=0)
    scores = eb.collect({"m": GaussianNB()}, X, Y, scoring="f1", plan=plan)
    for (train, test), value in zip(plan, scores.values[0], strict=True):
        fitted = GaussianNB().fit(X[train], Y[train])
        assert value == pytest.approx(f1_score(Y[test], fitted.predict(X[test])), abs=1e-12)
