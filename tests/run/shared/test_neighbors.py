"""Nearest neighbours from one ranking: ties and lists that run out are left to whoever can tell."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import (
    EXAMPLES,
    PLANS,
    assert_same_labels,
    assert_same_losses,
    assert_same_predictions,
    path,
    problems,
    sound,
)

import errbar as eb
from errbar.run.shared import neighbors
from errbar.run.shared.nearest_first import NearestFirst

CLASSIFIERS = {
    "3": KNeighborsClassifier(3),
    "4, brute": KNeighborsClassifier(4, algorithm="brute"),
    "2, manhattan": KNeighborsClassifier(2, metric="manhattan"),
}
REGRESSORS = {
    "3": KNeighborsRegressor(3),
    "1, chebyshev": KNeighborsRegressor(1, p=np.inf),
    "2, p=3": KNeighborsRegressor(2, p=3),
}


@pytest.fixture(autouse=True)
def always_worth_it(monkeypatch):
    monkeypatch.setattr(neighbors, "WORTH", 0)


def scaled(model):
    return make_pipeline(StandardScaler(), model)


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("prepare", [lambda model: model, scaled], ids=["plain", "scaled"])
@given(problems())
@settings(max_examples=EXAMPLES)
def test_labels_are_scikit_learns(prepare, name, problem):
    X, _, label, plan = problem
    assert_same_labels(prepare(CLASSIFIERS[name]), X, label, PLANS[plan])


@pytest.mark.parametrize("name", REGRESSORS)
@pytest.mark.parametrize("prepare", [lambda model: model, scaled], ids=["plain", "scaled"])
@given(problems())
@settings(max_examples=EXAMPLES)
def test_predictions_are_scikit_learns(prepare, name, problem):
    X, value, _, plan = problem
    assert_same_predictions(prepare(REGRESSORS[name]), X, value, PLANS[plan])


@pytest.mark.parametrize("prepare", [lambda model: model, scaled], ids=["plain", "scaled"])
def test_weighted_features(prepare):
    X, value, _ = sound()
    model = KNeighborsRegressor(3, p=2, metric_params={"w": np.arange(1, X.shape[1] + 1) / 3})
    assert path(assert_same_predictions(prepare(model), X, value, PLANS["subsample"])) == "shared: neighbours"


@pytest.mark.parametrize("loss", ["log", "brier"])
def test_probabilities(loss):
    X, _, label = sound(3)
    scores = assert_same_losses(KNeighborsClassifier(7), X, label, PLANS["subsample"], loss)
    assert path(scores) == "shared: neighbours"


def test_examples_that_run_out_of_ranked_neighbours(monkeypatch):
    """Lists of five hold too few training examples now and then: then longer ones are made."""
    asked = []
    original = NearestFirst.deeper
    monkeypatch.setattr(neighbors, "depth_for", lambda *_: 5)
    monkeypatch.setattr(NearestFirst, "deeper", lambda self, row: asked.append(row) or original(self, row))
    X, _, label = sound(3)
    scores = assert_same_labels(KNeighborsClassifier(3), X, label, PLANS["halvings"])
    assert path(scores) == "shared: neighbours"
    assert asked


def test_more_neighbours_than_examples_fail_as_scikit_learn_does():
    X, value, _ = sound()
    assert assert_same_predictions(KNeighborsRegressor(150), X, value, PLANS["halvings"]) is None


def test_a_ranking_that_costs_more_than_the_splits_is_not_made(monkeypatch):
    monkeypatch.setattr(neighbors, "WORTH", 3)
    X, value, _ = sound()
    few = eb.collect({"m": KNeighborsRegressor()}, X, value, plan=eb.plans.kfold(5), random_state=0)
    assert path(few) == "scikit-learn"
