"""PoissonRegressor as it is by default: SciPy's own steps, the same predictions, on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import PoissonRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_predictions, both_ways, path, problems, sound
from tests.run.shared.test_poisson import counts

from errbar.run.shared import lbfgs, poisson

MODELS = {
    "default": PoissonRegressor(),
    "weak penalty": PoissonRegressor(alpha=1e-3),
    "no penalty": PoissonRegressor(alpha=0),
    "loose": PoissonRegressor(alpha=0.1, tol=1e-2),
    "no intercept": PoissonRegressor(alpha=0.2, fit_intercept=False),
    "scaled": make_pipeline(StandardScaler(), PoissonRegressor(alpha=0.1)),
}


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_predictions_are_scikit_learns(name, problem):
    X, value, _, plan = problem
    assert_same_predictions(MODELS[name], X, counts(value), PLANS[plan])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(name, plan):
    X, y = standard()
    assert path(assert_same_predictions(MODELS[name], X, y, PLANS[plan])) == "shared: poisson regression"


def standard():
    """Features about 0 and of size 1."""
    X, value, _ = sound()
    return (X - X.mean(axis=0)) / X.std(axis=0), counts(value)


def test_what_rounding_changes_is_seen_split_by_split(monkeypatch):
    """Of features of unequal sizes: in some splits a hundred times as much as in others."""
    X, value, _ = sound()
    seen, told = [], poisson.predicted
    monkeypatch.setattr(poisson, "predicted", lambda *asked: (seen.append(asked[2]), told(*asked))[1])
    scores = assert_same_predictions(MODELS["default"], X, counts(value), PLANS["few tested"])
    doubts = np.concatenate(seen)
    assert np.unique(doubts).size == doubts.size == 12 and doubts.max() > 10 * doubts.min()
    assert path(scores).startswith("shared: poisson regression")


def test_doubts_are_larger_than_what_is_off(monkeypatch):
    """By as much as is visible the two would differ long after these doubts have sent a split to scikit-learn."""
    X, value, _ = sound()
    y, seen, told = counts(value), [], poisson.predicted
    monkeypatch.setattr(poisson, "predicted", lambda *asked: (seen.append(asked), told(*asked))[1])
    scores, _ = both_ways(MODELS["weak penalty"], X, y, PLANS["nested"])
    for values, step, doubts, declined in seen:
        for place, number in enumerate(step.batch.numbers):
            train, test = scores.plan[number]
            theirs = PoissonRegressor(alpha=1e-3).fit(X[train], y[train]).predict(X[test])
            assert declined[place] or np.abs(values[place] - theirs).max() < doubts[place]


@pytest.mark.parametrize("model", [PoissonRegressor(warm_start=True), PoissonRegressor(tol=1e-9)], ids=str)
def test_what_steps_aside(model):
    X, y = standard()
    ours, theirs = both_ways(model, X, y, PLANS["subsample"])
    assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()


def test_where_rounding_decides_splits_are_left_to_scikit_learn():
    """Columns of very unequal sizes: more steps than can be repeated."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(300, 16))
    y = rng.poisson(np.exp(0.1 * X @ rng.normal(size=16)))
    X *= np.geomspace(0.1, 10, 16)
    model = PoissonRegressor(alpha=1e-4, max_iter=1000)
    assert model.fit(X, y).n_iter_ > lbfgs.MOST_STEPS // 2
    ours, theirs = both_ways(model, X, y, PLANS["halves"])
    assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()


def test_a_descent_that_does_not_end_warns_as_scikit_learns_does():
    X, y = standard()
    ours, theirs = both_ways(PoissonRegressor(max_iter=2), X, y, PLANS["subsample"])
    assert path(ours) == "scikit-learn"
    assert ours.items.tobytes() == theirs.items.tobytes() and ours.notes == theirs.notes != ()


def test_another_scikit_learn_would_be_noticed(monkeypatch):
    """Steps that are not those of the installed version: all splits go through it."""
    X, y = standard()
    monkeypatch.setattr(lbfgs, "MEMORY", 2)
    ours, theirs = both_ways(MODELS["default"], X, y, PLANS["subsample"])
    assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()


def test_negative_counts_are_refused_by_scikit_learn():
    X, y = standard()
    ours, theirs = both_ways(MODELS["default"], X, y - 100, PLANS["subsample"])
    assert isinstance(ours, str) and ours == theirs
