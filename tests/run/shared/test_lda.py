"""LinearDiscriminantAnalysis from shared within-class Gram matrices."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_labels, assert_same_losses, path, problems, sound

MODELS = {
    "plain": LinearDiscriminantAnalysis(),
    "scaled": make_pipeline(StandardScaler(), LinearDiscriminantAnalysis()),
}
SHARED = "shared: linear discriminant analysis"


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_labels(MODELS[name], X, label, PLANS[plan])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("loss", ["log", "brier"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_probabilities(name, loss, n_classes):
    X, _, label = sound(n_classes)
    assert path(assert_same_losses(MODELS[name], X, label, PLANS["halvings"], loss)) == SHARED


@pytest.mark.parametrize("loss", ["logistic", "linear_soft"])
def test_decision_function(loss):
    X, _, label = sound()
    assert path(assert_same_losses(MODELS["plain"], X, label, PLANS["nested"], loss)) == SHARED


def test_class_means_on_a_line_leave_the_thin_direction_to_scikit_learn():
    X, _, _ = sound(3)
    X = X[np.repeat(np.arange(20), 9)]
    X[:, 0] += np.tile(np.repeat([0.0, 1.0, 2.0], 3), 20)
    y = np.tile(np.repeat([0, 1, 2], 3), 20)
    scores = assert_same_labels(MODELS["plain"], X, y, PLANS["subsample"])
    assert path(scores) != "scikit-learn"


def test_constant_columns_decline():
    X, _, label = sound()
    X[:, 2] = 0.1
    assert path(assert_same_labels(MODELS["plain"], X, label, PLANS["subsample"])) == "scikit-learn"
