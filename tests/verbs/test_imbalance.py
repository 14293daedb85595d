"""Rare classes: splits that hold them, and which label counts."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, f1_score, make_scorer, precision_score, recall_score
from sklearn.model_selection import cross_validate

import errbar as eb

rng = np.random.default_rng(0)
RARE = np.zeros(1000, dtype=int)
RARE[rng.choice(1000, 12, replace=False)] = 1
X = rng.normal(size=(1000, 2)) + RARE[:, None]
WORDS = np.where(X[:200, 0] + rng.normal(size=200) > 0, "spam", "ham")
FOLDS = {"plan": eb.plans.kfold(4), "random_state": 0}


@pytest.mark.parametrize("how", [{}, {"cv": 4}], ids=["default", "folds"])
def test_stratified_by_itself(how):
    result = eb.evaluate(LogisticRegression(), X, RARE, scoring="roc_auc", random_state=0, **how)
    assert any(
        note.startswith("Stratified by y, as no splits were given: 12 of 1,000 examples are 1") for note in result.notes
    )
    scores = eb.collect({"m": LogisticRegression()}, X, RARE, scoring="roc_auc", random_state=0, **how)
    assert scores.plan.stratified and min(RARE[test].sum() for _, test in scores.plan) >= 1


def test_not_where_classes_are_common_or_splits_are_given():
    y = (X[:, 0] > 0).astype(int)
    assert not eb.collect({"m": LogisticRegression()}, X, y, scoring="roc_auc", random_state=0).plan.stratified
    assert not eb.collect({"m": LogisticRegression()}, X, RARE, random_state=0).plan.stratified  # errors are counted
    with pytest.raises(eb.ErrbarError, match="tests one class only"):
        eb.evaluate(LogisticRegression(), X, RARE, scoring="f1", plan=eb.plans.kfold(20), random_state=0)


def test_four_positives_and_rows_in_another_order():
    few = np.zeros(300, dtype=int)
    few[:4] = 1
    for y in (few, few[::-1]):
        scores = eb.collect({"m": LogisticRegression()}, X[:300], y, scoring="average_precision", random_state=0)
        assert {int(y[test].sum()) for _, test in scores.plan} == {1}


def test_groups_are_stratified_too():
    groups = np.arange(1000) // 10
    scores = eb.collect({"m": LogisticRegression()}, X, RARE, scoring="roc_auc", groups=groups, random_state=0)
    n_rare = np.unique(groups[RARE == 1]).size
    assert len(scores.plan) == n_rare and scores.plan.stratified
    for train, test in scores.plan:
        assert RARE[test].any() and not set(groups[train]) & set(groups[test])
    plan = eb.plans.kfold(5, stratify=True).build(1000, y=RARE, groups=groups, random_state=0)
    assert max(RARE[test].sum() for _, test in plan) - min(RARE[test].sum() for _, test in plan) <= 2


@pytest.mark.parametrize("positive", ["spam", "ham"])
@pytest.mark.parametrize(
    ("scoring", "by_hand"),
    [
        ("f1", f1_score),
        ("precision", precision_score),
        ("recall", recall_score),
        ("average_precision", average_precision_score),
    ],
)
def test_the_label_that_counts(scoring, by_hand, positive):
    scores = eb.collect({"m": LogisticRegression()}, X[:200], WORDS, scoring=scoring, positive=positive, **FOLDS)
    response = "predict_proba" if scoring == "average_precision" else "predict"
    scorer = make_scorer(by_hand, response_method=response, pos_label=positive)
    found = cross_validate(LogisticRegression(), X[:200], WORDS, cv=list(scores.plan), scoring=scorer)["test_score"]
    assert np.allclose(scores.values[0], found, rtol=0, atol=1e-12)
    hold = {"plan": eb.plans.holdout(0.3), "random_state": 0, "scoring": scoring, "positive": positive}
    result = eb.evaluate(LogisticRegression(), X[:200], WORDS, **hold)
    ((train, test),) = eb.collect({"m": LogisticRegression()}, X[:200], WORDS, **hold).plan
    fitted = LogisticRegression().fit(X[train], WORDS[train])
    assert result.estimate == pytest.approx(scorer(fitted, X[test], WORDS[test]), rel=1e-12)
    trained = eb.score(fitted, X[test], WORDS[test], scoring=scoring, positive=positive)
    assert trained.estimate == pytest.approx(result.estimate, rel=1e-12)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"scoring": "f1"}, "must know which label is positive: give positive='ham' or positive='spam'"),
        ({"scoring": "f1", "positive": "eggs"}, "positive='eggs' is no label of y: it holds 'ham' and 'spam'"),
        ({"positive": "spam"}, "positive= is for scorers that look at one of two labels .* zero_one does not"),
    ],
)
def test_one_sentence(how, why):
    with pytest.raises(eb.ErrbarError, match=why):
        eb.evaluate(LogisticRegression(), X[:200], WORDS, **how)
    with pytest.raises(eb.ErrbarError, match="'f1' is for two classes; y has 3: take 'f1_macro'"):
        eb.evaluate(LogisticRegression(), X[:200], np.arange(200) % 3, scoring="f1")
