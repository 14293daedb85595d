"""The suite's lean classifiers are scikit-learn's: the same splits, the same minimum, the same accuracy."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from errbar.lab.worlds.lean import LeanForest, LeanLogistic, LeanTree


def data(seed, n=400, d=6):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * rng.uniform(0.1, 10, size=d) + 3
    y = (((X - 3) / X.std(axis=0))[:, :3].sum(axis=1) + rng.normal(size=n) > 0.4).astype(int)
    return train_test_split(X, y, test_size=0.5, random_state=seed)


@pytest.mark.parametrize("seed", range(5))
def test_logistic_predicts_as_scikit_learn_does(seed):
    X, X_test, y, _ = data(seed)
    own = LeanLogistic(C=0.1).fit(X, y)
    theirs = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, solver="newton-cholesky", tol=1e-10)).fit(X, y)
    np.testing.assert_allclose(own.coef_[:-1], theirs[-1].coef_[0], rtol=1e-7)
    np.testing.assert_allclose(own.coef_[-1], theirs[-1].intercept_[0], rtol=1e-7)
    assert (own.predict(X_test) == theirs.predict(X_test)).all()


def test_logistic_takes_a_constant_column_and_refuses_one_class():
    X, X_test, y, _ = data(0)
    flat = np.column_stack((X, np.full(len(X), 7.0)))
    flat_test = np.column_stack((X_test, np.full(len(X_test), 7.0)))
    assert (LeanLogistic().fit(flat, y).predict(flat_test) == LeanLogistic().fit(X, y).predict(X_test)).all()
    with pytest.raises(ValueError, match="one class"):
        LeanLogistic().fit(X, np.zeros(len(X)))


@pytest.mark.parametrize("depth", [1, 3, None])
@pytest.mark.parametrize("seed", range(5))
def test_a_tree_splits_where_gini_does(seed, depth):
    X, X_test, y, _ = data(seed)
    own = LeanTree(min_samples_leaf=5, max_depth=depth, random_state=seed).fit(X, y)
    theirs = DecisionTreeClassifier(min_samples_leaf=5, max_depth=depth, random_state=seed).fit(X, y)
    assert own.tree_.node_count == theirs.tree_.node_count
    np.testing.assert_array_equal(own.tree_.feature, theirs.tree_.feature)
    np.testing.assert_allclose(own.tree_.threshold, theirs.tree_.threshold)
    assert (own.predict(X_test) == theirs.predict(X_test)).all()


@pytest.mark.slow
def test_a_forest_errs_as_often_as_scikit_learns():
    own, theirs = [], []
    for seed in range(30):
        X, X_test, y, y_test = data(seed)
        own.append((LeanForest(50, seed).fit(X, y).predict(X_test) != y_test).mean())
        theirs.append((RandomForestClassifier(50, random_state=seed).fit(X, y).predict(X_test) != y_test).mean())
    gap = np.subtract(own, theirs)
    assert abs(gap.mean()) < 4 * gap.std(ddof=1) / np.sqrt(gap.size)


def test_a_seed_decides_the_forest():
    X, X_test, y, _ = data(1)
    first, again, other = (LeanForest(5, seed).fit(X, y).predict(X_test) for seed in (1, 1, 2))
    assert (first == again).all() and (first != other).any()
