"""A plan too large to be fitted or remembered is refused with its size, and nothing is allocated for it."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.model_selection import ShuffleSplit

import errbar as eb
from errbar.errors import InputError
from errbar.plans import affordable

X, Y = np.zeros((100, 1)), np.arange(100) % 2
MODELS = {"a": DummyClassifier(), "b": DummyClassifier()}


@pytest.mark.parametrize(
    ("plan", "size"),
    [
        (eb.plans.subsample(60_000_000, 0.1), "120,000,000 fits, whose losses take 9.6 GB"),
        (eb.plans.kfold(5, 15_000_000), "150,000,000 fits, whose losses take 24.0 GB"),
        (eb.plans.halvings(n_splits=15, n_halvings=3_000_000), "180,000,030 fits, whose losses take 14.4 GB"),
    ],
)
def test_too_many_fits(plan, size):
    with pytest.raises(InputError, match=f"This plan means {size}; errbar takes on up to 100,000,000 fits"):
        eb.compare(*MODELS.values(), X, Y, plan=plan, random_state=0)
    with pytest.raises(InputError, match="fits, whose losses take"):
        eb.collect(MODELS, X, Y, plan=plan.build(100, random_state=0))


def test_a_splitter_of_scikit_learn():
    with pytest.raises(InputError, match=r"cv=ShuffleSplit\(\.\.\.\) means 1,000,000,000 fits"):
        eb.evaluate(DummyRegressor(), X, Y * 1.0, cv=ShuffleSplit(10**9))


def test_more_losses_than_memory(monkeypatch):
    monkeypatch.setattr(affordable, "memory_bytes", lambda: 2 * 10 * 30 * 8)
    with pytest.raises(InputError, match="60 fits, whose losses take"):
        eb.collect(MODELS, X, Y, plan=eb.plans.subsample(30, 0.11), random_state=0)
    assert len(eb.collect(MODELS, X, Y, plan=eb.plans.subsample(30, 0.1), random_state=0).plan) == 30
    assert affordable.memory_bytes() > 0
