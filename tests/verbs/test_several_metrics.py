"""One pass of fits, any number of metrics: the same numbers as one by one, and no fit more."""

import json

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import f1_score, make_scorer
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import errbar as eb
from errbar.cli.main import run
from errbar.errors import InputError, UnknownNameError

X, Y = (values[:200] for values in load_breast_cancer(return_X_y=True))
WORDS = np.array(["bad", "fine"], dtype=object)[Y]
LOSSES = ["zero_one", "log", "brier"]
SCORERS = ["roc_auc", "f1", "accuracy", "balanced_accuracy", "average_precision", "precision", "recall"]
PLAN = eb.plans.subsample(6, 0.25, stratify=True)


FITTED = []


class Counting(ClassifierMixin, BaseEstimator):
    """A tree whose fits are counted."""

    def __init__(self, depth=3):
        self.depth = depth

    def fit(self, X, y):
        FITTED.append(self.depth)
        self.tree_ = DecisionTreeClassifier(max_depth=self.depth, random_state=0).fit(X, y)
        self.classes_ = self.tree_.classes_
        return self

    def predict(self, X):
        return self.tree_.predict(X)

    def predict_proba(self, X):
        return self.tree_.predict_proba(X)


@pytest.fixture
def fits():
    def count():
        since = len(FITTED)
        FITTED.clear()
        return since

    count()
    return count


def alone(metric):
    return {"loss": metric} if metric in LOSSES else {"scoring": metric}


def test_ten_metrics_take_the_fits_of_one_and_give_its_numbers(fits):
    results = eb.evaluate(Counting(), X, Y, plan=PLAN, random_state=0, loss=LOSSES, scoring=SCORERS)
    assert fits() == 6
    assert [r.loss for r in results] == LOSSES + SCORERS
    for result in results:
        one = eb.evaluate(Counting(), X, Y, plan=PLAN, random_state=0, **alone(result.loss))
        assert (one.estimate, one.low, one.high, one.method) == (
            result.estimate,
            result.low,
            result.high,
            result.method,
        )


@pytest.mark.parametrize("second", [GaussianNB(), SVC(), KNeighborsClassifier(3)], ids=lambda m: type(m).__name__)
def test_two_models_by_several_metrics(second):
    metrics = ["zero_one", "roc_auc", "f1"]
    lists = {"loss": ["zero_one"], "scoring": ["roc_auc", "f1"]}
    results = eb.compare(DecisionTreeClassifier(random_state=1), second, X, Y, plan=PLAN, random_state=0, **lists)
    for metric, result in zip(metrics, results, strict=True):
        one = eb.compare(
            DecisionTreeClassifier(random_state=1), second, X, Y, plan=PLAN, random_state=0, **alone(metric)
        )
        assert (one.estimate, one.low, one.high) == (result.estimate, result.low, result.high)


def test_shared_models_are_shared_under_every_loss():
    results = eb.compare(GaussianNB(), DummyClassifier(), X, Y, plan=PLAN, random_state=0, loss=["zero_one", "brier"])
    assert [r.details["path"]["a"] for r in results] == ["shared: gaussian naive bayes"] * 2


def test_lines_and_rows_of_a_picture_say_which_metric():
    results = eb.evaluate(GaussianNB(), X, Y, plan=PLAN, random_state=0, loss=["zero_one", "brier"])
    assert [line.split(":")[0] for line in repr(results).splitlines()] == ["zero_one", "brier"]
    rows = [label.get_text() for label in results.plot().get_yticklabels()]
    assert [row.split(":")[0] for row in rows] == ["zero_one", "brier"]
    assert repr(eb.Results(list(results)[:1])).startswith("corrected_wilson: ")


def test_a_list_of_one_is_a_list():
    assert isinstance(eb.evaluate(GaussianNB(), X, Y, plan=PLAN, random_state=0, loss=["log"]), eb.Results)


def test_regression():
    A, b = load_diabetes(return_X_y=True)
    both = {"loss": ["squared", "absolute"], "scoring": "r2"}
    results = eb.evaluate(DecisionTreeRegressor(random_state=0), A, b, plan=PLAN_R, random_state=0, **both)
    assert [r.loss for r in results] == ["squared", "absolute", "r2"]
    one = eb.evaluate(DecisionTreeRegressor(random_state=0), A, b, plan=PLAN_R, random_state=0, scoring="r2")
    assert one.estimate == results[2].estimate


PLAN_R = eb.plans.subsample(4, 0.2)


def test_a_holdout_by_losses_and_whole_set_metrics(fits):
    lists = {"loss": ["zero_one"], "scoring": ["roc_auc", "f1"]}
    results = eb.evaluate(Counting(), X, Y, plan=eb.plans.holdout(0.4), random_state=0, **lists)
    assert fits() == 1
    for result in results:
        one = eb.evaluate(Counting(), X, Y, plan=eb.plans.holdout(0.4), random_state=0, **alone(result.loss))
        assert (one.estimate, one.low, one.high, one.method) == (
            result.estimate,
            result.low,
            result.high,
            result.method,
        )


