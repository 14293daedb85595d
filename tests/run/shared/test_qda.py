"""Quadratic discriminants from class Gram matrices give scikit-learn's labels and losses on flawed data too."""

import pytest
from hypothesis import given, settings
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_labels, assert_same_losses, path, problems, sound

MODELS = {
    "plain": QuadraticDiscriminantAnalysis(),
    "regularised": QuadraticDiscriminantAnalysis(reg_param=0.1),
    "scaled": make_pipeline(StandardScaler(), QuadraticDiscriminantAnalysis(reg_param=0.01)),
}


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_labels(MODELS[name], X, label, PLANS[plan])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("loss", ["log", "brier", "logistic"])
def test_probabilities_and_decisions(name, loss):
    X, _, label = sound()
    scores = assert_same_losses(MODELS[name], X, label, PLANS["halvings"], loss)
    assert path(scores) == "shared: quadratic discriminant analysis"


@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(plan):
    X, _, label = sound(3)
    assert path(assert_same_labels(MODELS["plain"], X, label, PLANS[plan])) == "shared: quadratic discriminant analysis"
