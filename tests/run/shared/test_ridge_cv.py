"""RidgeCV chooses scikit-learn's penalties and gives its predictions, on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import RidgeCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_predictions, path, problems, sound

MODELS = {
    "three": RidgeCV(),
    "many": RidgeCV(np.logspace(-4, 4, 17)),
    "no intercept": RidgeCV(fit_intercept=False),
    "scaled": make_pipeline(StandardScaler(), RidgeCV(alphas=[0.01, 1.0, 100.0])),
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
    assert path(assert_same_predictions(MODELS[name], X, value, PLANS[plan])) == "shared: ridge, penalty chosen"


def test_penalties_too_close_to_choose_between_are_left_to_scikit_learn():
    X, value, _ = sound()
    close = RidgeCV([1.0, 1.0 + 1e-10])
    assert "through scikit-learn" in path(assert_same_predictions(close, X, value, PLANS["halvings"]))
