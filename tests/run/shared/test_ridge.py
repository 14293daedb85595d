"""Ridge and RidgeClassifier from shared Gram matrices give scikit-learn's answers on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import Ridge, RidgeClassifier
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

REGRESSORS = {
    "ridge": Ridge(),
    "no intercept": Ridge(0.1, fit_intercept=False),
    "hardly any penalty": Ridge(1e-6),
    "scaled": make_pipeline(StandardScaler(), Ridge()),
}
CLASSIFIERS = {"ridge": RidgeClassifier(), "scaled": make_pipeline(StandardScaler(), RidgeClassifier(0.5))}


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
@pytest.mark.parametrize("loss", ["logistic", "linear_soft"])
def test_decision_function(name, loss):
    X, _, label = sound()
    scores = assert_same_losses(CLASSIFIERS[name], X, label, PLANS["halvings"], loss)
    assert path(scores) == "shared: ridge"


@pytest.mark.parametrize("name", REGRESSORS)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(name, plan):
    X, value, _ = sound()
    assert path(assert_same_predictions(REGRESSORS[name], X, value, PLANS[plan])) == "shared: ridge"


def test_one_outlier_falls_back_only_where_it_is_tested():
    X, value, _ = sound()
    X[7, 0] = 1e9
    scores = assert_same_predictions(Ridge(), X, value, PLANS["subsample"])
    tested = sum(bool(np.isin(7, test)) for _, test in scores.plan)
    assert path(scores) == f"shared: ridge, {tested} of 5 splits through scikit-learn"


def test_few_rows_far_from_zero_without_intercept():
    """Rows of high leverage: rounding grows with it, and once showed in the tenth digit of a loss."""
    rng = np.random.default_rng(0)
    for _ in range(60):
        rows = 100 + rng.normal(size=(14, 4))
        rows[:, 2] = 100 + (rng.random(14) < 0.15)
        X = rows[rng.integers(14, size=36)]
        y = X @ [1.0, -1.0, 0.3, -1.3] + rng.normal(size=36)
        assert_same_predictions(Ridge(alpha=0.1, fit_intercept=False), X, y, PLANS["discarding"])
