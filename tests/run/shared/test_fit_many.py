"""Models that fit many splits at once themselves."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.linear_model import Ridge
from tests.run.shared.agreement import path, sound

import errbar as eb

PLAN = eb.plans.subsample(40, 0.2)


class Batched(RegressorMixin, BaseEstimator):
    """Gradient descent on least squares, all splits side by side: what one does on a GPU."""

    def __init__(self, steps=60, many_at_once=16):
        self.steps = steps
        self.many_at_once = many_at_once

    def fit_many(self, X, y, trains, tests):
        assert len(trains) <= self.many_at_once
        kept = np.zeros((len(trains), len(y)))
        for row, train in zip(kept, trains, strict=True):
            row[train] = 1 / len(train)
        Z = np.column_stack((np.ones(len(X)), X / 10))
        weights = np.zeros((len(trains), Z.shape[1]))
        for _ in range(self.steps):
            weights -= ((weights @ Z.T - y) * kept) @ Z
        return [Z[test] @ w for test, w in zip(tests, weights, strict=True)]

    def fit(self, X, y):
        Z = np.column_stack((np.ones(len(X)), X / 10))
        self.weights_ = np.zeros(Z.shape[1])
        for _ in range(self.steps):
            self.weights_ -= ((Z @ self.weights_ - y) / len(y)) @ Z
        return self

    def predict(self, X):
        return np.column_stack((np.ones(len(X)), X / 10)) @ self.weights_


@pytest.mark.parametrize("plan", [PLAN, eb.plans.halvings(4, 2), eb.plans.kfold(7)], ids=["splits", "halves", "folds"])
def test_the_numbers_are_those_of_fit_and_predict(plan):
    X, value, _ = sound()
    ours, theirs = (
        eb.collect({"m": Batched(), "r": Ridge()}, X, value, plan=plan, random_state=0, shared=shared)
        for shared in (True, False)
    )
    assert path(ours) == "shared: fit_many" and path(ours, "r") == "shared: ridge" and path(theirs) == "scikit-learn"
    np.testing.assert_allclose(ours.items, theirs.items, rtol=1e-9)


def test_groups_and_rows_that_are_no_table_of_numbers():
    X, value, _ = sound()
    single = X.astype(np.float32)  # which no shared statistics take
    groups = np.arange(len(value)) // 3
    ours, theirs = (
        eb.collect({"m": Batched()}, single, value, plan=PLAN, groups=groups, random_state=0, shared=shared)
        for shared in (True, False)
    )
    assert path(ours) == "shared: fit_many"
    np.testing.assert_allclose(ours.items, theirs.items, rtol=1e-5)


class Nearest(ClassifierMixin, BaseEstimator):
    def fit_many(self, X, y, trains, tests):
        return [
            y[train][np.abs(X[test, :1] - X[train, 0]).argmin(axis=1)]
            for train, test in zip(trains, tests, strict=True)
        ]

    def fit(self, X, y):
        self.X_, self.y_, self.classes_ = X, y, np.unique(y)
        return self

    def predict(self, X):
        return self.y_[np.abs(X[:, :1] - self.X_[:, 0]).argmin(axis=1)]


def test_labels_in_words():
    X, _, label = sound(3)
    words = np.array(["no", "yes", "perhaps"])[label]
    ours, theirs = (
        eb.collect({"m": Nearest()}, X, words, plan=PLAN, random_state=0, shared=shared) for shared in (True, False)
    )
    assert path(ours) == "shared: fit_many" and np.array_equal(ours.items, theirs.items)


@pytest.mark.parametrize(
    "more",
    [{"timeout": 60.0}, {"loss": ["squared", "absolute"]}, {"scoring": "r2"}],
    ids=["timeout", "two losses", "scorer"],
)
def test_what_is_fitted_split_by_split(more):
    X, value, _ = sound()
    assert path(eb.collect({"m": Batched()}, X, value, plan=PLAN, random_state=0, **more)) == "scikit-learn"


def test_a_store_keeps_them(tmp_path):
    X, value, _ = sound()
    runs = [
        eb.collect({"m": Batched()}, X, value, plan=PLAN, random_state=0, store=tmp_path / "runs.db") for _ in range(2)
    ]
    assert runs[1].details["resumed_splits"] == 40 and np.array_equal(runs[0].items, runs[1].items)


class Wrong(Batched):
    def fit_many(self, X, y, trains, tests):
        if self.steps == 1:
            raise ZeroDivisionError("out of memory")
        return [y[test][1:] for test in tests]


@pytest.mark.parametrize(
    "steps, said",
    [
        (1, r"Model 'm' failed in fit_many: ZeroDivisionError: out of memory"),
        (
            2,
            r"fit_many of model 'm' must give one prediction per test row of each of 16 splits \(30 in the first\); got 16",
        ),
    ],
)
def test_what_goes_wrong_is_said(steps, said):
    X, value, _ = sound()
    with pytest.raises(eb.FitError, match=said):
        eb.collect({"m": Wrong(steps)}, X, value, plan=PLAN, random_state=0)
