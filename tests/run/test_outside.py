"""Judging outside changes nothing inside: the scores of a set are those of `collect`, fitted once."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import get_scorer
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.run.checked import check_data
from errbar.run.losses import choose_one
from errbar.run.outside import judge_set
from errbar.types.setup import Setup

X, Y = make_classification(400, 6, n_informative=3, random_state=0)


def judged(models, loss="auto", scoring=None, y=Y):
    data = check_data(X, y)
    halvings = eb.plans.halvings(5, 2, 0.2).build(100, random_state=3)
    folds = eb.plans.kfold(7).build(100, random_state=3)  # folds of unequal sizes
    parts = (*halvings.parts, *folds.parts)
    metric = choose_one(Setup(loss=loss, scoring=scoring), models, data.y)
    return (
        judge_set(models, data, 100, metric, parts=parts, outside=(True, False, True), seed=3),
        halvings,
        folds,
    )


@pytest.mark.parametrize("model", [DecisionTreeClassifier(max_features=2), LogisticRegression()])
def test_scores_are_those_of_collect(model):
    found, halvings, folds = judged({"m": model})
    inside = [eb.collect({"m": model}, X[:100], Y[:100], plan=plan, random_state=3) for plan in (halvings, folds)]
    assert np.array_equal(found.scores.items, np.concatenate([one.items for one in inside], axis=1))
    assert np.array_equal(found.scores.values, np.concatenate([one.values for one in inside], axis=1))


def test_risks_are_mean_losses_on_the_rows_outside():
    model = LogisticRegression()
    found, _, folds = judged({"m": model})
    expected = [np.mean(model.fit(X[a], Y[a]).predict(X[100:]) != Y[100:]) for a, _ in folds]
    assert np.allclose(found.risks[0, -7:], expected)
    assert np.isnan(found.risks[0, 5:-7]).all() and not np.isnan(found.risks[0, :5]).any()
    assert found.whole[0] == np.mean(model.fit(X[:100], Y[:100]).predict(X[100:]) != Y[100:])


def test_a_shared_model_is_judged_outside_too():
    y = X @ np.arange(6.0) + np.random.default_rng(0).normal(size=400)
    found, _, folds = judged({"m": Ridge()}, y=y)
    expected = [np.mean((Ridge().fit(X[a], y[a]).predict(X[100:]) - y[100:]) ** 2) for a, _ in folds]
    assert np.allclose(found.risks[0, -7:], expected, rtol=1e-9)


def test_scorers_are_judged_apart():
    model = LogisticRegression()
    found, _, folds = judged({"m": model}, scoring="roc_auc")
    scorer = get_scorer("roc_auc")
    expected = [scorer(model.fit(X[a], Y[a]), X[100:], Y[100:]) for a, _ in folds]
    inside = [scorer(model.fit(X[a], Y[a]), X[:100][b], Y[:100][b]) for a, b in folds]
    assert np.allclose(found.risks[0, -7:], expected)
    assert np.allclose(found.scores.values[0, -7:], inside)
