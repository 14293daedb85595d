"""Steps that do to a row the same whatever is trained on, in front of shared models."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, Normalizer, PolynomialFeatures, StandardScaler
from tests.run.shared.agreement import (
    EXAMPLES,
    PLANS,
    assert_same_labels,
    assert_same_predictions,
    both_ways,
    path,
    problems,
    sound,
)

REGRESSORS = {
    "imputed": make_pipeline(SimpleImputer(), LinearRegression()),
    "imputed and scaled": make_pipeline(SimpleImputer(strategy="median"), StandardScaler(), Ridge()),
    "polynomial": make_pipeline(PolynomialFeatures(2, include_bias=False), Ridge()),
    "both": make_pipeline(SimpleImputer(), PolynomialFeatures(2), StandardScaler(), Ridge(10.0)),
}
CLASSIFIERS = {"normed": make_pipeline(Normalizer(), LinearDiscriminantAnalysis())}


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
def test_sound_data_never_fall_back(name):
    X, value, _ = sound()
    found = path(assert_same_predictions(REGRESSORS[name], X, value, PLANS["halvings"]))
    assert found in ("shared: ridge", "shared: least squares")


def test_what_depends_on_the_rows_trained_on_goes_through_scikit_learn():
    X, value, _ = sound()
    holed = np.where(np.random.default_rng(0).random(X.shape) < 0.1, np.nan, X)
    for model, table in (
        (make_pipeline(SimpleImputer(), Ridge()), holed),
        (make_pipeline(SimpleImputer(missing_values=0), Ridge()), X),
        (make_pipeline(MinMaxScaler(), Ridge()), X),
    ):
        ours, theirs = both_ways(model, table, value, PLANS["halvings"])
        assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()
