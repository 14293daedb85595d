"""GaussianNB from shared class sums: labels equal, probabilities to the tenth digit."""

import pytest
from hypothesis import given, settings
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_labels, assert_same_losses, path, problems, sound

MODELS = {
    "plain": GaussianNB(),
    "smoothed": GaussianNB(var_smoothing=0.1),
    "scaled": make_pipeline(StandardScaler(), GaussianNB()),
}


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
    scores = assert_same_losses(MODELS[name], X, label, PLANS["halvings"], loss)
    assert path(scores) == "shared: gaussian naive bayes"


def test_a_class_that_training_sets_miss_is_never_predicted():
    X, _, label = sound()
    label[:] = 0
    label[5] = 1
    scores = assert_same_labels(GaussianNB(), X, label, PLANS["subsample"])
    assert path(scores) == "shared: gaussian naive bayes"
