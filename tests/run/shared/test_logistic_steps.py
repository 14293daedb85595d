"""LogisticRegression by scikit-learn's own Newton steps, at its default tolerance: the same labels, on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_labels, both_ways, path, problems, sound

MODELS = {
    "newton": LogisticRegression(solver="newton-cholesky"),
    "weak penalty": LogisticRegression(C=100.0, solver="newton-cholesky", tol=1e-3),
    "strong penalty": LogisticRegression(C=0.01, solver="newton-cholesky"),
    "very loose": LogisticRegression(solver="newton-cholesky", tol=0.05),
    "no intercept": LogisticRegression(fit_intercept=False, solver="newton-cholesky"),
    "scaled": make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky")),
}


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_labels(MODELS[name], X, label, PLANS[plan])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(name, plan):
    X, _, label = sound()
    assert path(assert_same_labels(MODELS[name], X, label, PLANS[plan])) == "shared: logistic regression"


def test_scores_are_scikit_learns_to_the_tenth_digit(monkeypatch):
    """Not only their signs: on each split of all data, from the coefficients themselves."""
    from errbar.run.shared import logistic_steps

    X, _, label = sound()
    found, told = [], logistic_steps.descend
    monkeypatch.setattr(logistic_steps, "descend", lambda *asked: (told(*asked), found.append(asked))[0])
    scores = assert_same_labels(MODELS["newton"], X, label, PLANS["subsample"])
    (design, _, _, step, splits), *_ = found
    for place, number in enumerate(step.batch.numbers):
        train, test = scores.plan[number]
        theirs = LogisticRegression(solver="newton-cholesky").fit(X[train], label[train]).decision_function(X[test])
        np.testing.assert_allclose(design.rows[test] @ splits.found[place], theirs, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(
    ("model", "n_classes"),
    [
        (LogisticRegression(solver="newton-cholesky"), 3),
        (LogisticRegression(solver="newton-cg"), 2),
        (LogisticRegression(solver="newton-cholesky", class_weight="balanced"), 2),
    ],
    ids=str,
)
def test_what_steps_aside(model, n_classes):
    X, _, label = sound(n_classes)
    ours, theirs = both_ways(model, X, label, PLANS["subsample"])
    assert path(ours) == "scikit-learn" and np.array_equal(ours.items, theirs.items)


def test_a_descent_that_does_not_end_warns_as_scikit_learns_does():
    X, _, label = sound()
    model = LogisticRegression(solver="newton-cholesky", max_iter=1)
    ours, theirs = both_ways(model, X, label, PLANS["subsample"])
    assert path(ours) == "shared: logistic regression, 5 of 5 splits through scikit-learn"
    assert np.array_equal(ours.items, theirs.items) and ours.notes == theirs.notes != ()


def test_an_example_on_the_boundary_goes_through_scikit_learn():
    """Mirrored data: the boundary goes through the origin, where one example is."""
    half = np.random.default_rng(0).normal(size=(60, 3)) + 0.3
    X = np.concatenate((half, -half, np.zeros((1, 3))))
    y = np.concatenate((np.ones(60, dtype=int), np.zeros(60, dtype=int), [1]))
    scores = assert_same_labels(MODELS["no intercept"], X, y, PLANS["halves"])
    assert path(scores) == "shared: logistic regression, 2 of 4 splits through scikit-learn"
