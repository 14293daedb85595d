"""LinearRegression from shared Gram matrices: the guard hands over before the tenth digit is lost."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_predictions, path, problems, sound

MODELS = {
    "least squares": LinearRegression(),
    "no intercept": LinearRegression(fit_intercept=False),
    "scaled": make_pipeline(StandardScaler(), LinearRegression()),
}


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_predictions_are_scikit_learns(name, problem):
    X, value, _, plan = problem
    assert_same_predictions(MODELS[name], X, value, PLANS[plan])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(name, plan):
    X, value, _ = sound()
    assert path(assert_same_predictions(MODELS[name], X, value, PLANS[plan])) == "shared: least squares"


@pytest.mark.parametrize("exponent", range(1, 10))
def test_almost_dependent_columns_agree_or_fall_back(exponent):
    X, value, _ = sound()
    X[:, 0] = X[:, 1] + 10.0**-exponent * X[:, 0]
    scores = assert_same_predictions(LinearRegression(), X, value, PLANS["halvings"])
    if exponent > 3:  # scaled condition of the Gram matrix beyond 1e6
        assert path(scores) == "shared: least squares, 6 of 6 splits through scikit-learn"


def test_directions_below_scikit_learns_cut_are_not_used():
    X, value, _ = sound()
    X[:, 0] *= 1e-8
    assert "6 of 6 splits" in path(assert_same_predictions(LinearRegression(), X, value, PLANS["halvings"]))
    scaled = assert_same_predictions(MODELS["scaled"], X, value, PLANS["halvings"])
    assert path(scaled) == "shared: least squares"


def test_more_features_than_examples_decline():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 30)), rng.normal(size=20)
    assert path(assert_same_predictions(LinearRegression(), X, y, PLANS["subsample"])) == "scikit-learn"
