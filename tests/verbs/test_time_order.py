"""Splits in time order, and trained models' items with their times: read in that order or not at all."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, ShuffleSplit, TimeSeriesSplit, cross_validate

import errbar as eb
from errbar.errors import InputError, NeedsError

rng = np.random.default_rng(0)
X = rng.normal(size=(120, 3))
Y = X[:, 0] + rng.normal(size=120)
CV = TimeSeriesSplit(8)


class Never(RegressorMixin, BaseEstimator):
    def fit(self, X, y):
        raise AssertionError("fitted")


@pytest.mark.parametrize(
    "cv",
    [CV, TimeSeriesSplit(4, max_train_size=20, gap=2), list(CV.split(X)), [([0, 1], [2, 3]), ([2, 3], [4, 5])]],
    ids=["expanding", "rolling", "listed", "by hand"],
)
def test_methods_for_random_splits_refuse_before_any_fit(cv):
    for ask in (
        lambda: eb.evaluate(Never(), X, Y, cv=cv, method="corrected_t"),
        lambda: eb.evaluate(Never(), X, Y, cv=cv, method="cv_wald"),
        lambda: eb.rank({"a": Never(), "b": Never()}, X, Y, cv=cv),
        lambda: eb.collect({"a": Never()}, X, Y, cv=cv, methods=["corrected_t"]),
    ):
        with pytest.raises(NeedsError, match=r"comes before its test set.*diebold_mariano.*block_bootstrap"):
            ask()


@pytest.mark.parametrize("method", ["auto", "diebold_mariano", "block_bootstrap"])
def test_what_cannot_be_read_in_time_is_refused_before_any_fit(method):
    with pytest.raises(NeedsError, match=r"only losses of single rows show their order.*loss="):
        eb.evaluate(Never(), X, Y, cv=CV, scoring="r2", method=method)
    with pytest.raises(NeedsError, match="Losses at 4 times are too few"):
        eb.evaluate(Never(), X, Y, cv=[([0, 1], [2, 3]), ([2, 3], [4, 5])], method=method)
    with pytest.raises(NeedsError, match="Losses at 6 times are too few"):
        eb.compare(Never(), Never(), X, Y, plan=eb.plans.rolling(3, 2), method=method)


def test_collected_scores_are_read_later(tmp_path):
    scores = eb.collect({"a": Ridge(), "b": DummyRegressor()}, X, Y, cv=CV)
    assert scores.plan.kind == "rolling" and scores.values.shape == (2, 8)
    scores.save(tmp_path / "kept.npz")
    at_once = eb.compare(Ridge(), DummyRegressor(), X, Y, cv=CV)
    for kept in (scores, eb.Scores.load(tmp_path / "kept.npz")):
        found = eb.infer(kept, model="a", versus="b")
        assert found.method == "diebold_mariano" and (found.low, found.high) == (at_once.low, at_once.high)
        for method in ("corrected_t", "resampled_t", "bayes_t", "holdout_t"):
            with pytest.raises(NeedsError, match="comes before its test set"):
                eb.infer(kept, model="a", versus="b", method=method)
    assert eb.infer(scores.first(3), model="a").details["n_times"] == 39
    with pytest.raises(NeedsError, match="comes before its test set"):
        eb.growth(scores, model="a")


def test_only_numbers_of_splits_from_cross_validate():
    found = cross_validate(Ridge(), X, Y, cv=CV, return_indices=True)
    with pytest.raises(NeedsError, match="only losses of single rows show their order"):
        eb.infer(eb.Scores.from_splits(found))


@pytest.mark.parametrize("cv", [KFold(5), ShuffleSplit(5, random_state=0), [(np.arange(80), np.arange(80, 120))]])
def test_other_splits_are_not_taken_for_it(cv):
    assert eb.collect({"a": DummyRegressor()}, X, Y, cv=cv).plan.kind != "rolling"


def test_the_recipe_is_scikit_learns_splitter():
    how = {"n_splits": 4, "test_size": 10, "gap": 3}
    ours = eb.compare(Ridge(), DummyRegressor(), X, Y, plan=eb.plans.rolling(**how, max_train=30))
    theirs = eb.compare(Ridge(), DummyRegressor(), X, Y, cv=TimeSeriesSplit(**how, max_train_size=30))
    assert (ours.low, ours.high, ours.n_splits) == (theirs.low, theirs.high, theirs.n_splits)
    assert "mean difference in error between the models fitted here" in ours.target
    assert not any("splits" in note or "Test sets" in note for note in ours.notes)


def test_a_method_for_time_brings_a_rolling_plan():
    found = eb.evaluate(Ridge(), X, Y, method="diebold_mariano")
    assert (found.n_splits, found.n_test, found.details["n_times"]) == (10, 6, 60)


def test_rows_of_one_time_count_together():
    """Every row three times: no more is known than of one, and the rows may stand in any order."""
    days = np.repeat(np.arange(40), 3)
    x, y = np.repeat(X[:40], 3, axis=0), np.repeat(Y[:40], 3)
    shuffled = rng.permutation(120)
    plan = eb.plans.rolling(5, 4)
    once = eb.evaluate(DummyRegressor(), X[:40], Y[:40], plan=plan)
    thrice = eb.evaluate(DummyRegressor(), x[shuffled], y[shuffled], plan=plan, groups=days[shuffled])
    assert [thrice.estimate, thrice.low, thrice.high] == pytest.approx([once.estimate, once.low, once.high])
    assert thrice.details["n_times"] == 20


def test_times_that_fall_are_refused():
    with pytest.raises(InputError, match="sort the rows"):
        eb.evaluate(Never(), X, Y, plan=eb.plans.rolling(5, 4), groups=np.arange(120)[::-1])


# -- rows that look ordered ------------------------------------------------------------------------------------------


def _walk(n=200, phi=0.9):
    noise = np.random.default_rng(3).normal(size=n)
    for i in range(1, n):
        noise[i] += phi * noise[i - 1]
    return noise


@pytest.mark.parametrize("plan", [eb.plans.kfold(5), eb.plans.subsample(10, 0.2), eb.plans.holdout(0.5)])
def test_losses_that_are_alike_from_row_to_row_are_told(plan):
    drifting = eb.evaluate(DummyRegressor(), np.zeros((200, 1)), _walk(), plan=plan, random_state=0)
    assert any("Losses of neighbouring rows" in note and "diebold_mariano" in note for note in drifting.notes)
    shuffled = np.random.default_rng(0).permutation(_walk())
    still = eb.evaluate(DummyRegressor(), np.zeros((200, 1)), shuffled, plan=plan, random_state=0)
    assert not any("neighbouring rows" in note for note in still.notes)


def test_nor_is_it_told_where_time_is_known_or_rows_come_in_groups():
    table = {"t": range(200), "g": [i // 20 for i in range(200)], "loss": _walk()}
    plain = eb.infer(eb.Scores.from_table(table, item="t", loss="loss"))
    assert any("neighbouring rows" in note for note in plain.notes)
    for how in ({"time": "t"}, {"item": "t", "group": "g"}):
        told = eb.infer(eb.Scores.from_table(table, **how, loss="loss"))
        assert not any("neighbouring rows" in note for note in told.notes)