def test_scorers_under_names_of_ones_own():
    own = {"macro": make_scorer(f1_score, average="macro"), "micro": make_scorer(f1_score, average="micro")}
    A, b = load_iris(return_X_y=True)
    results = eb.evaluate(LogisticRegression(max_iter=200), A, b, plan=PLAN, random_state=0, scoring=own)
    assert [r.loss for r in results] == ["macro", "micro"]


@pytest.mark.parametrize(
    ("metrics", "says"),
    [
        ({"loss": []}, "at least one"),
        ({"loss": ["log", "log"]}, "Two metrics are called 'log'"),
        ({"loss": ["log", "lgo"]}, "lgo"),
        ({"scoring": [make_scorer(f1_score), make_scorer(f1_score, average="macro")]}, "names of your own"),
    ],
)
def test_bad_lists_are_refused_before_any_fit(fits, metrics, says):
    with pytest.raises((InputError, UnknownNameError), match=says):
        eb.evaluate(Counting(), X, Y, random_state=0, **metrics)
    assert fits() == 0


def test_verbs_of_one_metric_say_so():
    with pytest.raises(InputError, match="One metric at a time"):
        eb.distribution(GaussianNB(), X, Y, loss=["zero_one", "log"], random_state=0)
    with pytest.raises(InputError, match="margin is in the units of one metric"):
        eb.compare(GaussianNB(), SVC(), X, Y, loss=["zero_one"], scoring=["f1"], margin=0.1, random_state=0)


def test_collected_metrics_are_asked_one_by_one_and_ranked():
    models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    scores = eb.collect(models, X, Y, plan=PLAN, random_state=0, loss="zero_one", scoring=["roc_auc", "f1"])
    assert scores.metrics == ("zero_one", "roc_auc", "f1")
    r = eb.infer(scores, model="tree", versus="bayes", metric="roc_auc")
    one = eb.compare(*reversed(models.values()), X, Y, plan=PLAN, random_state=0, scoring="roc_auc")
    assert (r.loss, r.estimate, r.low) == ("roc_auc", one.estimate, one.low)
    assert eb.infer(scores, model="tree").loss == "zero_one"
    assert eb.rank(scores, metric="f1").loss == "f1"
    assert "metric=" in " ".join(eb.rank(scores).notes)
    with pytest.raises(UnknownNameError, match="auc"):
        eb.infer(scores, model="tree", metric="auc")


def test_saved_with_all_its_metrics(tmp_path):
    scores = eb.collect({"m": GaussianNB()}, X, Y, plan=PLAN, random_state=0, loss=["zero_one", "log"], scoring="f1")
    scores.save(tmp_path / "s.npz")
    again = eb.Scores.load(tmp_path / "s.npz")
    assert again.metrics == scores.metrics
    for metric in scores.metrics:
        assert eb.infer(again, metric=metric).to_dict() == eb.infer(scores, metric=metric).to_dict()


# -- the store ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [Y, WORDS, WORDS.astype(str)], ids=["numbers", "objects", "text"])
def test_a_store_for_one_metric_serves_the_next(tmp_path, fits, labels):
    names = {"loss": ["log", "brier"], "scoring": ["roc_auc", "accuracy", "balanced_accuracy", "matthews_corrcoef"]}
    eb.collect({"m": Counting()}, X, labels, plan=PLAN, random_state=0, store=tmp_path / "s.db")
    assert fits() == 6
    kept = eb.collect({"m": Counting()}, X, labels, plan=PLAN, random_state=0, store=tmp_path / "s.db", **names)
    assert (fits(), kept.details["resumed_fits"]) == (0, 6)
    fresh = eb.collect({"m": Counting()}, X, labels, plan=PLAN, random_state=0, **names)
    for metric in kept.metrics:
        assert kept.by(metric).values.tobytes() == fresh.by(metric).values.tobytes()


@pytest.mark.parametrize(
    "model", [LinearSVC(random_state=0), SVC(), KNeighborsClassifier(4), LogisticRegression(max_iter=100)], ids=str
)
def test_what_is_recalled_is_what_was_said(tmp_path, model):
    A, b = load_iris(return_X_y=True)
    where = {"plan": PLAN, "random_state": 0}
    eb.collect({"m": model}, A, b, store=tmp_path / "s.db", shared=False, **where)
    for metric in ({"scoring": "f1_macro"}, {"scoring": "accuracy"}, {"loss": lambda y, p: (y - p) ** 2}):
        kept = eb.collect({"m": model}, A, b, store=tmp_path / "s.db", shared=False, **where, **metric)
        assert kept.details["resumed_fits"] == 6
        fresh = eb.collect({"m": model}, A, b, shared=False, **where, **metric)
        assert kept.values.tobytes() == fresh.values.tobytes()


