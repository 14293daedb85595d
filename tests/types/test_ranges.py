"""Losses outside their range are refused wherever they come in; intervals end where the range does."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer_names
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.errors import InputError
from errbar.plans.families import TestSet
from errbar.run.losses import LOSSES
from errbar.types.ranges import RANGES, known_range, own_name
from errbar.types.scores import LOSS_NAMES


def test_set(n):
    return eb.Plan("test_set", n, (TestSet(n),))


test_set.__test__ = False
FIVE = np.random.default_rng(0).normal(5, 1, 40)


# -- refusals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", [test_set(40), eb.plans.kfold(4).build(40, random_state=0)])
def test_losses_outside_the_declared_range_are_refused(plan):
    with pytest.raises(InputError, match=r"'loss' must lie between 0 and 1; model 'm' has [45]\.\d+ \(number 0\)"):
        eb.Scores.from_losses({"m": FIVE}, plan=plan, loss_range=(0, 1))


def test_every_constructor_refuses(tmp_path):
    table = {"id": np.arange(40), "m": ["a"] * 40, "loss": FIVE}
    for more in ({}, {"keep": "sums"}):
        with pytest.raises(InputError, match="must lie between 0 and 1"):
            eb.Scores.from_table(table, item="id", model="m", loss="loss", loss_range=(0, 1), **more)
    good = eb.Scores.from_losses({"m": FIVE, "b": FIVE / 9}, plan=test_set(40), loss_range=(0, 9))
    with pytest.raises(InputError, match="model 'm' has"):
        replace(good, loss_range=(0.0, 1.0))
    good.save(tmp_path / "s.npz")
    assert eb.Scores.load(tmp_path / "s.npz").loss_range == (0.0, 9.0)
    with pytest.raises(InputError, match="must lie between"):
        eb.Scores(good.plan, ("m",), FIVE[None].mean(axis=1, keepdims=True), None, "loss", (0.0, 1.0))


@pytest.mark.parametrize(("loss", "bad"), [("zero_one", 2.0), ("squared", -1.0), ("brier", 2.5), ("log", -0.1)])
def test_a_known_loss_has_a_known_range(loss, bad):
    with pytest.raises(InputError, match=f"'{loss}' must lie between 0 and .*; model 'm' has {bad:g}"):
        eb.Scores.from_losses({"m": [0.0, bad, 0.5]}, plan=test_set(3), loss=loss)


@pytest.mark.parametrize("span", [(1, 0), (0, 0), (0,), 3, (0, np.nan), "ab"])
def test_a_range_is_two_numbers_in_order(span):
    with pytest.raises(InputError, match="loss_range"):
        eb.Scores.from_losses({"m": [0.0, 1.0]}, plan=test_set(2), loss_range=span)


def test_rounding_is_no_offence():
    rounded = np.array([-1e-17, 0.2, 0.3, 1 + 1e-16])
    scores = eb.Scores.from_losses({"m": rounded}, plan=test_set(4), loss_range=(0, 1))
    for method in ("betting", "hoeffding", "holdout_t"):
        r = eb.infer(scores, method=method)
        assert 0 <= r.low <= r.estimate <= r.high <= 1


# -- the table ----------------------------------------------------------------------------------------------------


def test_the_table_knows_every_loss_and_scorer():
    assert set(LOSS_NAMES) == set(LOSSES)
    for name, loss in LOSSES.items():
        assert loss.low_high is None or loss.low_high == RANGES[name]
    unknown = [name for name in get_scorer_names() if known_range(name) is None]
    assert unknown == []


def test_a_function_of_the_users_is_not_taken_for_one_we_know():
    def roc_auc(model, X, y):
        return 5.0

    X, y = load_breast_cancer(return_X_y=True)
    scores = eb.collect({"m": DummyClassifier()}, X, y, scoring=roc_auc, cv=3, random_state=0)
    assert scores.loss == own_name("roc_auc") == "my roc_auc"
    assert scores.limits == (-inf, inf)


# -- inside ---------------------------------------------------------------------------------------------------------


def inside(result, low, high):
    assert low <= result.low <= result.estimate <= result.high <= high
    for level in (0.5, 0.999):
        ends = result.confidence_interval(level)
        assert low <= ends.low <= ends.high <= high


@pytest.mark.parametrize(
    ("how", "low", "high"),
    [
        ({"scoring": "roc_auc"}, 0, 1),
        ({"scoring": "f1"}, 0, 1),
        ({"scoring": "neg_log_loss"}, -inf, 0),
        ({"loss": "zero_one"}, 0, 1),
        ({"loss": "brier"}, 0, 1),
        ({"loss": "log"}, 0, inf),
    ],
)
def test_verbs_stay_inside(how, low, high):
    X, y = load_breast_cancer(return_X_y=True)
    X, y = X[::9, :4] / X[:, :4].std(axis=0), y[::9]
    scores = eb.collect({"a": GaussianNB(), "b": LogisticRegression()}, X, y, cv=5, random_state=0, **how)
    for side in ("two-sided", "less", "greater"):
        inside(eb.infer(scores, model="a", alternative=side), low, high)
        inside(eb.infer(scores, model="a", versus="b", alternative=side), low - high, high - low)
    ranking = eb.rank(scores)
    for ends in (ranking.low, ranking.high, ranking.simultaneous_low, ranking.simultaneous_high):
        assert (ends >= low).all() and (ends <= high).all()
    for result in eb.growth(scores, model="a").results:
        assert low <= result.low <= result.estimate <= result.high <= high


def test_what_was_computed_is_kept():
    values = [0.99, 1.0, 1.0, 0.97]
    scores = eb.Scores.from_splits({"m": values}, n_train=90, n_test=10, loss="roc_auc", greater_is_better=True)
    r = eb.infer(scores, method="corrected_t")
    low, high = r.details["unclipped"]
    assert (r.low, r.high) == (low, 1.0) and high > 1
    assert eb.infer(scores, method="corrected_t", null=0.5).pvalue > 0  # the test is that of the formula
    at_least = eb.infer(scores, method="corrected_t", alternative="greater")
    assert (at_least.high, at_least.details["unclipped"][1]) == (1.0, inf)
    assert eb.Result.from_dict(r.to_dict()).details["unclipped"] == [low, high]


def test_numbers_that_belie_the_name_are_left_alone():
    per_cent = eb.Scores.from_splits({"a": [93.1, 99.8], "b": [93.2, 99.9]}, n_train=9, n_test=1, loss="accuracy")
    assert eb.infer(per_cent, model="a").high > 100
    assert "unclipped" not in eb.infer(per_cent, model="a", versus="b").details
    gains = eb.Scores.from_splits({"a - b": [0.01, 0.0, 0.02]}, n_train=9, n_test=1, loss="accuracy")
    assert eb.infer(gains).low < 0


def test_distributions_stay_inside():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20, 2)), np.r_[np.zeros(19), 30.0]
    found = eb.distribution(DummyRegressor(), X, y, n_splits=10, random_state=0)
    assert found.result.details["unclipped"][0] < 0 == found.result.low
    assert found.transformed(0.0).result.low >= 0


def test_numbers_too_large_or_small_to_square_are_refused():
    for scale in (1e300, 1e-300):
        losses = scale * np.random.default_rng(0).random(20)
        with pytest.raises(InputError, match="to be squared"):
            eb.infer(eb.Scores.from_losses({"m": losses}, plan=test_set(20)), method="holdout_t")
