"""The verbs do what the page of names says: defaults, targets, pairing, seeds, margins."""

from math import sqrt

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification, make_regression
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import errbar as eb

X, Y = make_classification(400, random_state=0)


def test_defaults_by_plan():
    assert eb.evaluate(LogisticRegression(), X, Y, random_state=0).method == "corrected_wilson"
    assert eb.evaluate(LogisticRegression(), X, Y, loss="log", random_state=0).method == "corrected_t"
    assert eb.evaluate(GaussianNB(), X, Y, scoring="accuracy", random_state=0).method == "corrected_wilson"
    assert eb.evaluate(GaussianNB(), X, Y, scoring="roc_auc", random_state=0).method == "corrected_t"
    assert eb.compare(GaussianNB(), LogisticRegression(), X, Y, random_state=0).method == "corrected_wilson"
    assert eb.evaluate(GaussianNB(), X, Y, plan=eb.plans.kfold(5), random_state=0).method == "corrected_wilson"
    assert eb.evaluate(GaussianNB(), X, Y, plan=eb.plans.holdout(), random_state=0).method == "wilson"
    assert eb.evaluate(GaussianNB(), X, Y, cv=ShuffleSplit(4), random_state=0).method == "corrected_wilson"


def test_one_model_whose_halvings_cost_next_to_nothing_gets_calibrated_t():
    for model in (LinearRegression(), GaussianNB()):
        found = eb.evaluate(model, X, Y, random_state=0)
        assert (found.method, found.n_fits, found.n_train) == ("calibrated_t", 315, 360)
        asked = eb.evaluate(model, X, Y, method="calibrated_t", random_state=0)
        assert (asked.low, asked.high) == (found.low, found.high)


def test_the_training_size_is_the_same_whichever_method_is_the_default():
    models = (LinearRegression(), DecisionTreeRegressor(max_depth=1), GaussianNB(), DecisionTreeClassifier(max_depth=1))
    found = [eb.evaluate(model, X[:150], Y[:150], random_state=0) for model in models]
    methods = ["calibrated_t", "corrected_t", "calibrated_t", "corrected_wilson"]
    assert [r.method for r in found] == methods
    assert [r.n_train for r in found] == [120] * 4


