"""Dummy models from shared counts and sums."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.dummy import DummyClassifier, DummyRegressor
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

REGRESSORS = {
    "mean": DummyRegressor(),
    "median": DummyRegressor(strategy="median"),
    "constant": DummyRegressor(strategy="constant", constant=2),
}
CLASSIFIERS = {
    "prior": DummyClassifier(),
    "most_frequent": DummyClassifier(strategy="most_frequent"),
    "constant": DummyClassifier(strategy="constant", constant=1),
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


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("loss", ["log", "brier"])
def test_probabilities(name, loss):
    X, _, label = sound(3)
    assert path(assert_same_losses(CLASSIFIERS[name], X, label, PLANS["nested"], loss)) == "shared: dummy"


def test_a_constant_that_training_sets_miss_fails_as_in_scikit_learn():
    X, _, label = sound()
    label = np.where(np.arange(label.size) == 3, 1, 0)
    ours, theirs = both_ways(CLASSIFIERS["constant"], X, label, PLANS["subsample"], loss="zero_one")
    assert "must be present in the training data" in ours
    assert ours.split(" (")[0] == theirs.split(" (")[0]


def test_constant_targets():
    X, value, _ = sound()
    assert_same_predictions(DummyRegressor(), X, np.full_like(value, 0.1), PLANS["halvings"])
