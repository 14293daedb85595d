"""Every shared model on hundreds of flawed data sets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.run.shared import (
    test_dummy,
    test_encoded_columns,
    test_fixed_steps,
    test_gaussian_nb,
    test_kernel,
    test_lasso,
    test_lda,
    test_lean_trees,
    test_logistic,
    test_logistic_lbfgs,
    test_logistic_steps,
    test_nearest_centroid,
    test_neighbors,
    test_ols,
    test_pca,
    test_poisson,
    test_poisson_lbfgs,
    test_qda,
    test_ridge,
    test_ridge_cv,
)
from tests.run.shared.agreement import PLANS, assert_same_labels, assert_same_predictions, predictions, problems

from errbar.run.shared import neighbors

REGRESSORS = [
    *test_ridge.REGRESSORS.values(),
    *test_ridge_cv.MODELS.values(),
    *test_kernel.MODELS.values(),
    *test_lasso.MODELS.values(),
    *test_fixed_steps.REGRESSORS.values(),
    *test_pca.REGRESSORS.values(),
    *test_ols.MODELS.values(),
    *test_neighbors.REGRESSORS.values(),
    *map(test_neighbors.scaled, test_neighbors.REGRESSORS.values()),
    *test_dummy.REGRESSORS.values(),
]
CLASSIFIERS = [
    *test_ridge.CLASSIFIERS.values(),
    *test_gaussian_nb.MODELS.values(),
    *test_lda.MODELS.values(),
    *test_qda.MODELS.values(),
    *test_fixed_steps.CLASSIFIERS.values(),
    *test_pca.CLASSIFIERS.values(),
    *test_logistic.EVERY.values(),
    *test_logistic_steps.MODELS.values(),
    *test_logistic_lbfgs.MODELS.values(),
    *test_nearest_centroid.MODELS.values(),
    *test_neighbors.CLASSIFIERS.values(),
    *map(test_neighbors.scaled, test_neighbors.CLASSIFIERS.values()),
    *test_dummy.CLASSIFIERS.values(),
]
COUNTING = [*test_poisson.EVERY.values(), *test_poisson_lbfgs.MODELS.values()]


@pytest.fixture(autouse=True)
def always_worth_it(monkeypatch):
    monkeypatch.setattr(neighbors, "WORTH", 0)


@pytest.mark.slow
@pytest.mark.parametrize("model", REGRESSORS, ids=str)
@given(problems())
@settings(max_examples=150)
def test_predictions(model, problem):
    X, value, _, plan = problem
    assert_same_predictions(model, X, value, PLANS[plan])


@pytest.mark.slow
@pytest.mark.parametrize("model", CLASSIFIERS, ids=str)
@given(problems())
@settings(max_examples=150)
def test_labels(model, problem):
    X, _, label, plan = problem
    assert_same_labels(model, X, label, PLANS[plan])


@pytest.mark.slow
@pytest.mark.parametrize("name", test_encoded_columns.REGRESSORS)
@given(problems(), st.sampled_from([0.0, 0.05]))
@settings(max_examples=150)
def test_predictions_from_columns(name, problem, rare):
    X, value, _, plan = problem
    assert_same_predictions(
        test_encoded_columns.REGRESSORS[name], test_encoded_columns.with_text(X, 1, rare), value, PLANS[plan]
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", test_encoded_columns.CLASSIFIERS)
@given(problems(), st.sampled_from([0.0, 0.05]))
@settings(max_examples=150)
def test_labels_from_columns(name, problem, rare):
    X, _, label, plan = problem
    assert_same_labels(
        test_encoded_columns.CLASSIFIERS[name], test_encoded_columns.with_text(X, 1, rare), label, PLANS[plan]
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", test_lean_trees.CLASSIFIERS)
@given(problems())
@settings(max_examples=150)
def test_trees_of_labels(name, problem):
    X, _, label, plan = problem
    test_lean_trees.assert_same_bytes(test_lean_trees.CLASSIFIERS[name], X, label, PLANS[plan], predictions)


@pytest.mark.slow
@pytest.mark.parametrize("name", test_lean_trees.REGRESSORS)
@given(problems())
@settings(max_examples=150)
def test_trees_of_numbers(name, problem):
    X, value, _, plan = problem
    test_lean_trees.assert_same_bytes(test_lean_trees.REGRESSORS[name], X, value, PLANS[plan], predictions)


@pytest.mark.slow
@pytest.mark.parametrize("model", COUNTING, ids=str)
@given(problems())
@settings(max_examples=150)
def test_predicted_counts(model, problem):
    X, value, _, plan = problem
    assert_same_predictions(model, X, test_poisson.counts(value), PLANS[plan])
