"""PCA in front of linear models gives scikit-learn's answers, on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Lasso, LinearRegression, Ridge, RidgeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import (
    EXAMPLES,
    PLANS,
    assert_same_labels,
    assert_same_losses,
    assert_same_predictions,
    both_ways,
    path,
    problems,
    sound,
)

import errbar as eb

REGRESSORS = {
    "one direction": make_pipeline(PCA(1), Ridge()),
    "scaled": make_pipeline(StandardScaler(), PCA(2), LinearRegression()),
    "all directions": make_pipeline(PCA(), Ridge(0.1)),
    "imputed, scaled": make_pipeline(SimpleImputer(), StandardScaler(), PCA(1, svd_solver="full"), Ridge(5.0)),
}
CLASSIFIERS = {
    "ridge": make_pipeline(PCA(1), RidgeClassifier()),
    "discriminant": make_pipeline(StandardScaler(), PCA(2), LinearDiscriminantAnalysis()),
}


@pytest.mark.parametrize("name", REGRESSORS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_predictions_are_scikit_learns(name, problem):
    X, value, _, plan = problem
    assert_same_predictions(REGRESSORS[name], X, value, PLANS[plan])


@pytest.mark.parametrize("name", CLASSIFIERS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_labels(CLASSIFIERS[name], X, label, PLANS[plan])


@pytest.mark.parametrize("name", REGRESSORS)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(name, plan):
    X, value, _ = sound()
    found = path(assert_same_predictions(REGRESSORS[name], X, value, PLANS[plan]))
    assert found in ("shared: ridge", "shared: least squares")


@pytest.mark.parametrize("n_classes", [2, 3])
def test_classes_and_probabilities(n_classes):
    X, _, label = sound(n_classes)
    assert path(assert_same_losses(CLASSIFIERS["discriminant"], X, label, PLANS["halvings"], "log")).startswith(
        "shared"
    )
    assert path(assert_same_labels(CLASSIFIERS["ridge"], X, label, PLANS["halvings"])) == "shared: ridge"


def test_directions_too_close_to_choose_between_are_left_to_scikit_learn():
    X = np.vstack((np.eye(3), -np.eye(3))).repeat(20, axis=0) * [1.0, 1.0, 0.1]
    y = X[:, 0] + np.random.default_rng(0).normal(size=120)
    scores = assert_same_predictions(make_pipeline(PCA(1), Ridge()), X, y, eb.plans.kfold(4, 1))
    assert path(scores).startswith("shared: ridge")


@pytest.mark.parametrize(
    "model",
    [
        make_pipeline(PCA(0.9), Ridge()),
        make_pipeline(PCA(2, whiten=True), Ridge()),
        make_pipeline(PCA(2, svd_solver="randomized", random_state=0), Ridge()),
        make_pipeline(PCA(2), StandardScaler(), Ridge()),
        make_pipeline(PCA(2), Lasso(0.1)),
        make_pipeline(PCA(2), Ridge(fit_intercept=False)),
    ],
    ids=str,
)
def test_what_steps_aside(model):
    X, value, _ = sound()
    ours, theirs = both_ways(model, X, value, PLANS["subsample"])
    assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()


def test_the_default_of_evaluate_stays():
    X, value, _ = sound()
    assert eb.evaluate(REGRESSORS["scaled"], X, value, random_state=0).n_splits == 25
