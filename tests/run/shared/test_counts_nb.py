"""MultinomialNB and BernoulliNB from counts give scikit-learn's answers on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_labels, assert_same_losses, path, problems, sound

MODELS = {
    "multinomial": MultinomialNB(),
    "uniform": MultinomialNB(alpha=0.3, fit_prior=False),
    "bernoulli": BernoulliNB(),
    "bernoulli at 1": BernoulliNB(alpha=0.01, binarize=1.0, fit_prior=False),
}


def counted(X):
    """Whole numbers, none below 0, of a size that sums can hold."""
    return np.minimum(np.abs(np.round(2 * X)), 1e6)


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_labels(MODELS[name], counted(X), label, PLANS[plan])


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=150)
def test_labels_at_length(name, problem):
    X, _, label, plan = problem
    assert_same_labels(MODELS[name], counted(X), label, PLANS[plan])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_sound_data_never_fall_back(name, n_classes):
    X, _, label = sound(n_classes)
    for loss in ("zero_one", "log", "brier"):
        scores = assert_same_losses(MODELS[name], counted(X) + X[:, :1].round() ** 2, label, PLANS["halvings"], loss)
        kind = "bernoulli" if name.startswith("b") else "multinomial"
        assert path(scores) == f"shared: {kind} naive bayes"


@pytest.mark.parametrize(
    "model, X",
    [
        (MultinomialNB(), np.abs(sound()[0])),  # no whole numbers
        (BernoulliNB(binarize=None), counted(sound()[0])),
        (BernoulliNB(alpha=1e-6), counted(sound()[0])),
        (make_pipeline(StandardScaler(), BernoulliNB()), sound()[0]),
    ],
    ids=["fractions", "no flags", "hardly smoothed", "scaled"],
)
def test_what_steps_aside(model, X):
    label = sound()[2]
    assert path(assert_same_labels(model, X, label, PLANS["subsample"])) == "scikit-learn"
