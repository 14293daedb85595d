"""What a model returns is checked before it becomes a number or is kept: a wrong shape or type is named, not counted."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

import errbar as eb
from errbar.run.store import file as store

X, Y = np.arange(40.0)[:, None], np.arange(40) % 2
PLAN = eb.plans.subsample(5, 0.25)
WORDS = np.array(["no", "yes"])

ODD = {
    "(n, 2)": (lambda n: np.zeros((n, 2), dtype=int), r"shape \(10, 2\) for 10 test examples; needed is shape \(10,\)"),
    "(n, k)": (lambda n: np.zeros((n, 3), dtype=int), r"shape \(10, 3\)"),
    "short": (lambda n: np.zeros(n - 1, dtype=int), r"shape \(9,\) for 10"),
    "one number": (lambda n: 0, r"shape \(\) for 10"),
    "NaN": (lambda n: np.r_[np.nan, np.zeros(n - 1)], "predict gave nan for 1 of 10 test examples"),
    "inf": (lambda n: np.full(n, np.inf), "predict gave inf for 10 of 10"),
    "None": (lambda n: [None] * n, "predict gave None for 10 of 10"),
    "text": (lambda n: ["0"] * n, r"predict gave '0' \(text\) where the labels are numbers such as [01]\."),
    "bytes": (lambda n: [b"0"] * n, r"gave b'0' \(of type bytes\)"),
    "no label": (lambda n: np.full(n, 0.73), "gave 0.73 where the labels are whole numbers"),
}


class Says(ClassifierMixin, BaseEstimator):
    """Says what it is told to, of as many examples as it is asked about."""

    def __init__(self, said=None):
        self.said = said

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return ODD[self.said][0](len(X)) if self.said in ODD else np.full(len(X), self.said)


class Guesses(Says):
    """As `Says`, of probabilities."""

    def predict_proba(self, X):
        return {"thin": np.ones((len(X), 1)), "wild": np.full((len(X), 2), 1.5), "NaN": np.full((len(X), 2), np.nan)}[
            self.said
        ]


@pytest.mark.parametrize("said", ODD)
def test_an_odd_prediction_is_named_and_nothing_is_kept(said, tmp_path):
    with pytest.raises(eb.FitError, match=r"Model 'odd' failed in split 0: InputError: .*" + ODD[said][1]):
        eb.collect({"odd": Says(said)}, X, Y, plan=PLAN, random_state=0, store=tmp_path / "runs.db")
    assert store.info(tmp_path / "runs.db")["fits"] == 0


@pytest.mark.parametrize("said", ODD)
def test_of_a_trained_model_too(said):
    with pytest.raises(eb.ErrbarError, match=r"Model '\w+' could not be judged: predict gave") as caught:
        eb.score(Says(said).fit(X, Y), X[:10], Y[:10])
    assert caught.match(ODD[said][1])


class Column(Says):
    """Right about every example, in one column, as CatBoost answers where there are several classes."""

    def predict(self, X):
        return (X[:, 0].astype(int) % 2)[:, None]


def test_one_column_is_one_label_each(tmp_path):
    how = {"plan": PLAN, "random_state": 0, "store": tmp_path / "runs.db"}
    scores = eb.collect({"m": Column()}, X, Y, loss="zero_one", scoring=["accuracy", "f1"], **how)
    assert (scores.values == 0).all() and (scores.by("f1").values == 1).all()
    assert eb.collect({"m": Column()}, X, Y, scoring="recall", **how).details["resumed_splits"] == 5
    assert eb.score(Column().fit(X, Y), X, Y).estimate == 0
    assert eb.score(Column().fit(X, Y), X, Y, scoring="f1").estimate == 1


@pytest.mark.parametrize("said", ["None", "text", "NaN", "short"])
def test_where_a_scorer_reads_the_predictions(said):
    with pytest.raises(eb.ErrbarError, match="Model 'model'"):
        eb.evaluate(Says(said), X, Y, plan=eb.plans.holdout(0.25), scoring="f1", random_state=0)
    with pytest.raises(eb.ErrbarError, match="Model"):
        eb.score(Says(said).fit(X, Y), X[:10], Y[:10], scoring="f1")


@pytest.mark.parametrize("said", [7, -1, 1.0, True])
def test_a_label_never_seen_is_an_error_of_the_model_not_of_the_call(said):
    scores = eb.collect({"m": Says(said)}, X, Y, plan=PLAN, random_state=0)
    tests = np.concatenate([test for _, test in scores.plan])
    assert (scores.items[0] == (Y[tests] != said)).all()


def test_words_are_judged_by_words():
    with pytest.raises(eb.FitError, match=r"predict gave 1 \(numbers\) where the labels are text such as '(no|yes)'"):
        eb.collect({"m": Says(1)}, X, WORDS[Y], plan=PLAN, random_state=0)
    for labels in (WORDS[Y], WORDS[Y].astype(object)):
        assert eb.collect({"m": Says("maybe")}, X, labels, plan=PLAN, random_state=0).items.min() == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("thin", r"shape \(10, 1\).* needed is shape \(10, 2\)"),
        ("wild", "from 1.5 to 1.5"),
        ("NaN", "nan for 10 of 10"),
    ],
)
def test_probabilities(said, sentence):
    with pytest.raises(eb.FitError, match="'m' failed in split 0: InputError: predict_proba gave .*" + sentence):
        eb.collect({"m": Guesses(said)}, X, Y, plan=PLAN, loss="brier", random_state=0)


class Counts(RegressorMixin, Says):
    """A regressor that answers in the type it is told to."""

    def predict(self, X):
        return np.full(len(X), 3).astype(self.said) if self.said not in ODD else ODD[self.said][0](len(X))


@pytest.mark.parametrize("said", ["(n, 2)", "short", "NaN", "None", "text"])
def test_a_regressor(said):
    with pytest.raises(eb.FitError, match="'m' failed in split 0: InputError: predict gave"):
        eb.collect({"m": Counts(said)}, X, Y * 1.0, plan=PLAN, random_state=0)


def test_small_whole_numbers_do_not_wrap_around():
    scores = eb.collect({"m": Counts("uint8")}, X, Y.astype("uint8"), plan=PLAN, random_state=0)
    assert set(np.unique(scores.items)) == {4.0, 9.0}
