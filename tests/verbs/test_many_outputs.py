"""Several labels or numbers per example, and y with named fields: losses and scorers as in scikit-learn's own loop."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import hamming_loss, zero_one_loss
from sklearn.model_selection import cross_val_predict, cross_validate
from sklearn.multiclass import OneVsRestClassifier
from sklearn.multioutput import MultiOutputClassifier

import errbar as eb

rng = np.random.default_rng(1)
N = 80
X = rng.normal(size=(N, 4))
LABELS = (X[:, :3] + rng.normal(size=(N, 3)) > 0).astype(int)
NUMBERS = X[:, :2] @ rng.normal(size=(2, 2)) + rng.normal(size=(N, 2))
FOLDS = eb.plans.kfold(4)
MODELS = {
    "one-vs-rest": OneVsRestClassifier(LogisticRegression()),
    "chain": MultiOutputClassifier(LogisticRegression()),
    "forest": RandomForestClassifier(10, random_state=0),
}


@pytest.mark.parametrize("name", MODELS)
def test_several_labels(name, tmp_path):
    model, scorers = MODELS[name], ["accuracy", "f1_micro", "f1_macro"]
    how = {"plan": FOLDS, "random_state": 0, "store": tmp_path / "runs.db"}
    scores = eb.collect({"m": model}, X, LABELS, loss=["zero_one", "hamming", "zero_one[2]"], scoring=scorers, **how)
    splits = list(scores.plan)
    said = cross_val_predict(model, X, LABELS, cv=[(np.sort(a), np.sort(b)) for a, b in splits])
    for i, (_, test) in enumerate(splits):
        assert scores.values[0, i] == pytest.approx(zero_one_loss(LABELS[test], said[test]))
        assert scores.by("hamming").values[0, i] == pytest.approx(hamming_loss(LABELS[test], said[test]))
        assert scores.by("zero_one[2]").values[0, i] == pytest.approx((LABELS[test, 2] != said[test, 2]).mean())
    found = cross_validate(model, X, LABELS, cv=splits, scoring=scorers)
    for scorer in scorers:
        assert np.allclose(scores.by(scorer).values[0], found[f"test_{scorer}"], rtol=0, atol=1e-12)
    again = eb.collect({"m": model}, X, LABELS, loss="hamming", **how)  # from what was kept
    assert again.details["resumed_splits"] == 4
    assert np.array_equal(again.values, scores.by("hamming").values)


def test_areas_under_several_curves():
    scores = eb.collect({"m": MODELS["forest"]}, X, LABELS, scoring=["roc_auc", "accuracy"], plan=FOLDS, random_state=0)
    found = cross_validate(MODELS["forest"], X, LABELS, cv=list(scores.plan), scoring="roc_auc")["test_score"]
    assert np.allclose(scores.values[0], found, rtol=0, atol=1e-12)


def test_intervals_by_default():
    subset = eb.evaluate(MODELS["one-vs-rest"], X, LABELS, random_state=0)
    assert (subset.method, subset.loss) == ("corrected_wilson", "zero_one")
    share = eb.evaluate(MODELS["one-vs-rest"], X, LABELS, loss="hamming", random_state=0)
    assert share.estimate < subset.estimate and 0 < share.low < share.high < 1
    both = eb.compare(MODELS["one-vs-rest"], MODELS["forest"], X, LABELS, loss="hamming", random_state=0)
    assert both.low < both.high


@pytest.mark.parametrize("as_given", [lambda y: y, pd.DataFrame, lambda y: y.tolist()], ids=["array", "frame", "list"])
def test_several_numbers(as_given):
    losses = ["squared", "squared[0]", "squared[1]", "absolute"]
    scores = eb.collect({"m": Ridge()}, X, as_given(NUMBERS), loss=losses, scoring="r2", plan=FOLDS, random_state=0)
    for i, (train, test) in enumerate(scores.plan):
        off = NUMBERS[test] - Ridge().fit(X[train], NUMBERS[train]).predict(X[test])
        assert scores.values[0, i] == pytest.approx((off**2).mean())
        assert scores.by("squared[1]").values[0, i] == pytest.approx((off[:, 1] ** 2).mean())
        assert scores.by("absolute").values[0, i] == pytest.approx(np.abs(off).mean())
    found = cross_validate(Ridge(), X, NUMBERS, cv=list(scores.plan), scoring="r2")["test_score"]
    assert np.allclose(scores.by("r2").values[0], found, rtol=0, atol=1e-12)


def test_sparse_labels_and_trained_models():
    dense = eb.evaluate(MODELS["one-vs-rest"], X, LABELS, random_state=0)
    assert eb.evaluate(MODELS["one-vs-rest"], X, sparse.csr_matrix(LABELS), random_state=0).estimate == dense.estimate
    fitted = MODELS["one-vs-rest"].fit(X[:40], LABELS[:40])
    result = eb.score(fitted, X[40:], LABELS[40:], loss="hamming")
    assert result.estimate == pytest.approx(hamming_loss(LABELS[40:], fitted.predict(X[40:])))


class Survival(BaseEstimator):
    """A line through the times."""

    def fit(self, X, y):
        self.line_ = LinearRegression().fit(X, y["time"])
        return self

    def predict(self, X):
        return self.line_.predict(X)


def concordance(model, X, y):
    later = y["time"][:, None] < y["time"]
    known = later & y["event"][:, None]
    said = model.predict(X)
    return float((said[:, None] < said)[known].mean())


def test_named_fields_by_scorer(tmp_path):
    times = np.exp(X[:, 0] + rng.normal(size=N))
    y = np.array(list(zip(rng.random(N) < 0.7, times, strict=True)), dtype=[("event", bool), ("time", float)])
    how = {"plan": FOLDS, "random_state": 0, "store": tmp_path / "runs.db"}
    scores = eb.collect({"m": Survival()}, X, y, scoring=concordance, **how)
    found = cross_validate(Survival(), X, y, cv=list(scores.plan), scoring=concordance)["test_score"]
    assert np.array_equal(scores.values[0], found)
    with pytest.raises(eb.ErrbarError, match=r"named fields \(event, time\).*give scoring="):
        eb.evaluate(Survival(), X, y)


@pytest.mark.parametrize(
    ("y", "loss", "why"),
    [
        (LABELS, "log", "loss='log' is for one label per example; y has 3"),
        (NUMBERS, "squared[2]", "counted from 0; y has 2"),
        (NUMBERS[:, 0], "squared[0]", "counted from 0; y has 1"),
        (np.zeros((N, 2), dtype=int), "hamming", "one class only in every output"),
        ([["a"], ["a", "b"]] * 40, "zero_one", "MultiLabelBinarizer"),
        (np.zeros((N, 2, 2)), "squared", r"got shape \(80, 2, 2\)"),
        (np.where(NUMBERS > 2, np.nan, NUMBERS), "squared", "missing or infinite"),
    ],
)
def test_one_sentence(y, loss, why):
    model = MODELS["one-vs-rest"] if loss in ("log", "hamming", "zero_one") else Ridge()
    with pytest.raises(eb.ErrbarError, match=why):
        eb.evaluate(model, X, y, loss=loss)
