"""`Scores.from_splits` takes what scikit-learn hands over: cross_validate, cv_results_, plain lists."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, RepeatedKFold, ShuffleSplit, cross_validate
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.errors import InputError, NeedsError

X, Y = make_classification(80, random_state=0)


def run(model, cv, **more):
    return cross_validate(model, X, Y, cv=cv, **more)


def test_a_list_is_one_model():
    scores = eb.Scores.from_splits([0.1, 0.2, 0.3, 0.2, 0.1], n_train=4, n_test=1, greater_is_better=False)
    assert scores.names == ("model",)
    assert eb.infer(scores).details["ratio"] == 0.25
    assert not scores.greater_is_better


def test_fold_scores_without_sizes_ask_for_them():
    scores = eb.Scores.from_splits([0.1, 0.2, 0.3], greater_is_better=False)
    with pytest.raises(NeedsError, match="n_train=K-1, n_test=1"):
        eb.infer(scores)


def test_cross_validate_with_its_splits_needs_nothing_else():
    cv = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    both = {
        "logistic": run(LogisticRegression(), cv, return_indices=True),
        "bayes": run(GaussianNB(), cv, return_indices=True),
    }
    scores = eb.Scores.from_splits(both)
    assert (scores.plan.kind, scores.plan.n, scores.greater_is_better) == ("kfold", 80, True)
    r = eb.infer(scores, model="logistic", versus="bayes")
    d = both["logistic"]["test_score"] - both["bayes"]["test_score"]
    assert r.estimate == pytest.approx(d.mean())
    assert r.se == pytest.approx(np.sqrt((1 / 10 + 1 / 4) * d.var(ddof=1)))
    assert (r.n_train, r.n_test, r.df) == (64, 16, 9)


def test_the_dictionary_alone_is_one_model():
    out = run(GaussianNB(), ShuffleSplit(6, test_size=0.25, random_state=0), return_indices=True)
    scores = eb.Scores.from_splits(out)
    assert (scores.names, scores.plan.kind) == (("model",), "subsample")
    np.testing.assert_array_equal(scores.values[0], out["test_score"])


def test_different_splits_refuse_to_be_compared():
    both = {
        name: run(GaussianNB(), ShuffleSplit(4, random_state=seed), return_indices=True)
        for seed, name in enumerate("ab")
    }
    with pytest.raises(InputError, match="different splits"):
        eb.Scores.from_splits(both)


def test_one_of_several_metrics_must_be_chosen():
    out = run(GaussianNB(), 5, scoring=["accuracy", "roc_auc"])
    with pytest.raises(InputError, match=r"several scores here \(test_accuracy, test_roc_auc\)"):
        eb.Scores.from_splits({"m": out}, n_train=4, n_test=1)
    scores = eb.Scores.from_splits({"m": out["test_roc_auc"]}, n_train=4, n_test=1, greater_is_better=True)
    np.testing.assert_array_equal(scores.values[0], out["test_roc_auc"])
    only = run(GaussianNB(), 5, scoring=["roc_auc"])
    assert eb.Scores.from_splits({"m": only}, n_train=4, n_test=1).greater_is_better


@pytest.fixture(scope="module")
def search():
    grid = {"C": [0.01, 1.0, 100.0]}
    return GridSearchCV(LogisticRegression(), grid, cv=12, scoring="accuracy").fit(X, Y).cv_results_


def test_a_search_gives_one_model_per_candidate(search):
    scores = eb.Scores.from_splits(search, n_train=11, n_test=1)
    assert scores.names == ("C=0.01", "C=1.0", "C=100.0")
    for i, row in enumerate(scores.values):
        # split10 and split11 come after split9, not after split1
        np.testing.assert_array_equal(row, [search[f"split{j}_test_score"][i] for j in range(12)])
        assert row.mean() == pytest.approx(search["mean_test_score"][i])
    r = eb.infer(scores, model="C=1.0", versus="C=0.01")
    assert any("chosen on these very splits" in note for note in r.notes)


def test_a_named_search_must_hold_one_candidate(search):
    with pytest.raises(InputError, match="cv_results_ of 3 candidates: pass cv_results_ itself"):
        eb.Scores.from_splits({"grid": search}, n_train=11, n_test=1)
    one = {key: np.asarray(value)[1:2] for key, value in search.items()}
    scores = eb.Scores.from_splits({"grid": one}, n_train=11, n_test=1)
    assert scores.values[0].mean() == pytest.approx(search["mean_test_score"][1])
    row = {f"split{j}_test_score": search[f"split{j}_test_score"][1] for j in range(12)}
    np.testing.assert_array_equal(eb.Scores.from_splits({"m": row}, n_train=11, n_test=1).values, scores.values)


def test_candidates_alike_get_names_of_their_own():
    results = {"params": [{"C": 1}, {"C": 1}, {}], "split0_test_score": [1.0, 2, 3], "split1_test_score": [1.0, 2, 4]}
    assert eb.Scores.from_splits(results).names == ("C=1", "C=1 (2)", "model")


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({}, "at least one model"),
        ([], "one number per split"),
        ({1: [0.1, 0.2]}, "names must be strings"),
        ({"m": {"train_score": [1.0]}}, "needs 'test_score'"),
        ({"m": [[0.1, 0.2]]}, "shape"),
        ({"m": [0.1, np.nan]}, "finite"),
        ({"m": ["a", "b"]}, "must be numbers"),
        ({"a": [0.1, 0.2], "b": [0.1]}, "a: 2, b: 1"),
        (
            {"params": [{}], "split0_test_a": [1.0], "split0_test_b": [1.0]},
            r"split<i>_test_a, split<i>_test_b\)",
        ),
    ],
)
def test_bad_values_are_named(values, says):
    with pytest.raises(InputError, match=says):
        eb.Scores.from_splits(values)
