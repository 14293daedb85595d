"""Scorers without the bootstrap, or with one that never calls them: the numbers are those of scikit-learn."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, make_classification
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import get_scorer
from sklearn.tree import DecisionTreeClassifier

import errbar as eb
from errbar.core.counted import AVERAGED, Counted
from errbar.methods.bootstrap_bca import bootstrap_bca
from errbar.run.fixed import judge_fixed
from errbar.types import Predictions
from errbar.types.setup import Setup

X, Y = make_classification(400, 8, n_informative=5, n_classes=3, weights=[0.9, 0.07], random_state=3)
WORDS = np.array(["a label", "other", "third"])[Y]
TREE = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X[:200], Y[:200])
ROWS, LABELS = X[200:], Y[200:]
XB, YB = load_breast_cancer(return_X_y=True)
TWO = DecisionTreeClassifier(max_depth=2, random_state=0).fit(XB[:200], YB[:200])
XR, YR = load_diabetes(return_X_y=True)
LINE = LinearRegression().fit(XR[:100], YR[:100])
OF_COUNTS = ("balanced_accuracy", "matthews_corrcoef", *AVERAGED)
BY_ROWS = ("balanced_accuracy", "matthews_corrcoef", "f1_micro", "precision_weighted", "recall_macro", "jaccard_macro")
OF_SUMS = ("r2", "explained_variance", "neg_root_mean_squared_error", "neg_median_absolute_error", "neg_max_error")
OF_AREAS = ("roc_auc_ovr", "roc_auc_ovr_weighted", "roc_auc_ovo", "roc_auc_ovo_weighted")


def scores_of(model, X, y, scoring, groups=None):
    return judge_fixed({"m": model}, X, y, Setup(None, None, "auto", scoring, groups))


class Said:
    """A model that says what it said before, for rows by number."""

    def __init__(self, model, X):
        self.classes_ = getattr(model, "classes_", None)
        self._estimator_type, self._said = model._estimator_type, model.predict(X)
        self._proba = model.predict_proba(X) if hasattr(model, "predict_proba") else None

    def __sklearn_tags__(self):
        return (LogisticRegression() if self._estimator_type == "classifier" else LinearRegression()).__sklearn_tags__()

    def fit(self, X, y):
        return self

    def predict(self, rows):
        return self._said[rows[:, 0]]

    def predict_proba(self, rows):
        return self._proba[rows[:, 0]]


def by_scorer(scoring, model, X, y):
    """The slow way: the scorer on the rows that were drawn."""
    model._estimator_type = "regressor" if isinstance(model, LinearRegression) else "classifier"
    said, scorer = Said(model, X), get_scorer(scoring)

    def value(truth, rows):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return scorer(said, rows[:, None], y[rows])

    return value


def slow_and_quick(model, X, y, scoring, groups=None, n_draws=200):
    quick = scores_of(model, X, y, scoring, groups)
    assert quick.predictions.takes_weights
    rows, value = np.arange(y.size), by_scorer(scoring, model, X, y)
    order = np.lexsort((*np.asarray(quick.predictions.outputs[0]).reshape(y.size, -1).T, quick.predictions.truth))
    # the same draws: units stand in the same order as the quick way has them
    slow = replace(quick, predictions=Predictions(np.argsort(order), (rows,), (value,)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["errbar.methods.bootstrap_bca"], "FEW_KINDS", np.inf)
        return [bootstrap_bca.fn(one, n_draws=n_draws).law for one in (slow, quick)]


@pytest.mark.parametrize("scoring", OF_COUNTS)
def test_drawn_kind_by_kind(scoring):
    """What is drawn of each kind, as rows: the scorer's value, exactly."""
    said = scores_of(TREE, ROWS, LABELS, scoring).predictions
    order = np.lexsort((said.outputs[0], said.truth))
    kinds, sizes = said.among(order).kinds()
    drawn = np.random.default_rng(0).multinomial(200, sizes / 200, 50)
    rows = order[np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(int)]
    value = by_scorer(scoring, TREE, ROWS, LABELS)
    assert kinds.weighted(drawn.astype(float))[0].tolist() == [value(None, np.repeat(rows, one)) for one in drawn]


@pytest.mark.parametrize(
    "scoring",
    [one if one == "balanced_accuracy" else pytest.param(one, marks=pytest.mark.slow) for one in OF_COUNTS],
)
def test_the_law_is_that_of_drawing_rows(scoring):
    slow, _ = slow_and_quick(TREE, ROWS, LABELS, scoring, n_draws=1000)
    quick = bootstrap_bca.fn(scores_of(TREE, ROWS, LABELS, scoring), n_draws=20_000).law
    assert quick.estimate == slow.estimate
    assert quick.se == pytest.approx(slow.se, rel=4 / np.sqrt(2 * 1000))
    assert abs(quick.draws.mean() - slow.draws.mean()) < 4 * slow.se / np.sqrt(1000)


