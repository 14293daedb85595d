"""Kernel ridge and Gaussian processes with a fixed kernel give scikit-learn's predictions, on flawed data too."""

import pytest
from hypothesis import given, settings
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, WhiteKernel
from sklearn.kernel_ridge import KernelRidge
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_predictions, both_ways, path, problems, sound

MODELS = {
    "rbf": KernelRidge(kernel="rbf"),
    "laplacian": KernelRidge(0.1, kernel="laplacian", gamma=0.5),
    "linear": KernelRidge(),
    "process": GaussianProcessRegressor(RBF(1.0, "fixed"), alpha=0.5),
    "process, not fitted": GaussianProcessRegressor(RBF(2.0) + WhiteKernel(0.1), alpha=0.1, optimizer=None),
}


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_predictions_are_scikit_learns(name, problem):
    X, value, _, plan = problem
    assert_same_predictions(MODELS[name], X, value, PLANS[plan])


@pytest.mark.parametrize("name", [name for name in MODELS if name != "linear"])
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_are_shared(name, plan):
    X, value, _ = sound()
    assert path(assert_same_predictions(MODELS[name], X, value, PLANS[plan])).startswith("shared: ")


def test_a_kernel_that_is_fitted_goes_through_scikit_learn():
    X, value, _ = sound()
    for fitted in (GaussianProcessRegressor(RBF(2.0), alpha=0.5), GaussianProcessRegressor(alpha=0.5)):
        ours, theirs = both_ways(fitted, X[:24], value[:24], PLANS["halves"])
        assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()
