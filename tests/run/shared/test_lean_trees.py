"""`shared="trees"`: the very trees of scikit-learn, on flawed data too, or scikit-learn itself."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from joblib import parallel_config
from sklearn.ensemble import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeClassifier, ExtraTreeRegressor
from tests.run.shared.agreement import EXAMPLES, PLANS, path, predictions, problems, sound

import errbar as eb
from errbar.errors import InputError
from errbar.run.shared import lean_trees

CLASSIFIERS = {
    "tree": DecisionTreeClassifier(random_state=0),
    "tree, no seed": DecisionTreeClassifier(max_features="log2"),
    "shallow": DecisionTreeClassifier(max_depth=3, min_samples_leaf=0.05, min_samples_split=0.2, criterion="entropy"),
    "few leaves": DecisionTreeClassifier(max_leaf_nodes=5, min_impurity_decrease=0.01, splitter="random"),
    "extra tree": ExtraTreeClassifier(min_samples_leaf=2, random_state=3),
    "forest": RandomForestClassifier(7, random_state=0),
    "forest, no seed": RandomForestClassifier(5, max_depth=4, max_features=0.7),
    "forest, all rows": RandomForestClassifier(4, bootstrap=False, max_features=1, n_jobs=2),
    "extra trees": ExtraTreesClassifier(6, criterion="log_loss"),
}
REGRESSORS = {
    "tree": DecisionTreeRegressor(random_state=0),
    "shallow": DecisionTreeRegressor(max_depth=3, max_features="sqrt"),
    "medians": DecisionTreeRegressor(criterion="absolute_error", min_samples_leaf=4, max_leaf_nodes=6),
    "extra tree": ExtraTreeRegressor(random_state=1),
    "forest": RandomForestRegressor(7, min_samples_leaf=3, random_state=0),
    "forest, no seed": RandomForestRegressor(4, max_features="sqrt"),
    "extra trees": ExtraTreesRegressor(5, bootstrap=True),
}


def assert_same_bytes(model, X, y, plan, loss):
    """What is asked for, and what scikit-learn gives: equal to the last bit, or the same failure."""
    found = []
    for shared in ("trees", False):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found.append(eb.collect({"m": model}, X, y, plan=plan, loss=loss, random_state=0, shared=shared))
            except eb.FitError as failure:
                found.append(str(failure).split(" (", maxsplit=1)[0])
    ours, theirs = found
    if isinstance(ours, str) or isinstance(theirs, str):
        assert ours == theirs
        return None
    assert path(theirs) == "scikit-learn"
    assert ours.items.tobytes() == theirs.items.tobytes() and ours.notes == theirs.notes
    return ours


@pytest.mark.parametrize("name", CLASSIFIERS)
@given(problems())
@settings(max_examples=EXAMPLES // 2)
def test_labels_are_scikit_learns(name, problem):
    X, _, label, plan = problem
    assert_same_bytes(CLASSIFIERS[name], X, label, PLANS[plan], predictions)


@pytest.mark.parametrize("name", REGRESSORS)
@given(problems())
@settings(max_examples=EXAMPLES // 2)
def test_predictions_are_scikit_learns(name, problem):
    X, value, _, plan = problem
    assert_same_bytes(REGRESSORS[name], X, value, PLANS[plan], predictions)


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("plan", ["halvings", "few tested"])
def test_sound_data_never_fall_back(name, plan):
    X, _, label = sound(3)
    scores = assert_same_bytes(CLASSIFIERS[name], X, np.array(["a", "b", "c"])[label], PLANS[plan], "zero_one")
    assert path(scores).startswith("shared: ") and "scikit-learn" not in path(scores)


@pytest.mark.parametrize("name", ["tree", "forest", "extra trees"])
@pytest.mark.parametrize("loss", ["log", "brier"])
def test_probabilities_too(name, loss):
    X, _, label = sound(3)
    scores = assert_same_bytes(CLASSIFIERS[name], X, label, PLANS["subsample"], loss)
    assert path(scores).startswith("shared: ")


@pytest.mark.parametrize(("loss", "left"), [("zero_one", 0), ("brier", 2)])
def test_training_sets_without_a_class(loss, left):
    """Labels are those of the classes that are there; probabilities have a column less, which scikit-learn may say."""
    rng = np.random.default_rng(0)
    X, label = rng.normal(size=(40, 3)), np.array([0, 2] * 19 + [1, 1])
    cv = [(np.arange(30), np.arange(30, 38)), (np.arange(8, 38), np.arange(8)), (np.arange(4, 40), np.arange(4))]
    settings = {"cv": cv, "loss": loss, "random_state": 0}
    ours, theirs = (
        eb.collect({"m": CLASSIFIERS["forest"]}, X, label, shared=shared, **settings) for shared in ("trees", False)
    )
    assert path(ours) == "shared: random forest" + (f", {left} of 3 splits through scikit-learn" if left else "")
    assert ours.items.tobytes() == theirs.items.tobytes()


def test_groups_and_orders_of_rows():
    X, _, label = sound()
    groups = np.random.default_rng(1).integers(20, size=len(label))
    pair = [
        eb.collect(
            {"m": CLASSIFIERS["forest"], "t": CLASSIFIERS["tree, no seed"]},
            *(X, label),
            groups=groups,
            random_state=3,
            shared=shared,
        )
        for shared in ("trees", False)
    ]
    assert path(pair[0]) == "shared: random forest" and path(pair[0], "t") == "shared: decision tree"
    assert pair[0].items.tobytes() == pair[1].items.tobytes()


def _aside(model, X, y, **settings):
    ours, theirs = (
        eb.collect({"m": model}, X, y, plan=PLANS["subsample"], random_state=0, shared=shared, **settings)
        for shared in ("trees", False)
    )
    assert path(ours) == "scikit-learn" and ours.values.tobytes() == theirs.values.tobytes()


@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeClassifier(class_weight="balanced"),
        DecisionTreeClassifier(ccp_alpha=0.01),
        DecisionTreeClassifier(min_weight_fraction_leaf=0.1),
        pytest.param(DecisionTreeClassifier(random_state=np.random.RandomState(0)), id="a generator"),
        DecisionTreeClassifier(monotonic_cst=[1, 0, 0, 0]),
        RandomForestClassifier(3, oob_score=True, bootstrap=True),
        RandomForestClassifier(3, max_samples=0.5),
        RandomForestClassifier(3, class_weight="balanced_subsample"),
        RandomForestRegressor(3, criterion="poisson"),
        make_pipeline(StandardScaler(), DecisionTreeClassifier()),
    ],
    ids=str,
)
def test_models_that_step_aside(model):
    X, value, label = sound()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _aside(model, X, label if "Classifier" in str(model) else np.exp(value / 10))


def test_data_that_step_aside():
    X, _, label = sound()
    with_holes = X.copy()
    with_holes[3, 1] = np.nan
    _aside(CLASSIFIERS["tree"], with_holes, label)
    _aside(CLASSIFIERS["tree"], X.astype(np.float32), label)
    _aside(CLASSIFIERS["tree"], X * 1e17, label)


def test_several_workers_limits_of_time_and_metrics_step_aside():
    X, _, label = sound()
    with parallel_config(backend="threading"):
        _aside(CLASSIFIERS["forest"], X, label, n_jobs=2)
    _aside(CLASSIFIERS["forest"], X, label, timeout=60.0)
    _aside(CLASSIFIERS["forest"], X, label, loss=["zero_one", "brier"])
    _aside(CLASSIFIERS["forest"], X, label, scoring="roc_auc")


def test_a_scikit_learn_put_together_otherwise_is_left_alone(monkeypatch):
    def moved(*_):
        raise ImportError

    monkeypatch.setattr(lean_trees.Grower, "asked", moved)
    lean_trees._is_as_known.cache_clear()
    X, _, label = sound()
    try:
        _aside(CLASSIFIERS["tree"], X, label)
    finally:
        lean_trees._is_as_known.cache_clear()


def test_nobody_who_does_not_ask_gets_them():
    X, _, label = sound()
    scores = eb.collect({"m": CLASSIFIERS["tree"]}, X, label, plan=PLANS["subsample"], random_state=0)
    assert path(scores) == "scikit-learn"


def test_the_default_of_evaluate_is_not_another_one():
    X, _, label = sound()
    asked = eb.evaluate(CLASSIFIERS["tree"], X, label, random_state=0, shared="trees")
    usual = eb.evaluate(CLASSIFIERS["tree"], X, label, random_state=0)
    assert asked.method == usual.method and asked.estimate == usual.estimate
    assert asked.details["path"] == {"model": "shared: decision tree"}


def test_what_is_shared_anyway_is_shared_with_trees():
    from sklearn.naive_bayes import GaussianNB

    X, _, label = sound()
    models = {"m": CLASSIFIERS["tree"], "g": GaussianNB()}
    both = eb.collect(models, X, label, plan=PLANS["halvings"], random_state=0, shared="trees")
    assert path(both) == "shared: decision tree" and path(both, "g") == "shared: gaussian naive bayes"
    alone = eb.collect({"g": GaussianNB()}, X, label, plan=PLANS["halvings"], random_state=0)
    assert np.array_equal(both.items[1], alone.items[0])


def test_an_audit_is_the_same(monkeypatch):
    grown, outputs = [], lean_trees.TreePath.outputs
    monkeypatch.setattr(lean_trees.TreePath, "outputs", lambda *asked: (grown.append(1), outputs(*asked))[1])
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 3))
    label = (X[:, 0] + rng.normal(size=400) > 0).astype(int)
    ask = {"n": 60, "n_sets": 3, "methods": ["corrected_t"], "random_state": 0, "n_jobs": 1}
    found = [
        eb.audit(DecisionTreeClassifier(max_depth=2), X, label, shared=shared, **ask) for shared in ("trees", False)
    ]
    told = [[replace(row, seconds=0.0) for row in one.rows] for one in found]
    assert told[0] == told[1] and len(grown) >= 3


@pytest.mark.parametrize("shared", ["forests", "True", 1, None, ["trees"]])
def test_any_other_value_is_refused_in_a_sentence(shared):
    X, _, label = sound()
    for ask in (
        lambda: eb.evaluate(CLASSIFIERS["tree"], X, label, shared=shared),
        lambda: eb.compare(CLASSIFIERS["tree"], CLASSIFIERS["forest"], X, label, shared=shared),
        lambda: eb.rank(CLASSIFIERS, X, label, shared=shared),
        lambda: eb.collect(CLASSIFIERS, X, label, shared=shared),
        lambda: eb.audit(CLASSIFIERS["tree"], X, label, shared=shared),
        lambda: eb.distribution(CLASSIFIERS["tree"], X, label, shared=shared),
    ):
        with pytest.raises(InputError, match=r"^shared must be True, False or 'trees'; got .*\.$"):
            ask()
