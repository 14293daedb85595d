"""Every shared model on hundreds of flawed data sets."""

import pytest
from hypothesis import given, settings
from tests.run.shared import (
    test_dummy,
    test_fixed_steps,
    test_gaussian_nb,
    test_kernel,
    test_lasso,
    test_lda,
    test_logistic,
    test_nearest_centroid,
    test_neighbors,
    test_ols,
    test_qda,
    test_ridge,
    test_ridge_cv,
)
from tests.run.shared.agreement import PLANS, assert_same_labels, assert_same_predictions, problems

from errbar.run.shared import neighbors

REGRESSORS = [
    *test_ridge.REGRESSORS.values(),
    *test_ridge_cv.MODELS.values(),
    *test_kernel.MODELS.values(),
    *test_lasso.MODELS.values(),
    *test_fixed_steps.REGRESSORS.values(),
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
    *test_logistic.EVERY.values(),
    *test_nearest_centroid.MODELS.values(),
    *test_neighbors.CLASSIFIERS.values(),
    *map(test_neighbors.scaled, test_neighbors.CLASSIFIERS.values()),
    *test_dummy.CLASSIFIERS.values(),
]


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
