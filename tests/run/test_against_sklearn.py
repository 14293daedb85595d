"""With the same splits, per-split mean losses are what scikit-learn's cross_validate gives."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_diabetes, load_iris, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import (
    GroupKFold,
    LeaveOneOut,
    RepeatedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
    cross_validate,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import errbar as eb


def both(model, X, y, cv, scoring, loss="auto", groups=None):
    ours = eb.collect({"m": model}, X, y, cv=cv, loss=loss, groups=groups, random_state=0).values[0]
    theirs = cross_validate(model, X, y, cv=cv, scoring=scoring, groups=groups)["test_score"]
    return ours, theirs


def test_classifier():
    X, y = load_iris(return_X_y=True)
    ours, theirs = both(LogisticRegression(max_iter=500), X, y, ShuffleSplit(8, random_state=1), "accuracy")
    np.testing.assert_allclose(ours, 1 - theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("loss", "scoring"), [("squared", "neg_mean_squared_error"), ("absolute", "neg_mean_absolute_error")]
)
def test_regressor(loss, scoring):
    X, y = load_diabetes(return_X_y=True)
    ours, theirs = both(Ridge(), X, y, RepeatedKFold(n_splits=5, n_repeats=2, random_state=1), scoring, loss)
    np.testing.assert_allclose(ours, -theirs, rtol=1e-12)


def test_pipeline_on_a_data_frame():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"colour": rng.choice(["red", "green", "blue"], 200), "size": rng.normal(size=200)})
    y = (X["size"] + (X["colour"] == "red") + rng.normal(size=200) > 0).map({True: "yes", False: "no"})
    columns = make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore"), ["colour"]), (StandardScaler(), ["size"])
    )
    model = make_pipeline(columns, LogisticRegression())
    ours, theirs = both(model, X, y, StratifiedKFold(5), "accuracy")
    np.testing.assert_allclose(ours, 1 - theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_sparse(format):
    X, y = make_classification(200, random_state=0)
    X = sp.random(200, 40, density=0.1, random_state=0, format="csr") + sp.csr_matrix(np.eye(200, 40) * y[:, None])
    cv = ShuffleSplit(6, random_state=2)
    ours = eb.collect({"m": LogisticRegression()}, X.asformat(format), y, cv=cv, random_state=0).values[0]
    theirs = cross_validate(LogisticRegression(), X.tocsr(), y, cv=cv, scoring="accuracy")["test_score"]
    np.testing.assert_allclose(ours, 1 - theirs, rtol=0, atol=1e-12)


def test_polars():
    polars = pytest.importorskip("polars")
    X, y = load_iris(return_X_y=True)
    cv = ShuffleSplit(5, random_state=2)
    frame = polars.DataFrame(X, schema=["a", "b", "c", "d"])
    ours = eb.collect({"m": LogisticRegression(max_iter=500)}, frame, polars.Series(y), cv=cv, random_state=0).values
    plain = eb.collect({"m": LogisticRegression(max_iter=500)}, X, y, cv=cv, random_state=0).values
    np.testing.assert_allclose(ours, plain, rtol=0, atol=1e-12)


@pytest.mark.parametrize("labels", [np.array(["cat", "dog", "eel"]), np.array([10, 20, 30]), np.array([0.5, 1.5, 2.5])])
def test_labels_of_any_kind(labels):
    X, codes = load_iris(return_X_y=True)
    y = labels[codes] if labels.dtype.kind != "f" else labels[codes].astype(str)
    ours, theirs = both(LogisticRegression(max_iter=500), X, y, StratifiedKFold(5), "accuracy")
    np.testing.assert_allclose(ours, 1 - theirs, rtol=0, atol=1e-12)


def test_boolean_labels():
    X, codes = load_iris(return_X_y=True)
    ours, theirs = both(LogisticRegression(max_iter=500), X, codes == 1, StratifiedKFold(5), "accuracy")
    np.testing.assert_allclose(ours, 1 - theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("classes", [2, 3])
def test_probability_losses(classes):
    X, y = load_iris(return_X_y=True)
    keep = y < classes
    X, y = X[keep] + np.random.default_rng(0).normal(size=(keep.sum(), 4)), y[keep]
    model, cv = LogisticRegression(max_iter=500), StratifiedKFold(5)
    ours, theirs = both(model, X, y, cv, "neg_log_loss", "log")
    np.testing.assert_allclose(ours, -theirs, rtol=1e-12)
    ours, theirs = both(model, X, y, cv, "neg_brier_score", "brier")
    np.testing.assert_allclose(ours, -theirs, rtol=1e-10)


def test_soft_losses_by_hand():
    X, y = load_iris(return_X_y=True)
    X, y = X[y < 2], y[y < 2]
    model, cv = LogisticRegression(), [(np.arange(0, 100, 2), np.arange(1, 100, 2))]
    f = model.fit(X[::2], y[::2]).decision_function(X[1::2]) * (2 * y[1::2] - 1)
    soft = eb.collect({"m": model}, X, y, cv=cv, loss="linear_soft")
    np.testing.assert_allclose(soft.items[0], np.clip((1 - f) / 2, 0, 1), rtol=1e-12)
    smooth = eb.collect({"m": model}, X, y, cv=cv, loss="logistic")
    np.testing.assert_allclose(smooth.items[0], 1 / (1 + np.exp(f)), rtol=1e-12)


@pytest.mark.parametrize("scoring", ["roc_auc", "f1", "neg_root_mean_squared_error"])
def test_scorers_keep_their_own_units(scoring):
    if scoring.startswith("neg"):
        X, y, model = *load_diabetes(return_X_y=True), Ridge()
    else:
        X, y = make_classification(300, random_state=0)
        model = LogisticRegression()
    cv = ShuffleSplit(5, random_state=0)
    result = eb.evaluate(model, X, y, cv=cv, scoring=scoring, random_state=0)
    expected = cross_validate(model, X, y, cv=cv, scoring=scoring)["test_score"].mean()
    assert result.estimate == pytest.approx(expected, rel=1e-12)
    assert result.details["greater_is_better"] is True


def test_grouped_and_time_series_and_leave_one_out_splitters():
    X, y = make_classification(60, random_state=0)
    for cv, groups in ((GroupKFold(4), np.repeat(np.arange(12), 5)), (TimeSeriesSplit(4), None), (LeaveOneOut(), None)):
        ours, theirs = both(LogisticRegression(), X, y, cv, "accuracy", groups=groups)
        np.testing.assert_allclose(ours, 1 - theirs, rtol=0, atol=1e-12)


def test_one_seed_same_bytes_for_any_n_jobs():
    X, y = make_classification(300, random_state=0)
    models = {"forest": RandomForestClassifier(10), "line": LogisticRegression()}
    runs = [
        eb.collect(models, X, y, plan=eb.plans.subsample(9), random_state=5, n_jobs=n_jobs).items.tobytes()
        for n_jobs in (1, 2, 1)
    ]
    assert runs[0] == runs[1] == runs[2]
    other = eb.collect(models, X, y, plan=eb.plans.subsample(9), random_state=6).items.tobytes()
    assert other != runs[0]


def test_a_longer_plan_keeps_the_first_splits_and_their_fits():
    X, y = make_classification(200, random_state=0)
    short, long = (
        eb.collect({"m": RandomForestClassifier(5)}, X, y, plan=eb.plans.subsample(j), random_state=1).values[0]
        for j in (5, 40)
    )
    assert (long[:5] == short).all()


def test_models_are_not_fitted_in_place():
    X, y = load_iris(return_X_y=True)
    model = LogisticRegression(max_iter=500)
    eb.evaluate(model, X, y, cv=3, random_state=0)
    assert not hasattr(model, "coef_")


def test_fold_count_shuffles_sorted_data():
    """A peer's K-fold does not shuffle although it says so: sorted labels then train on missing classes."""
    X, y = load_iris(return_X_y=True)
    assert eb.evaluate(LogisticRegression(max_iter=500), X, y, cv=3, random_state=0).estimate < 0.1
