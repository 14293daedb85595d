"""LogisticRegression as it is by default: SciPy's own steps, the same labels, on flawed data too."""

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.run.shared.agreement import EXAMPLES, PLANS, assert_same_labels, both_ways, path, problems, sound

import errbar as eb
from errbar.run.shared import lbfgs
from errbar.run.shared.line_search import FALL, LONGEST, NARROW, SLOPE, LineSearch

MODELS = {
    "default": LogisticRegression(),
    "weak penalty": LogisticRegression(C=100.0),
    "strong penalty": LogisticRegression(C=0.01),
    "loose": LogisticRegression(tol=1e-2),
    "no intercept": LogisticRegression(fit_intercept=False),
    "scaled": make_pipeline(StandardScaler(), LogisticRegression()),
}


@pytest.mark.parametrize("name", MODELS)
@given(problems())
@settings(max_examples=EXAMPLES)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_labels(MODELS[name], X, label, PLANS[plan])


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("plan", sorted(PLANS))
def test_sound_data_never_fall_back(name, plan, n_classes):
    X, _, label = standard(n_classes)
    assert path(assert_same_labels(MODELS[name], X, label, PLANS[plan])) == "shared: logistic regression"


def standard(n_classes=2):
    """Features about 0 and of size 1, as for users who do what scikit-learn's warning says."""
    X, value, label = sound(n_classes)
    return (X - X.mean(axis=0)) / X.std(axis=0), value, label


@pytest.mark.parametrize("n_classes", [2, 3])
def test_scores_are_scikit_learns_to_the_tenth_digit(monkeypatch, n_classes):
    """Not only which is best: on each split, from the coefficients themselves."""
    X, _, label = standard(n_classes)
    found, told = [], lbfgs.descend
    monkeypatch.setattr(lbfgs, "descend", lambda *asked: (told(*asked), found.append(asked))[0])
    scores = assert_same_labels(MODELS["default"], X, label, PLANS["subsample"])
    design, _, _, step, splits = found[-1]  # the first is for all examples, to see whether steps are scikit-learn's
    for place, number in enumerate(step.batch.numbers):
        train, test = scores.plan[number]
        theirs = LogisticRegression().fit(X[train], label[train]).decision_function(X[test])
        ours = design.rows[test] @ splits.found[place].T
        np.testing.assert_allclose(ours.reshape(theirs.shape), theirs, rtol=1e-10, atol=1e-11)


def test_where_rounding_decides_splits_are_left_to_scikit_learn():
    """Columns of unequal sizes, a hundred steps: there, scikit-learn's own scores follow the order of the rows."""
    rng = np.random.default_rng(5)
    X, order = rng.normal(size=(300, 16)), rng.permutation(300)
    label = (X @ rng.normal(size=16) + 2 * rng.normal(size=300) > 0).astype(int)
    X *= np.geomspace(0.1, 10, 16)
    model = LogisticRegression(max_iter=1000)
    once, again = (model.fit(X[rows], label[rows]).decision_function(X) for rows in (np.arange(300), order))
    assert model.n_iter_[0] > lbfgs.MOST_STEPS and np.abs(once - again).max() > 1e-9
    ours, theirs = both_ways(model, X, label, PLANS["halves"])
    assert path(ours) == "scikit-learn" and np.array_equal(ours.items, theirs.items)


@pytest.mark.parametrize(
    "model",
    [LogisticRegression(class_weight="balanced"), LogisticRegression(solver="newton-cg"), LogisticRegression(C=np.inf)],
    ids=str,
)
def test_what_steps_aside(model):
    X, _, label = standard()
    ours, theirs = both_ways(model, X, label, PLANS["subsample"])
    assert path(ours) == "scikit-learn" and np.array_equal(ours.items, theirs.items)


def test_a_descent_that_does_not_end_warns_as_scikit_learns_does():
    X, _, label = standard()
    ours, theirs = both_ways(LogisticRegression(max_iter=3), X, label, PLANS["subsample"])
    assert path(ours) == "scikit-learn"
    assert np.array_equal(ours.items, theirs.items) and ours.notes == theirs.notes != ()


def test_another_scikit_learn_would_be_noticed(monkeypatch):
    """Steps that are not those of the installed version: all splits go through it."""
    X, _, label = standard()
    monkeypatch.setattr(lbfgs, "MEMORY", 3)
    ours, theirs = both_ways(MODELS["default"], X, label, PLANS["subsample"])
    assert path(ours) == "scikit-learn" and np.array_equal(ours.items, theirs.items)


def test_nothing_depends_on_the_company_of_a_split():
    X, _, label = standard(3)
    plan = eb.plans.subsample(40, 0.2)
    alone, among = (eb.collect({"m": MODELS["default"]}, X, label, plan=p, random_state=0) for p in (plan, plan))
    assert np.array_equal(alone.items, among.items)
    few = eb.collect({"m": MODELS["default"]}, X, label, plan=eb.plans.subsample(7, 0.2), random_state=0)
    assert np.array_equal(few.items, among.items[:, : few.items.shape[1]])


def far(length):
    """A loss with its lowest value at 7.3, and its slope; the first length tried is 1."""
    return (length - 7.3) ** 2 / 20 + np.cosh(length / 9), (length - 7.3) / 10 + np.sinh(length / 9) / 9


def near(length):
    return (length - 0.004) ** 2 + 3 * length**4, 2 * (length - 0.004) + 12 * length**3


def wavy(length):
    return np.cos(3 * length) - 0.7 * length, -3 * np.sin(3 * length) - 0.7


def bent(length):
    return -length / (length**2 + 2), (length**2 - 2) / (length**2 + 2) ** 2


@pytest.mark.parametrize("first", [0.05, 1.0, 30.0])
@pytest.mark.parametrize("loss", [far, near, wavy, bent])
def test_lengths_are_those_of_scipys_line_search(loss, first):
    dcsrch = pytest.importorskip("scipy.optimize._dcsrch")
    tried = []

    def phi(length):
        tried.append(length)
        return loss(length)[0]

    theirs = dcsrch.DCSRCH(phi, lambda length: loss(length)[1], FALL, SLOPE, NARROW, 0.0, LONGEST)
    theirs(first, phi0=loss(0.0)[0], derphi0=loss(0.0)[1], maxiter=30)
    (start, slope), length, ours = loss(0.0), first, []
    search = LineSearch(slope, first)
    for _ in tried:
        ours.append(length)
        length = search.next(loss(length)[0] - start, loss(length)[1])
    np.testing.assert_allclose(ours, tried, rtol=1e-9)


def test_a_search_without_room_is_over():
    """A loss that rises wherever one looks: the interval shrinks until nothing is left to try."""
    search, tried = LineSearch(-1.0, 1.0), 0
    while not search.over and tried < 50:
        search.next(1.0, 1.0)
        tried += 1
    assert search.over and tried < 50
