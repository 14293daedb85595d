"""Calls that cannot be meant: one sentence from errbar, before any model is fitted."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB

import errbar as eb

rng = np.random.default_rng(0)
X, y = rng.normal(size=(40, 2)), np.arange(40) % 2


class Unfittable(ClassifierMixin, BaseEstimator):
    """Says so in two lines when it is fitted all the same."""

    def fit(self, X, y):
        raise RuntimeError("\nthis model\nwas fitted")

    def predict(self, X):
        return np.zeros(len(X))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"n_jobs": 0}, "n_jobs must be"),
        ({"n_jobs": 1.5}, "n_jobs must be"),
        ({"n_jobs": "two"}, "n_jobs must be"),
        ({"options": {"foo": 1}}, "corrected_wilson has no options"),
    ],
)
def test_settings_are_refused_before_a_fit(given, says):
    with pytest.raises(eb.errors.InputError, match=says):
        eb.evaluate(Unfittable(), X, y, **given)
    with pytest.raises(eb.errors.InputError, match=says):
        eb.compare(Unfittable(), Unfittable(), X, y, **given)


def test_the_default_method_refuses_a_scorer_before_a_fit():
    with pytest.raises(eb.errors.NeedsError, match="one number per split"):
        eb.evaluate(Unfittable(), X, y, plan=eb.plans.nested(3, 2), scoring="accuracy")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"method": "pooled_t", "plan": eb.plans.subsample(3, 0.2)}, "at least 5 splits; got 3"),
        ({"method": "pooled_t", "groups": np.arange(40) // 2}, "too seldom over groups"),
        ({"method": "calibrated_t", "plan": eb.plans.halvings(3, 5, 0.1, 5)}, "at least 5 splits; got 3"),
        (
            {"method": "calibrated_t", "plan": eb.plans.halvings(5, 5, 0.1, 5), "groups": np.arange(40) // 4},
            "worth 10.0",
        ),
        (
            {
                "method": "calibrated_t",
                "plan": eb.plans.halvings(5, 5, 0.1, 5),
                "groups": np.arange(40),
                "scoring": "accuracy",
            },
            "one number per split",
        ),
        ({"method": "nested_cv", "plan": eb.plans.nested(30, 1)}, "at least two examples in every fold"),
        ({"method": "kfold_union", "plan": eb.plans.kfold(5), "groups": np.arange(40) // 2}, "keep groups together"),
        ({"method": "corrected_t", "plan": eb.plans.kfold(5), "groups": np.zeros(40)}, "group"),
    ],
)
def test_what_splits_tell_is_said_before_a_fit(given, says):
    with pytest.raises(eb.ErrbarError, match=says) as refused:
        eb.evaluate(Unfittable(), X, y, random_state=0, **given)
    assert not isinstance(refused.value, eb.errors.FitError)


def test_f1_of_labels_that_are_not_numbers():
    labels = np.where(y, "yes", "no")
    with pytest.raises(eb.errors.InputError, match="must know which label is positive"):
        eb.score(GaussianNB().fit(X, labels), X, labels, scoring="f1")


def test_a_failure_is_told_in_one_line_with_the_rest_as_its_cause():
    with pytest.raises(eb.errors.FitError) as failure:
        eb.evaluate(Unfittable(), X, y)
    assert "RuntimeError: this model (" in str(failure.value) and "\n" not in str(failure.value)
    assert "was fitted" in str(failure.value.__cause__)


def test_rows_of_different_lengths():
    with pytest.raises(eb.errors.InputError, match="X has rows of different lengths"):
        eb.evaluate(GaussianNB(), [[1], [1, 2]], [0, 1])


def test_one_class_is_named_as_python_writes_it():
    with pytest.raises(eb.errors.InputError, match=r"one class only \(1\)"):
        eb.evaluate(GaussianNB(), X, np.ones(40, dtype=int))


def test_a_scorer_over_a_bootstrap_plan_is_refused_before_any_fit():
    with pytest.raises(eb.errors.InputError, match="a scorer judges test sets: take loss="):
        eb.collect({"a": GaussianNB()}, X, y, plan=eb.plans.bootstrap(50), scoring="f1")


def test_methods_as_one_name():
    with pytest.raises(eb.errors.InputError, match=r"methods=\['corrected_t'\]"):
        eb.collect({"a": GaussianNB()}, X, y, methods="corrected_t")


def test_labels_coded_another_way_are_not_errors():
    fitted = GaussianNB().fit(X, y)
    with pytest.raises(eb.errors.InputError, match="none of the labels"):
        eb.score(fitted, X, np.where(y, "yes", "no"))
    for scoring in ("accuracy", "balanced_accuracy", "f1_macro"):
        with pytest.raises(eb.errors.InputError, match="none of the labels"):
            eb.score(fitted, X, np.array(["2020"] * 40, "M8[D]"), scoring=scoring)
    assert eb.score(fitted, X, np.ones(40, dtype=int)).n == 40  # one known class is a fair test set


@pytest.mark.parametrize("make", [eb.Scores.from_losses, eb.Scores.from_splits])
def test_a_plan_that_is_not_built(make):
    with pytest.raises(eb.errors.InputError, match="plan must be built"):
        make({"a": np.zeros(40)}, plan=eb.plans.kfold(5))


def test_files_of_scores(tmp_path):
    scores = eb.Scores.from_splits({"a": [0.1, 0.2]}, n_train=9, n_test=1, greater_is_better=False)
    with pytest.raises(eb.errors.InputError, match="cannot be written"):
        scores.save(tmp_path / "nowhere" / "scores.npz")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(eb.errors.InputError, match="does not hold saved scores") as refusal:
        eb.Scores.load(tmp_path / "other.csv")
    assert "pickle" not in str(refusal.value)