def test_a_scorer_that_looks_at_the_model_is_not_served_by_what_it_said(tmp_path):
    def n_leaves(model, X, y):
        return float(model.get_n_leaves())

    tree = DecisionTreeClassifier(random_state=0)
    where = {"plan": PLAN, "random_state": 0, "store": tmp_path / "s.db"}
    eb.collect({"m": tree}, X, Y, **where)
    for resumed in (0, 6):
        assert eb.collect({"m": tree}, X, Y, scoring=n_leaves, **where).details["resumed_fits"] == resumed


def test_a_model_without_probabilities_is_refused_by_losses_of_them(tmp_path):
    where = {"plan": PLAN, "random_state": 0, "store": tmp_path / "s.db"}
    eb.collect({"m": LinearSVC(random_state=0)}, X, Y, **where)
    with pytest.raises(InputError, match="predict_proba"):
        eb.collect({"m": LinearSVC(random_state=0)}, X, Y, loss="log", **where)


class Shy(Counting):
    def predict_proba(self, X):
        raise RuntimeError("not today")


def test_a_method_that_fails_and_nobody_asked_for_is_nobodys_concern(tmp_path, fits):
    where = {"plan": PLAN, "random_state": 0, "store": tmp_path / "s.db"}
    assert eb.collect({"m": Shy()}, X, Y, **where).names == ("m",)
    assert fits() == 6
    assert eb.collect({"m": Shy()}, X, Y, scoring="f1", **where).details["resumed_fits"] == 6
    with pytest.raises(eb.FitError, match="not today"):
        eb.collect({"m": Shy()}, X, Y, loss="log", **where)


def test_the_size_of_a_kept_prediction(tmp_path):
    A, b = np.vstack([X] * 5), np.concatenate([Y] * 5)
    for model, most in ((Counting(), 4), (LinearSVC(random_state=0, dual=False), 20)):
        file = tmp_path / f"{model}.db"
        scores = eb.collect({"m": model}, A, b, plan=eb.plans.subsample(20, 0.5), random_state=0, store=file)
        assert file.stat().st_size < most * scores.plan.n_test.sum()


def test_bytes_do_not_depend_on_workers_or_metrics_beside():
    lists = {"loss": ["zero_one", "log"], "scoring": ["roc_auc"]}
    tree = DecisionTreeClassifier(max_depth=3)
    one = eb.collect({"m": tree, "r": SVC()}, X, Y, plan=PLAN, random_state=0, scoring=["roc_auc", "f1"])
    two = eb.collect({"m": tree}, X, Y, plan=PLAN, random_state=0, n_jobs=2, **lists)
    assert one.by("roc_auc").values[0].tobytes() == two.by("roc_auc").values[0].tobytes()


# -- command line and report ----------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "my data.csv"
    names = [*(f"x{i}" for i in range(4)), "y"]
    np.savetxt(path, np.column_stack([X[:, :4], Y]), delimiter=",", header=",".join(names), comments="")
    return path


def test_commands_take_lists(table, tmp_path, capsys):
    models = ["--model", "sklearn.naive_bayes.GaussianNB()", "--model", "sklearn.tree.DecisionTreeClassifier()"]
    lists = ["--loss", "zero_one,brier", "--scoring", "roc_auc", "--plan", "subsample(5, 0.3)", "--random-state", "1"]
    common = [str(table), "--target", "y", *lists]
    assert run(["evaluate", *common, *models[:2], "--json"]) == 0
    assert [r["loss"] for r in json.loads(capsys.readouterr().out)["results"]] == ["zero_one", "brier", "roc_auc"]
    assert run(["compare", *common, *models, "--report", str(tmp_path / "page.html")]) == 0
    assert "brier" in capsys.readouterr().out
    assert "By roc_auc: " in (tmp_path / "page.html").read_text()
    assert run(["rank", *common, *models, "--json"]) == 0
    assert [r["loss"] for r in json.loads(capsys.readouterr().out)["rankings"]] == ["zero_one", "brier", "roc_auc"]
    assert run(["compare", *common, *models, "--margin", "0.1"]) == 2


def test_ridge_is_a_shared_path_with_a_store(tmp_path):
    A, b = load_diabetes(return_X_y=True)
    where = {"plan": PLAN_R, "random_state": 0, "store": tmp_path / "s.db"}
    first = eb.collect({"m": Ridge()}, A, b, loss="squared", **where)
    both = eb.collect({"m": Ridge()}, A, b, loss=["squared", "absolute"], **where)
    assert first.values.tobytes() == both.values.tobytes()
    assert both.others[0].details["path"]["m"].startswith("shared")
