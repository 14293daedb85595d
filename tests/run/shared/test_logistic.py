"""LogisticRegression, all splits at once: scikit-learn's labels, on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_labels, both_ways, path, problems, sound

import errbar as eb

MODELS = {
    "logistic": LogisticRegression(tol=1e-6, max_iter=1000),
    "newton": LogisticRegression(C=0.1, solver="newton-cholesky", tol=1e-8),
    "weak penalty": LogisticRegression(C=100.0, solver="newton-cg", tol=1e-7, max_iter=500),
    "no intercept": LogisticRegression(fit_intercept=False, tol=1e-6, max_iter=1000),
    "scaled": make_pipeline(StandardScaler(), LogisticRegression(tol=1e-6, max_iter=1000)),
}
LOOSE = {  # what their tolerance leaves open is more than an example or two
    "loose": LogisticRegression(tol=1e-5),
    "loose, scaled": make_pipeline(StandardScaler(), LogisticRegression(tol=1e-5)),
    "loose newton": LogisticRegression(solver="newton-cholesky", tol=1e-5),
    "strong penalty": LogisticRegression(C=0.01, solver="newton-cg", tol=1e-5),
}
EVERY = MODELS | LOOSE


@pytest.mark.parametrize("name", EVERY)
@given(problems())
@settings(max_examples=EXAMPLES // 2)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_labels(EVERY[name], X, label, PLANS[plan])


@pytest.mark.parametrize("name", LOOSE)
def test_loose_tolerances_share_what_is_clear(name):
    """And leave to scikit-learn what is not: some splits, or all of them where most would be."""
    X, _, label = sound()
    found = {path(assert_same_labels(LOOSE[name], X, label, plan)) for plan in PLANS.values()}
    assert any(one.startswith("shared: logistic regression") for one in found)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(name, plan):
    X, _, label = sound()
    assert path(assert_same_labels(MODELS[name], X, label, PLANS[plan])) == "shared: logistic regression"


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("n_classes", [3, 5])
def test_more_classes_are_shared(name, n_classes):
    X, _, label = sound(n_classes)
    scores = assert_same_labels(MODELS[name], X, label, PLANS["subsample"])
    assert path(scores) == "shared: logistic regression"


@pytest.mark.parametrize(
    "model",
    [
        LogisticRegression(tol=1e-7, max_iter=3),
        LogisticRegression(tol=1e-7, class_weight="balanced"),
        LogisticRegression(tol=1e-7, solver="saga"),
        LogisticRegression(tol=1e-7, C=np.inf),
    ],
    ids=str,
)
def test_what_steps_aside(model):
    X, _, label = sound()
    ours, theirs = both_ways(model, X, label, PLANS["subsample"])
    assert path(ours) == "scikit-learn" and np.array_equal(ours.items, theirs.items)


def test_probabilities_step_aside():
    X, _, label = sound()
    ours, theirs = both_ways(MODELS["newton"], X, label, PLANS["subsample"], loss="log")
    assert path(ours) == "scikit-learn" and np.array_equal(ours.items, theirs.items)


def test_an_example_on_the_boundary_goes_through_scikit_learn():
    """Mirrored data: the boundary goes through the origin, where one example is."""
    rng = np.random.default_rng(0)
    half = rng.normal(size=(60, 3)) + 0.3
    X = np.concatenate((half, -half, np.zeros((1, 3))))
    y = np.concatenate((np.ones(60, dtype=int), np.zeros(60, dtype=int), [1]))
    model = LogisticRegression(fit_intercept=False, tol=1e-8, solver="newton-cholesky")
    scores = assert_same_labels(model, X, y, PLANS["halves"])
    assert path(scores) == "shared: logistic regression, 2 of 4 splits through scikit-learn"


@pytest.mark.parametrize("n_classes", [2, 4])
def test_labels_are_those_of_the_optimum(n_classes):
    """Solved tightly by scikit-learn itself, the labels are the same."""
    X, _, label = sound(n_classes)
    ours = eb.collect({"m": MODELS["logistic"]}, X, label, plan=PLANS["halvings"], random_state=0)
    tight = LogisticRegression(solver="newton-cholesky", tol=1e-12, max_iter=1000)
    theirs = eb.collect({"m": tight}, X, label, plan=PLANS["halvings"], random_state=0, shared=False)
    assert np.array_equal(ours.items, theirs.items)


def test_the_default_of_evaluate_is_not_another_one():
    X, _, label = sound()
    one = eb.evaluate(MODELS["logistic"], X, label, random_state=0)
    assert one.method == eb.evaluate(LogisticRegression(), X, label, random_state=0).method


def test_where_scikit_learn_ends_before_its_tolerance_it_is_asked():
    """With one feature of 1e16 its search stops after a few steps, far from the optimum."""
    rng = np.random.default_rng(0)
    X, label = 1e4 * rng.normal(size=(30, 1)), np.arange(30) % 5 < 2
    X[3] = 1e16
    assert path(assert_same_labels(MODELS["logistic"], X, label.astype(int), PLANS["halves"])) == "scikit-learn"