@pytest.mark.parametrize(
    ("scoring", "a_group"),
    [
        *(pytest.param(one, 5, marks=[pytest.mark.slow] if place % 3 else []) for place, one in enumerate(BY_ROWS)),
        ("f1_macro", 1),
    ],
)
def test_counts_give_what_the_scorer_gives_on_the_rows_drawn(scoring, a_group):
    slow, quick = slow_and_quick(TREE, ROWS, LABELS, scoring, np.arange(200) // a_group if a_group > 1 else None)
    assert slow.estimate == quick.estimate
    assert np.array_equal(slow.draws, quick.draws)
    assert (slow.bias, slow.acceleration) == pytest.approx((quick.bias, quick.acceleration), abs=1e-12)


@pytest.mark.parametrize("scoring", ["precision", "recall", "jaccard"])
def test_of_one_label(scoring):
    slow, quick = slow_and_quick(TWO, XB[200:300], YB[200:300], scoring)
    assert np.array_equal(slow.draws, quick.draws)


@pytest.mark.parametrize(
    "scoring",
    [*OF_SUMS, "roc_auc_ovr", *(pytest.param(s, marks=pytest.mark.slow) for s in OF_AREAS[1:]), "average_precision"],
)
@pytest.mark.parametrize("in_groups", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_sums_and_areas(scoring, in_groups):
    model, X, y = (LINE, XR[100:], YR[100:]) if scoring in OF_SUMS else (TREE, ROWS, LABELS)
    if scoring in OF_AREAS:
        model, X, y = LogisticRegression(max_iter=1000).fit(X[:100], y[:100]), X[100:160], np.arange(60) % 3
    if scoring == "average_precision":
        model, X, y = TWO, XB[200:300], YB[200:300]
    slow, quick = slow_and_quick(model, X, y, scoring, np.arange(y.size) // 4 if in_groups else None)
    np.testing.assert_allclose(slow.draws, quick.draws, rtol=1e-10)
    assert slow.estimate == pytest.approx(quick.estimate, rel=1e-10)


def test_a_table_of_many_labels_is_added_up_another_way():
    rng = np.random.default_rng(0)
    truth, said, weights = rng.integers(0, 12, 300), rng.integers(0, 12, 300), rng.integers(0, 4, (5, 300)) * 1.0
    rows = [np.repeat(np.arange(300), row.astype(int)) for row in weights]
    metric = Counted("f1_macro", 12)
    assert metric.weighted(truth, said, weights).tolist() == [metric(truth[one], said[one]) for one in rows]


@pytest.mark.parametrize(
    ("scoring", "method"), [("accuracy", "wilson"), ("neg_log_loss", "holdout_t"), ("neg_brier_score", "holdout_t")]
)
def test_means_need_no_bootstrap(scoring, method):
    model = LogisticRegression(max_iter=5000).fit(XB[:200], YB[:200])
    result = eb.score(model, XB[200:], YB[200:], scoring=scoring)
    assert (result.method, result.loss) == (method, scoring)
    assert result.estimate == pytest.approx(get_scorer(scoring)(model, XB[200:], YB[200:]), rel=1e-9)
    assert result.details["greater_is_better"]


@pytest.mark.parametrize("scoring", [
    "neg_mean_squared_error", "neg_mean_absolute_error", "neg_mean_absolute_percentage_error",
    "neg_mean_squared_log_error", "neg_mean_poisson_deviance", "neg_mean_gamma_deviance",
])  # fmt: skip
def test_means_of_regression(scoring):
    result = eb.score(LINE, XR[100:], YR[100:], scoring=scoring)
    assert result.method == "holdout_t"
    assert result.estimate == pytest.approx(get_scorer(scoring)(LINE, XR[100:], YR[100:]), rel=1e-9)
    assert result.low < result.estimate < result.high <= 0.0


def test_accuracy_is_one_minus_the_error():
    how = {"versus": TREE.__class__(max_depth=1).fit(X[:200], Y[:200])}
    for more in ({}, how):
        right, wrong = (eb.score(TREE, ROWS, LABELS, **one, **more) for one in ({"scoring": "accuracy"}, {}))
        assert right.method == wrong.method
        flip = (-1, 0) if more else (-1, 1)
        ends = [flip[0] * end + flip[1] for end in (wrong.high, wrong.estimate, wrong.low)]
        assert [right.low, right.estimate, right.high] == pytest.approx(ends, abs=1e-12)


def test_groups_are_honoured():
    groups = np.repeat(np.arange(40), 5)
    right = eb.score(TREE, ROWS, LABELS, scoring="accuracy", groups=groups)
    assert (right.method, right.details["n_groups"]) == ("clustered_wilson", 40)
    balanced = eb.score(TREE, ROWS, LABELS, scoring="balanced_accuracy", groups=groups, options={"n_draws": 300})
    assert balanced.details["n_groups"] == 40


def test_labels_that_are_words():
    model = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X[:200], WORDS[:200])
    said = eb.score(model, ROWS, WORDS[200:], scoring="balanced_accuracy")
    numbered = eb.score(TREE, ROWS, LABELS, scoring="balanced_accuracy")
    assert (said.estimate, said.low, said.high) == (numbered.estimate, numbered.low, numbered.high)


def test_a_scorer_of_the_users_own_is_called():
    def balanced_accuracy(model, X, y):
        return float((model.predict(X) == y).mean())

    scores = scores_of(TREE, ROWS, LABELS, balanced_accuracy)
    assert not scores.predictions.takes_weights
    assert scores.loss == "my balanced_accuracy"


def test_a_hold_out_is_judged_the_same_way():
    plan = eb.plans.holdout(0.5)
    result = eb.evaluate(LogisticRegression(max_iter=5000), XB, YB, plan=plan, scoring="accuracy", random_state=0)
    error = eb.evaluate(LogisticRegression(max_iter=5000), XB, YB, plan=plan, random_state=0)
    assert (result.method, result.estimate) == ("wilson", pytest.approx(1 - error.estimate))


@pytest.mark.parametrize("scoring", ["r2", "neg_max_error", "explained_variance", "matthews_corrcoef"])
@pytest.mark.parametrize("y", [np.array(["a", "b"] * 15), np.arange(30).astype("M8[D]")], ids=["text", "dates"])
def test_labels_that_are_no_numbers_are_refused_in_a_sentence(scoring, y):
    model = DummyRegressor().fit(np.zeros((30, 1)), np.arange(30.0))
    with pytest.raises(eb.ErrbarError, match=r"could not be judged|judges numbers"):
        eb.score(model, np.zeros((30, 1)), y, scoring=scoring)