@pytest.mark.parametrize(
    "given",
    [{"shared": False}, {"scoring": "r2"}, {"groups": np.arange(400) // 4}, {"cv": 5}, {"n": 90}, {"n": 2400}],
    ids=str,
)
def test_where_halvings_cost_much_or_were_not_studied_25_splits_stay(given):
    rows = np.arange(given.pop("n", 400)) % 400
    assert eb.evaluate(LinearRegression(), X[rows], Y[rows], random_state=0, **given).method == "corrected_t"
    assert eb.evaluate(KNeighborsRegressor(weights="distance"), X, Y, random_state=0).method == "corrected_t"
    if "scoring" not in given:
        assert eb.evaluate(GaussianNB(), X[rows], Y[rows], random_state=0, **given).method == "corrected_wilson"


def test_default_test_size_is_a_tenth_or_a_fifth_where_that_is_too_few():
    assert eb.evaluate(LogisticRegression(), X, Y, random_state=0).n_test == 40
    small = eb.evaluate(LogisticRegression(), X[:290], Y[:290], random_state=0)
    assert (small.n_test, small.n_train, small.n_splits) == (58, 232, 25)


def test_targets_in_words():
    assert eb.evaluate(GaussianNB(), X, Y, random_state=0).target == (
        "the error of the algorithm when trained on 360 examples"
    )
    assert (
        "model trained on these 266 examples"
        in eb.evaluate(GaussianNB(), X, Y, plan=eb.plans.holdout(), random_state=0).target
    )
    both = eb.compare(GaussianNB(), LogisticRegression(), X, Y, random_state=0)
    assert both.target == "the difference in error between the two algorithms when trained on 360 examples"
    auc = eb.evaluate(GaussianNB(), X, Y, scoring="roc_auc", random_state=0)
    assert auc.target.startswith("the roc_auc of the algorithm")


def test_evaluate_tests_nothing_unless_asked():
    assert eb.evaluate(GaussianNB(), X, Y, random_state=0).pvalue is None
    assert eb.evaluate(GaussianNB(), X, Y, random_state=0, null=0.5).pvalue < 0.05


def test_compare_is_a_minus_b_and_swapping_flips_it():
    ab = eb.compare(GaussianNB(), DecisionTreeClassifier(random_state=0), X, Y, random_state=0)
    ba = eb.compare(DecisionTreeClassifier(random_state=0), GaussianNB(), X, Y, random_state=0)
    assert (ab.estimate, ab.low, ab.high) == (-ba.estimate, -ba.high, -ba.low)
    assert ab.pvalue == ba.pvalue and ab.n_fits == 50


def test_comparison_is_paired():
    """Two correlated models: the paired interval is narrower than the root of summed variances."""
    scores = eb.collect({"a": Ridge(1.0), "b": Ridge(2.0)}, *make_regression(200, 20, noise=9.0, random_state=0),
                        random_state=0)  # fmt: skip
    paired = eb.infer(scores, model="a", versus="b")
    alone = [eb.infer(scores, model=name).se for name in "ab"]
    assert paired.se < 0.8 * np.hypot(*alone)


def test_the_ratio_comes_from_the_splits_not_from_a_default():
    r8 = eb.evaluate(GaussianNB(), X, Y, cv=ShuffleSplit(25, test_size=0.2, random_state=0))
    r5 = eb.evaluate(GaussianNB(), X, Y, cv=ShuffleSplit(25, test_size=0.5, random_state=0))
    assert r8.details["ratio"] == 80 / 320 and r5.details["ratio"] == 1.0


@pytest.mark.parametrize("make", [lambda: 3, lambda: np.random.default_rng(3), lambda: np.random.RandomState(3)])
def test_random_state_of_any_kind_is_used(make):
    one, two = (eb.evaluate(GaussianNB(), X, Y, random_state=make()) for _ in range(2))
    assert one.estimate == two.estimate and one.se == two.se
    assert eb.evaluate(GaussianNB(), X, Y, random_state=99).estimate != one.estimate


def test_a_generator_is_consumed_once():
    rng = np.random.default_rng(0)
    first, second = (eb.evaluate(GaussianNB(), X, Y, random_state=rng) for _ in range(2))
    assert first.estimate != second.estimate


class Remembers(ClassifierMixin, BaseEstimator):
    """Predicts from its random state alone, and keeps what it was given."""

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        assert self.random_state is not None
        return self

    def predict(self, X):
        return np.random.RandomState(self.random_state).randint(0, 2, len(X))


def test_models_without_a_seed_get_the_same_one_from_the_split():
    result = eb.compare(Remembers(), Remembers(), X, Y, random_state=0)
    assert result.estimate == 0.0 and result.se == sqrt(2) / 400  # the least a difference of error rates has
    other = eb.compare(Remembers(), Remembers(random_state=5), X, Y, random_state=0)
    assert other.se > sqrt(2) / 400


def test_tuned_models_say_what_is_estimated():
    search = GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, cv=3)
    result = eb.evaluate(search, X, Y, plan=eb.plans.subsample(3), random_state=0)
    assert any("tuning included" in note for note in result.notes)


def test_margin_is_worse_by_for_losses_and_for_scores():
    good, bad = LogisticRegression(), DummyClassifier()
    for how in ({"loss": "zero_one"}, {"scoring": "accuracy"}):
        fine = eb.compare(good, bad, X, Y, margin=0.02, random_state=0, **how)
        assert fine.details["noninferior"] is True
        poor = eb.compare(bad, good, X, Y, margin=0.02, random_state=0, **how)
        assert (fine.verdict, poor.verdict) == ("shown", "refuted")
        assert poor.details["noninferior"] is (poor.details["noninferior_pvalue"] < 0.05)
        assert poor.details["noninferior_pvalue"] > fine.details["noninferior_pvalue"]
    same = eb.compare(good, good, X, Y, margin=0.002, random_state=0)  # 400 examples in agreement do not show that much
    assert (same.verdict, same.details["equivalent"], same.pvalue) == ("undecided", False, 1.0)
    assert same.low < 0 < same.high and eb.compare(good, good, X, Y, margin=0.02, random_state=0).verdict == "shown"


def test_margin_bound_is_the_one_sided_bound():
    scores = eb.collect({"a": Ridge(), "b": LinearRegression()}, *make_regression(90, 5, noise=3.0, random_state=1),
                        random_state=0)  # fmt: skip
    gate = eb.infer(scores, model="a", versus="b", margin=0.5)
    one_sided = eb.infer(scores, model="a", versus="b", alternative="less", null=0.5)
    assert gate.details["margin_bound"] == one_sided.high
    assert gate.details["noninferior_pvalue"] == one_sided.pvalue


def test_times_and_seed_are_in_the_details():
    details = eb.evaluate(DecisionTreeClassifier(), X, Y, random_state=4).details
    assert details["fit_seconds"]["model"] > 0 and details["predict_seconds"]["model"] > 0 and details["seed"] == 4


def test_trained_elsewhere_losses_come_back():
    plan = eb.plans.subsample(12, 0.2).build(len(Y), random_state=8)
    losses = [(GaussianNB().fit(X[a], Y[a]).predict(X[b]) != Y[b]).astype(float) for a, b in plan]
    ours = eb.evaluate(GaussianNB(), X, Y, plan=plan, random_state=0)
    theirs = eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan), null=None)
    assert (ours.estimate, ours.se, ours.low) == (theirs.estimate, theirs.se, theirs.low)


def test_a_plan_is_a_cv_for_scikit_learn():
    from sklearn.model_selection import cross_val_score

    plan = eb.plans.kfold(4).build(len(Y), random_state=0)
    accuracy = cross_val_score(GaussianNB(), X, Y, cv=plan)
    assert accuracy.mean() == pytest.approx(1 - eb.evaluate(GaussianNB(), X, Y, plan=plan).estimate)
