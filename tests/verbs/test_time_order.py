"""Splits in time order get no interval made for random ones: refused before any fit, collected all the same."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, ShuffleSplit, TimeSeriesSplit, cross_validate

import errbar as eb
from errbar.errors import NeedsError

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
def test_refused_before_any_fit(cv):
    for ask in (
        lambda: eb.evaluate(Never(), X, Y, cv=cv),
        lambda: eb.evaluate(Never(), X, Y, cv=cv, method="corrected_t"),
        lambda: eb.evaluate(Never(), X, Y, cv=cv, method="cv_wald"),
        lambda: eb.evaluate(Never(), X, Y, cv=cv, scoring="r2"),
        lambda: eb.compare(Never(), Never(), X, Y, cv=cv),
        lambda: eb.rank({"a": Never(), "b": Never()}, X, Y, cv=cv),
        lambda: eb.collect({"a": Never()}, X, Y, cv=cv, methods=["corrected_t"]),
    ):
        with pytest.raises(NeedsError, match=r"comes before its test set.*eb\.collect"):
            ask()


def test_collected_scores_are_refused_later(tmp_path):
    scores = eb.collect({"a": Ridge(), "b": DummyRegressor()}, X, Y, cv=CV)
    assert scores.plan.kind == "time" and scores.values.shape == (2, 8)
    scores.save(tmp_path / "kept.npz")
    for kept in (scores, scores.first(3), eb.Scores.load(tmp_path / "kept.npz")):
        for method in ("auto", "corrected_t", "resampled_t", "bayes_t", "holdout_t"):
            with pytest.raises(NeedsError, match="comes before its test set"):
                eb.infer(kept, model="a", versus="b", method=method)
    with pytest.raises(NeedsError, match="comes before its test set"):
        eb.growth(scores, model="a")


def test_also_from_cross_validate():
    found = cross_validate(Ridge(), X, Y, cv=CV, return_indices=True)
    with pytest.raises(NeedsError, match="comes before its test set"):
        eb.infer(eb.Scores.from_splits(found))


@pytest.mark.parametrize("cv", [KFold(5), ShuffleSplit(5, random_state=0), [(np.arange(80), np.arange(80, 120))]])
def test_other_splits_are_not_taken_for_it(cv):
    assert eb.collect({"a": DummyRegressor()}, X, Y, cv=cv).plan.kind != "time"
