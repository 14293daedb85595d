"""PoissonRegressor takes scikit-learn's Newton steps and gives its predictions, at its default tolerance, on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import PoissonRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_predictions, both_ways, path, problems, sound

from errbar.run.shared import newton_cholesky

MODELS = {
    "newton": PoissonRegressor(solver="newton-cholesky"),
    "hardly any penalty": PoissonRegressor(alpha=1e-3, solver="newton-cholesky"),
    "no penalty": PoissonRegressor(alpha=0, solver="newton-cholesky"),
    "loose": PoissonRegressor(alpha=0.1, solver="newton-cholesky", tol=1e-2),
    "no intercept": PoissonRegressor(alpha=0.2, fit_intercept=False, solver="newton-cholesky"),
    "scaled": make_pipeline(StandardScaler(), PoissonRegressor(alpha=0.1, solver="newton-cholesky")),
}
TIGHT = {"tight": PoissonRegressor(alpha=0.1, solver="newton-cholesky", tol=1e-8)}
EVERY = MODELS | TIGHT


def counts(value):
    """A count for each number: some are 0, a few are large."""
    spread = (value - value.mean()) / (value.std() or 1.0)
    return np.random.default_rng(0).poisson(np.exp(np.clip(0.5 * spread + 0.5, -20, 5)))


@pytest.mark.parametrize("name", EVERY)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_predictions_are_scikit_learns(name, problem):
    X, value, _, plan = problem
    assert_same_predictions(EVERY[name], X, counts(value), PLANS[plan])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(name, plan):
    X, value, _ = sound()
    assert path(assert_same_predictions(MODELS[name], X, counts(value), PLANS[plan])) == "shared: poisson regression"


def test_steps_that_are_halved(monkeypatch):
    """From nothing the first step goes too far, and scikit-learn takes half of it, or a quarter."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 2))
    y = rng.poisson(np.exp(2 * X[:, 0] + 1))
    model = PoissonRegressor(alpha=1e-4, fit_intercept=False, solver="newton-cholesky")
    assert path(assert_same_predictions(model, X, y, PLANS["subsample"])) == "shared: poisson regression"
    monkeypatch.setattr(newton_cholesky, "HALVINGS", 1)
    scores = assert_same_predictions(model, X, y, PLANS["subsample"])
    assert path(scores) == "shared: poisson regression, 5 of 5 splits through scikit-learn"


def test_a_tight_tolerance_leaves_to_scikit_learn_what_rounding_decides():
    """Where the loss falls by less than its rounding, whether to go half a step is chance."""
    X, value, _ = sound()
    for plan in PLANS.values():
        assert path(assert_same_predictions(TIGHT["tight"], X, counts(value), plan)).startswith("shared: poisson")


def test_a_descent_that_does_not_end_warns_as_scikit_learns_does():
    X, value, _ = sound()
    model = PoissonRegressor(alpha=0.01, solver="newton-cholesky", max_iter=1, tol=1e-7)
    ours, theirs = both_ways(model, X, counts(value), PLANS["subsample"])
    assert path(ours) == "shared: poisson regression, 5 of 5 splits through scikit-learn"
    assert ours.items.tobytes() == theirs.items.tobytes() and ours.notes == theirs.notes != ()


@pytest.mark.parametrize(
    "model",
    [PoissonRegressor(tol=1e-8), PoissonRegressor(solver="newton-cholesky", warm_start=True)],
    ids=str,
)
def test_what_steps_aside(model):
    X, value, _ = sound()
    ours, theirs = both_ways(model, X, counts(value), PLANS["subsample"])
    assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()


def test_negative_counts_are_refused_by_scikit_learn():
    X, value, _ = sound()
    ours, theirs = both_ways(MODELS["newton"], X, value - 100, PLANS["subsample"])
    assert isinstance(ours, str) and ours == theirs
