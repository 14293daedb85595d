"""Rows are cut out of the data once for all models of a split, and no model sees what another did to its own."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin

import errbar as eb
from errbar.run import slices

rng = np.random.default_rng(0)
X, y = rng.normal(size=(60, 3)), rng.normal(size=60)


class Writes(RegressorMixin, BaseEstimator):
    """Overwrites whatever it is given, and predicts the sum of what it was given to learn from."""

    def __init__(self, factor=1.0):
        self.factor = factor

    def fit(self, X, y):
        self.sum_ = X.sum()
        X *= 0.0
        return self

    def predict(self, X):
        said = self.factor * self.sum_ + X.sum(axis=1)
        X *= 0.0
        return said


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kept", [True, False])
def test_models_that_write_do_not_meet(order, kept, monkeypatch):
    monkeypatch.setattr(slices, "LARGEST", 1 << 26 if kept else 0)
    data = np.array(X, order=order)
    models = {"a": Writes(), "b": Writes(2.0), "c": Writes()}
    together = eb.collect(models, data, y, plan=eb.plans.subsample(7, 0.2), random_state=0)
    alone = eb.collect({"b": models["b"]}, data, y, plan=eb.plans.subsample(7, 0.2), random_state=0)
    assert np.array_equal(data, X)
    assert together.values[1].tobytes() == alone.values[0].tobytes()
    assert together.values[0].tobytes() == together.values[2].tobytes()


def test_each_split_is_cut_once(monkeypatch):
    cut = []
    plain = slices.rows_of
    monkeypatch.setattr(slices, "rows_of", lambda X, rows: cut.append(rows.size) or plain(X, rows))
    models = {f"m{i}": Writes(float(i)) for i in range(9)}
    eb.collect(models, X, y, plan=eb.plans.subsample(5, 0.2), random_state=0)
    assert cut == [48, 12] * 5
