"""XGBoost, LightGBM and CatBoost as people have them: early stopping, categories, (n, 1) labels; equal to a loop."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import cross_validate

import errbar as eb

pytestmark = pytest.mark.models

rng = np.random.default_rng(0)
N = 240
X = rng.normal(size=(N, 5))
Y = (X[:, 0] + X[:, 1] ** 2 + rng.normal(size=N) > 1).astype(int)
THREE = np.array(["low", "middle", "high"])[np.digitize(X[:, 0] + 0.5 * rng.normal(size=N), [-0.5, 0.5])]
FOLDS = {"plan": eb.plans.kfold(4), "random_state": 0}


def xgb(**more):
    return pytest.importorskip("xgboost").XGBClassifier(n_estimators=40, n_jobs=1, random_state=0, **more)


def lgb(**more):
    made = {"n_estimators": 40, "n_jobs": 1, "random_state": 0, "verbose": -1, "deterministic": True} | more
    return pytest.importorskip("lightgbm").LGBMClassifier(**made)


def cat(**more):
    made = {"iterations": 20, "thread_count": 1, "random_seed": 0, "verbose": False, "allow_writing_files": False}
    return pytest.importorskip("catboost").CatBoostClassifier(**(made | more))


@pytest.mark.parametrize("make", [xgb, lgb, cat])
def test_as_in_cross_validate(make, tmp_path):
    weights = rng.exponential(size=N)
    how = FOLDS | {"params": {"sample_weight": weights}, "store": tmp_path / "runs.db"}
    scores = eb.collect({"m": make()}, X, Y, scoring=["accuracy", "roc_auc"], **how)
    found = cross_validate(
        make(), X, Y, cv=list(scores.plan), params={"sample_weight": weights}, scoring=["accuracy", "roc_auc"]
    )
    assert np.allclose(scores.values[0], found["test_accuracy"], rtol=0, atol=1e-12)
    assert np.allclose(scores.by("roc_auc").values[0], found["test_roc_auc"], rtol=0, atol=1e-9)
    assert eb.collect({"m": make()}, X, Y, loss="log", **how).details["resumed_splits"] == 4


def watched(X, y):
    return np.arange(len(X) // 4, len(X)), np.arange(len(X) // 4)


@pytest.mark.filterwarnings("ignore:LGBMDeprecationWarning:errbar.errors.ErrbarWarning")  # would rather have eval_X
@pytest.mark.parametrize("make", [xgb, lgb, cat])
def test_early_stopping_as_in_a_loop(make):
    model = make(early_stopping_rounds=3)
    scores = eb.collect({"m": model}, X, Y, params={"eval_set": watched}, **FOLDS)
    for i, (train, test) in enumerate(scores.plan):
        fit, watch = (train[rows] for rows in watched(train, None))
        fitted = clone(model).fit(X[fit], Y[fit], eval_set=[(X[watch], Y[watch])])
        assert np.array_equal(scores.in_split(i), (fitted.predict(X[test]) != Y[test]).astype(float))
    share = eb.evaluate(model, X, Y, params={"eval_set": 0.2}, random_state=0)
    assert share.n_fits == 25 and 0 < share.estimate < 0.5


def test_several_classes_of_text_labels_in_one_column(tmp_path):
    assert cat().fit(X, THREE).predict(X).shape == (N, 1)
    how = FOLDS | {"store": tmp_path / "runs.db"}
    scores = eb.collect({"m": cat()}, X, THREE, loss=["zero_one", "log"], scoring="accuracy", **how)
    for i, (train, test) in enumerate(scores.plan):
        said = cat().fit(X[train], THREE[train]).predict(X[test])[:, 0]
        assert np.array_equal(scores.in_split(i), (said != THREE[test]).astype(float))
    assert np.allclose(1 - scores.values, scores.by("accuracy").values, rtol=0, atol=1e-12)
    again = eb.collect({"m": cat()}, X, THREE, scoring="balanced_accuracy", **how)
    assert again.details["resumed_splits"] == 4


def test_categories_of_a_frame():
    frame = pd.DataFrame(X[:, :3], columns=list("abc")).assign(town=rng.choice(["Ulm", "Bonn", "Kiel"], N))
    inside = eb.evaluate(cat(cat_features=["town"]), frame, Y, random_state=0, plan=eb.plans.kfold(4))
    passed = eb.evaluate(cat(), frame, Y, params={"cat_features": ["town"]}, random_state=0, plan=eb.plans.kfold(4))
    assert inside.estimate == passed.estimate


def test_the_lines_of_the_manual():
    from pathlib import Path

    for name in ("xgboost", "lightgbm", "catboost"):
        pytest.importorskip(name)
    page = (Path(__file__).parents[2] / "docs" / "howto" / "boosters.md").read_text(encoding="utf-8")
    scope = {"eb": eb, "X": X, "y": Y}
    exec(page.split("```{code-block} python\n")[1].split("```")[0], scope)
    assert set(scope["ranking"].models) == {"XGBoost", "LightGBM", "CatBoost"}
    assert 0 < scope["stopped"].estimate < 0.5
