"""NearestCentroid from shared class sums, shrunken or not."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_labels, both_ways, path, problems, sound

MODELS = {
    "plain": NearestCentroid(),
    "shrunken": NearestCentroid(shrink_threshold=0.3),
    "scaled": make_pipeline(StandardScaler(), NearestCentroid()),
    "scaled, shrunken": make_pipeline(StandardScaler(), NearestCentroid(shrink_threshold=0.3)),
}


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_labels(MODELS[name], X, label, PLANS[plan])


@pytest.mark.parametrize("name", MODELS)
def test_sound_data_never_fall_back(name):
    X, _, label = sound(3)
    assert path(assert_same_labels(MODELS[name], X, label, PLANS["halvings"])) == "shared: nearest centroid"


def test_training_sets_of_one_class_fail_as_scikit_learn_does():
    X, _, label = sound()
    label = np.zeros_like(label)
    label[5] = 1
    ours, theirs = both_ways(NearestCentroid(), X, label, PLANS["subsample"], loss="zero_one")
    assert "The number of classes has to be greater than one" in ours
    assert ours.split(" (")[0] == theirs.split(" (")[0]
