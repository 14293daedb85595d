"""Texts and objects as X: lists, Series, arrays; the same numbers as scikit-learn's own loop, on any worker."""

import copy

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.pipeline import make_pipeline

import errbar as eb
from errbar.cli.main import run

rng = np.random.default_rng(0)
WORDS = np.array("red green blue cat dog free money offer hello meeting".split())
N = 90
Y = np.where(rng.random(N) < 0.4, "spam", "ham")
TEXTS = [" ".join(rng.choice(WORDS[5:8] if y == "spam" and rng.random() < 0.6 else WORDS, 5)) for y in Y]
DICTS = [dict.fromkeys(text.split(), 1.0) for text in TEXTS]
READER = make_pipeline(TfidfVectorizer(), LogisticRegression())
FOLDS = eb.plans.kfold(5)

KINDS = {
    "list": TEXTS,
    "tuple": tuple(TEXTS),
    "array": np.array(TEXTS),
    "objects": np.array(TEXTS, dtype=object),
    "series": pd.Series(TEXTS, index=np.arange(N)[::-1]),
    "polars": pl.Series(TEXTS),
}


def by_hand(model, X, y, scores):
    return cross_validate(model, X, y, cv=list(scores.plan), scoring="accuracy")["test_score"]


@pytest.mark.parametrize("kind", KINDS)
def test_texts_as_in_cross_validate(kind, tmp_path):
    how = {"plan": FOLDS, "random_state": 0, "store": tmp_path / "runs.db"}
    scores = eb.collect({"m": READER}, KINDS[kind], Y, **how)
    assert np.allclose(1 - scores.values[0], by_hand(READER, TEXTS, Y, scores), rtol=0, atol=1e-12)
    again = eb.collect({"m": READER}, KINDS[kind], Y, **how)
    assert again.details["resumed_splits"] == 5 and np.array_equal(again.values, scores.values)


def test_the_default_answer_and_workers():
    first = eb.evaluate(READER, TEXTS, Y, random_state=0)
    assert first.low < first.estimate < first.high
    few = {"plan": eb.plans.kfold(3), "random_state": 0}
    alone, spread = (eb.evaluate(READER, TEXTS, Y, n_jobs=n_jobs, **few) for n_jobs in (1, 2))
    assert alone.estimate == spread.estimate


def test_objects_for_the_first_step():
    model = make_pipeline(DictVectorizer(), LogisticRegression())
    scores = eb.collect({"m": model}, DICTS, Y, plan=FOLDS, random_state=0)
    assert np.allclose(1 - scores.values[0], by_hand(model, DICTS, Y, scores), rtol=0, atol=1e-12)


class Spoils(TransformerMixin, BaseEstimator):
    """Works in place."""

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        for one in X:
            one["seen"] = one.get("seen", 0.0) + 1.0
        return X


def test_objects_stay_the_users_own():
    before = copy.deepcopy(DICTS)
    model = make_pipeline(Spoils(), DictVectorizer(), LogisticRegression())
    eb.collect({"m": model, "again": model}, DICTS, Y, plan=FOLDS, random_state=0)
    assert before == DICTS


def test_tokens_and_pictures():
    tokens = [text.split()[: 2 + i % 3] for i, text in enumerate(TEXTS)]
    model = make_pipeline(TfidfVectorizer(analyzer=list), LogisticRegression())
    scores = eb.collect({"m": model}, tokens, Y, plan=FOLDS, random_state=0)
    assert np.allclose(1 - scores.values[0], by_hand(model, tokens, Y, scores), rtol=0, atol=1e-12)
    pictures = rng.normal(size=(N, 3, 4))
    assert eb.evaluate(DummyClassifier(), pictures, Y, random_state=0).n_fits == 25


def test_one_feature_is_still_a_column():
    with pytest.raises(eb.ErrbarError, match=r"got shape \(90,\). Of one feature, take X.reshape\(-1, 1\)"):
        eb.evaluate(READER, np.arange(90.0), Y)
    with pytest.raises(eb.ErrbarError, match="rows of different lengths: every example needs the same features"):
        eb.evaluate(READER, [[1.0, 2.0], [1.0]] * 45, Y)


@pytest.fixture
def mail(tmp_path):
    path = tmp_path / "mail.csv"
    lengths = [len(text) for text in TEXTS]
    pd.DataFrame({"the text": [None, *TEXTS[1:]], "length": lengths, "kind": Y}).to_csv(path, index=False)
    return path


SPEC = (
    "sklearn.pipeline.make_pipeline(sklearn.feature_extraction.text.TfidfVectorizer(), "
    "sklearn.linear_model.LogisticRegression())"
)
BY_NAME = (
    "sklearn.pipeline.make_pipeline(sklearn.compose.make_column_transformer((sklearn.feature_extraction.text."
    "TfidfVectorizer(), 'the text'), ('passthrough', ['length'])), sklearn.linear_model.LogisticRegression())"
)


def test_a_text_column_on_the_command_line(mail, capsys):
    common = ["evaluate", str(mail), "--target", "kind", "--plan", "kfold(5)", "--random-state", "0", "--json"]
    assert run([*common, "--drop", "length", "--model", SPEC]) == 0
    out = capsys.readouterr().out
    texts = ["", *TEXTS[1:]]
    own = eb.evaluate(READER, texts, Y, plan=FOLDS, random_state=0)
    assert f'"estimate": {own.estimate}' in out and "0/1 column" not in out
    assert run([*common, "--model", BY_NAME]) == 0
    out = capsys.readouterr().out
    frame = pd.DataFrame({"the text": texts, "length": [float(len(text)) for text in TEXTS]})
    steps = make_column_transformer((TfidfVectorizer(), "the text"), ("passthrough", ["length"]))
    own = eb.evaluate(make_pipeline(steps, LogisticRegression()), frame, Y, plan=FOLDS, random_state=0)
    assert f'"estimate": {own.estimate}' in out


def test_a_vectorizer_and_several_columns_is_one_sentence(mail, capsys):
    assert run(["evaluate", str(mail), "--target", "kind", "--model", SPEC]) == 2
    said = capsys.readouterr().err
    assert "reads one column of text, and the file has 2" in said and "--drop" in said
    assert run(["evaluate", str(mail), "--target", "kind", "--drop", "the text", "--model", SPEC]) == 2
    assert "no column of the file holds any" in capsys.readouterr().err
