"""A model that calls sys.exit must not end the program with a code of its own choosing: 0 would pass a gate."""

import sys

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier

import errbar as eb

X, Y = np.arange(40.0)[:, None], np.arange(40) % 2


class Leaves(ClassifierMixin, BaseEstimator):
    def __init__(self, when="fit"):
        self.when = when

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        if self.when == "fit":
            sys.exit(0)
        return self

    def predict(self, X):
        if self.when == "predict":
            sys.exit(0)
        return np.zeros(len(X), dtype=int)


@pytest.mark.parametrize(
    ("when", "n_jobs"), [("fit", 1), ("predict", 1), ("fit", 2), pytest.param("predict", 2, marks=pytest.mark.slow)]
)
def test_a_fit_that_leaves_is_a_fit_that_failed(when, n_jobs):
    with pytest.raises(eb.FitError, match="SystemExit"):
        eb.compare(Leaves(when), DummyClassifier(), X, Y, margin=0.1, random_state=0, n_jobs=n_jobs)


@pytest.mark.parametrize("scoring", ["average_precision", "balanced_accuracy"])
def test_on_one_hold_out_too(scoring):
    with pytest.raises(eb.FitError, match="SystemExit"):
        eb.evaluate(Leaves("fit"), X, Y, plan=eb.plans.holdout(0.5), scoring=scoring, random_state=0)


def test_a_trained_model_that_leaves():
    with pytest.raises(eb.ErrbarError, match="SystemExit"):
        eb.score(Leaves("predict").fit(X, Y), X, Y)
