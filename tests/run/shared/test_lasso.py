"""Lasso and ElasticNet take scikit-learn's steps and give its predictions, at its default tolerance, on flawed data too."""

import pytest
from hypothesis import given, settings
from sklearn.linear_model import ElasticNet, Lasso
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_predictions, both_ways, path, problems, sound

MODELS = {
    "lasso": Lasso(0.1),
    "hardly any penalty": Lasso(1e-3),
    "loose": Lasso(0.05, tol=1e-2),
    "no intercept": Lasso(0.2, fit_intercept=False),
    "elastic net": ElasticNet(0.1),
    "mostly squares": ElasticNet(0.05, l1_ratio=0.1, tol=1e-6),
    "scaled": make_pipeline(StandardScaler(), Lasso(0.1)),
    "scaled elastic net": make_pipeline(StandardScaler(), ElasticNet(0.3, l1_ratio=0.7)),
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
    assert path(assert_same_predictions(MODELS[name], X, value, PLANS[plan])) in (
        "shared: lasso",
        "shared: elastic net",
    )


def test_a_penalty_that_leaves_nothing():
    X, value, _ = sound()
    assert path(assert_same_predictions(Lasso(1e3), X, value, PLANS["halvings"])) == "shared: lasso"


def test_a_descent_that_does_not_end_warns_as_scikit_learns_does():
    X, value, _ = sound()
    ours, theirs = both_ways(Lasso(1e-3, max_iter=3, tol=1e-7), X, value, PLANS["subsample"])
    assert path(ours) == "shared: lasso, 5 of 5 splits through scikit-learn"
    assert ours.items.tobytes() == theirs.items.tobytes() and ours.notes == theirs.notes != ()


@pytest.mark.parametrize(
    "model",
    [
        Lasso(0.0),
        Lasso(positive=True),
        Lasso(selection="random"),
        Lasso(precompute=True),
        Lasso(tol=1e-12),
        ElasticNet(l1_ratio=0),
    ],
    ids=str,
)
def test_what_steps_aside(model):
    X, value, _ = sound()
    ours, theirs = both_ways(model, X, value, PLANS["subsample"])
    assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()
