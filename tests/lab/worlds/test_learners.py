"""What is computed for all splits at once is what scikit-learn gives split by split."""

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

from errbar.lab.worlds.letters import distorted
from errbar.lab.worlds.linear_splits import line, mean, plane, threshold
from errbar.lab.worlds.many_splits import halves, subsamples
from errbar.lab.worlds.trees import DevianceTree

RNG = np.random.default_rng(3)
X = RNG.normal(10, 1, (60, 3))
VALUE = 100 + X.sum(axis=1) + RNG.normal(size=60)
LABEL = (np.median(VALUE) < VALUE).astype(float)
SPLITS = subsamples(RNG, halves(RNG, 60, 3), 5, 6)


def one_by_one(model, x, y, loss):
    pairs = zip(SPLITS.train, SPLITS.test, strict=True)
    return np.array([loss(model.fit(x[train], y[train]).predict(x[test]), y[test]) for train, test in pairs])


def squared(predicted, truth):
    return (predicted - truth) ** 2


def wrong_side(predicted, truth):
    return (predicted > 0.5) != (truth > 0.5)


@pytest.mark.parametrize(
    ("learner", "model", "x", "y", "loss"),
    [
        (mean, DummyRegressor(), X, VALUE, squared),
        (line, LinearRegression(), X[:, :1], VALUE, squared),
        (plane, LinearRegression(), X, VALUE, squared),
        (threshold, LinearRegression(), X, LABEL, wrong_side),
    ],
    ids=["mean", "line", "plane", "threshold"],
)
def test_linear_learners(learner, model, x, y, loss):
    np.testing.assert_allclose(learner(x, y, SPLITS), one_by_one(model, x, y, loss), rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("w", [1, 17.25, 2048])
def test_the_nearest_neighbour_is_the_first_of_the_nearest(w):
    x, y = RNG.integers(0, 16, (60, 16)).astype(float), RNG.integers(0, 5, 60).astype(float)
    learner = distorted(w)
    losses = learner(x, y, SPLITS)
    for row, train, test in zip(losses, np.sort(SPLITS.train, axis=1), SPLITS.test, strict=True):
        near = train[learner.squared_distances(x[test], x[train]).argmin(axis=1)]
        assert (row == (y[near] != y[test])).all()


def test_distorted_metrics_weigh_the_papers_features():
    weights = np.array(distorted(5).weights)
    assert np.flatnonzero(weights == 5).tolist() == [0, 2, 8, 15]
    assert np.flatnonzero(weights == 0.2).tolist() == [4, 10, 12]


@pytest.mark.parametrize("kind", ["regression", "classification"])
def test_trees_stop_as_the_papers_do(kind):
    """A split node has 10 examples and more than 1 % of the root's deviance; a leaf has 5."""
    x, y = RNG.normal(size=(400, 2)).astype(np.float32), (RNG.random(400) < 0.5).astype(float)
    y = np.where(x[:, 0] > 0, y, 0.0)
    tree, _ = DevianceTree(kind).fit(x, y)
    deviance, left = tree.weighted_n_node_samples * tree.impurity, tree.children_left
    reached, inner = [0], []
    while reached:
        node = reached.pop()
        if left[node] != -1:
            inner.append(node)
            reached += [left[node], tree.children_right[node]]
        else:
            assert tree.n_node_samples[node] >= 5
    assert inner and all(deviance[node] > 0.01 * deviance[0] and tree.n_node_samples[node] >= 10 for node in inner)
    assert (deviance <= 0.01 * deviance[0]).any()  # the rule had something to cut


def test_tree_losses_are_those_of_the_fitted_tree():
    losses = DevianceTree("classification", depth=2)(X, LABEL, SPLITS)
    model = DecisionTreeClassifier(
        criterion="entropy", min_samples_leaf=5, min_samples_split=10, max_depth=2, random_state=0
    )
    pruned = one_by_one(model, X.astype(np.float32), LABEL, lambda p, t: p != t)
    assert losses.shape == pruned.shape and abs(losses.mean() - pruned.mean()) < 0.1
