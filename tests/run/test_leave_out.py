"""Leave-outs of linear models from one fit equal refitting to 1e-9; what cannot be shared goes through scikit-learn."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, Ridge

import errbar as eb

MODELS = [
    LinearRegression(),
    LinearRegression(fit_intercept=False),
    Ridge(),
    Ridge(5.0, fit_intercept=False),
    Ridge(1e-8),
]
PLANS = {
    "leave-one-out": eb.plans.kfold(70),
    "block of 4, fewer than parameters": eb.plans.subsample(30, 4, distinct=True),
    "a quarter": eb.plans.subsample(30, 0.25, distinct=True),
    "most": eb.plans.subsample(20, 0.7),
    "folds": eb.plans.kfold(7),
}


def data(deficient=False):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((70, 9)) * rng.uniform(0.1, 20, 9) + rng.uniform(-30, 30, 9)
    y = X @ rng.standard_normal(9) + 3 * rng.standard_normal(70) + 100
    return (np.column_stack((X, X[:, 0] - 2 * X[:, 3])) if deficient else X), y


def refitted(model, X, y, plan):
    return np.concatenate([(y[b] - clone(model).fit(X[a], y[a]).predict(X[b])) ** 2 for a, b in plan])


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_equal_to_refitting(model, plan):
    X, y = data()
    scores = eb.collect({"m": model}, X, y, plan=plan, random_state=0)
    assert scores.details["path"]["m"].startswith("shared")
    expected = refitted(model, X, y, scores.plan)
    np.testing.assert_allclose(scores.items[0], expected, rtol=1e-9, atol=1e-9 * expected.mean())


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_rank_deficient_inputs_fall_back_and_say_so(model, plan):
    X, y = data(deficient=True)
    scores = eb.collect({"m": model}, X, y, plan=plan, random_state=0)
    expected = refitted(model, X, y, scores.plan)
    np.testing.assert_allclose(scores.items[0], expected, rtol=1e-9, atol=1e-9 * expected.mean())
    if isinstance(model, LinearRegression) or model.alpha < 1e-3:
        n = len(scores.plan)
        assert scores.details["path"]["m"].endswith(f"{n} of {n} splits through scikit-learn")


def test_one_example_that_the_fit_hangs_on_falls_back_alone():
    X, y = data()
    X = np.column_stack((X, np.zeros(70)))
    X[0, -1] = 1.0  # left out, the last input is constant
    scores = eb.collect({"m": LinearRegression()}, X, y, plan=eb.plans.kfold(70), random_state=0)
    assert scores.details["path"]["m"] == "shared: least squares, 1 of 70 splits through scikit-learn"
    np.testing.assert_allclose(scores.items[0], refitted(LinearRegression(), X, y, scores.plan), rtol=1e-9)


def test_whole_groups_are_left_out_exactly():
    X, y = data()
    groups = np.arange(70) // 7
    ours = eb.distribution(Ridge(), X, y, n_splits=10, test_size=1, groups=groups, random_state=0)
    assert ours.result.details["path"]["model"] == "shared: ridge"
    expected = [(y[b] - Ridge().fit(X[a], y[a]).predict(X[b])) ** 2 for a, b in ours.scores.plan]
    np.testing.assert_allclose(ours.values, [losses.mean() for losses in expected], rtol=1e-9)


@pytest.mark.parametrize("loss", ["squared", "absolute"])
def test_shared_and_not_shared_agree(loss):
    X, y = data()
    a, b = (
        eb.distribution(LinearRegression(), X, y, n_splits=60, loss=loss, random_state=0, shared=shared)
        for shared in (True, False)
    )
    np.testing.assert_allclose(a.values, b.values, rtol=1e-9)
    assert b.result.details["path"]["model"] == "scikit-learn"


def test_other_splits_do_not_change_a_split():
    X, y = data()
    few, many = (eb.distribution(Ridge(), X, y, n_splits=n_splits, random_state=0).values for n_splits in (40, 300))
    np.testing.assert_array_equal(few, many[:40])
