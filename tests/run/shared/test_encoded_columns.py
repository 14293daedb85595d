"""ColumnTransformer and OneHotEncoder in front of shared models: scikit-learn's answers, on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import ElasticNet, LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, OrdinalEncoder, StandardScaler
from tests.run.shared.agreement import (
    EXAMPLES,
    PLANS,
    assert_same_labels,
    assert_same_predictions,
    both_ways,
    path,
    problems,
    sound,
)

pd = pytest.importorskip("pandas")

NUMBERS, TEXTS = make_column_selector(dtype_include="number"), ["colour", "size"]
SCALED = (make_pipeline(SimpleImputer(), StandardScaler()), NUMBERS)
ENCODED = OneHotEncoder(handle_unknown="ignore", sparse_output=False)


def behind(*columns, **settings):
    return lambda model: make_pipeline(make_column_transformer(*columns, **settings), model)


REGRESSORS = {
    "scaled and encoded": behind(SCALED, (ENCODED, TEXTS))(Ridge()),
    "as they are": behind(("passthrough", NUMBERS), (ENCODED, TEXTS))(Ridge(0.1)),
    "unknown ones are errors": behind((StandardScaler(), NUMBERS), (OneHotEncoder(), TEXTS))(Ridge(2.0)),
    "first ones dropped": behind((OneHotEncoder(drop="first", sparse_output=False), TEXTS), remainder="passthrough")(
        LinearRegression()
    ),
    "scaled after all": make_pipeline(make_column_transformer(SCALED, (ENCODED, TEXTS)), StandardScaler(), Ridge()),
    "elastic net": behind(SCALED, (ENCODED, TEXTS))(ElasticNet(0.05)),
}
CLASSIFIERS = {
    "logistic": behind(SCALED, (ENCODED, TEXTS))(LogisticRegression(tol=1e-6, max_iter=1000)),
    "logistic, as they are": behind(("passthrough", NUMBERS), (ENCODED, TEXTS))(LogisticRegression(tol=1e-6)),
    "naive bayes": behind(SCALED, (ENCODED, TEXTS))(GaussianNB(var_smoothing=1e-3)),
}


def with_text(X, seed=0, rare=0.0):
    """Numbers beside two columns of text, one of them with a rare value."""
    rng, n = np.random.default_rng(seed), len(X)
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])])
    frame["colour"] = np.where(rng.random(n) < rare, "mauve", rng.choice(["blue", "red", "green"], n))
    frame["size"] = rng.choice(["S", "L"], n)
    return frame


@pytest.mark.parametrize("name", REGRESSORS)
@given(problems(), st.sampled_from([0.0, 0.05]))
@settings(max_examples=EXAMPLES // 3)
def test_predictions_are_scikit_learns(name, problem, rare):
    X, value, _, plan = problem
    assert_same_predictions(REGRESSORS[name], with_text(X, 1, rare), value, PLANS[plan])


@pytest.mark.parametrize("name", CLASSIFIERS)
@given(problems(), st.sampled_from([0.0, 0.05]))
@settings(max_examples=EXAMPLES // 3)
def test_labels_are_scikit_learns(name, problem, rare):
    X, _, label, plan = problem
    assert_same_labels(CLASSIFIERS[name], with_text(X, 1, rare), label, PLANS[plan])


@pytest.mark.parametrize("name", REGRESSORS)
@pytest.mark.parametrize("plan", ["halvings", "subsample", "few tested"])
def test_sound_data_never_fall_back(name, plan):
    X, value, _ = sound()
    found = path(assert_same_predictions(REGRESSORS[name], with_text(X), value, PLANS[plan]))
    assert found in ("shared: ridge", "shared: least squares", "shared: elastic net")


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_classifiers_are_shared(name):
    X, _, label = sound()
    assert path(assert_same_labels(CLASSIFIERS[name], with_text(X), label, PLANS["halvings"])).startswith("shared")


def test_a_category_that_is_only_tested_is_left_to_scikit_learn():
    X, value, _ = sound()
    frame = with_text(X)
    frame.loc[7, "colour"] = "mauve"
    scores = assert_same_predictions(REGRESSORS["scaled and encoded"], frame, value, PLANS["subsample"])
    tested = sum(bool(np.isin(7, test)) for _, test in scores.plan)
    assert tested > 0 and path(scores) == f"shared: ridge, {tested} of 5 splits through scikit-learn"
    strict = both_ways(REGRESSORS["unknown ones are errors"], frame, value, PLANS["subsample"])
    assert all(isinstance(one, str) and "unknown categories" in one for one in strict)


def test_text_alone():
    X, value, _ = sound()
    table = with_text(X)[TEXTS]
    for X in (table, table.to_numpy()):
        model = make_pipeline(OneHotEncoder(sparse_output=False), Ridge())
        assert path(assert_same_predictions(model, X, value, PLANS["halvings"])) == "shared: ridge"


def test_what_steps_aside():
    X, value, _ = sound()
    frame = with_text(X)
    holed = frame.copy()
    holed.loc[3, "x1"] = np.nan
    for model, table in (
        (REGRESSORS["scaled and encoded"], holed),
        (behind(SCALED, (OneHotEncoder(min_frequency=3, sparse_output=False), TEXTS))(Ridge()), frame),
        (behind((MinMaxScaler(), NUMBERS))(Ridge()), frame),
        (behind((StandardScaler(with_mean=False), NUMBERS))(Ridge()), frame),
        (behind(SCALED, (OrdinalEncoder(), TEXTS))(Ridge()), frame),
        (behind((StandardScaler(), lambda X: list(X.columns[:2])))(Ridge()), frame),
        (make_pipeline(OneHotEncoder(), Ridge()), frame[TEXTS]),  # sparse
        (behind(SCALED, (ENCODED, TEXTS))(KNeighborsRegressor()), frame),
    ):
        ours, theirs = both_ways(model, table, value, PLANS["halvings"])
        assert path(ours) == "scikit-learn" and ours.items.tobytes() == theirs.items.tobytes()
