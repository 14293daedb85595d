"""Frames: an index that does not match, columns that no model reads, and names of rows."""

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

import errbar as eb
from errbar.core.row_names import names_rows
from errbar.errors import InputError

RNG = np.random.default_rng(0)
N = 60
X = pd.DataFrame({"a": RNG.normal(size=N), "b": RNG.normal(size=N)})
Y = pd.Series((X.a + RNG.normal(size=N) > 0).astype(int))


def evaluate(X, y, model=None, **more):
    how = {"random_state": 0, "progress": False, "plan": eb.plans.subsample(10, 0.2)} | more
    return eb.evaluate(LogisticRegression() if model is None else model, X, y, **how)


def test_the_same_index_in_another_order_is_refused():
    turned = Y.sample(frac=1, random_state=1)
    with pytest.raises(InputError, match=r"another order.*y\.loc\[X\.index\]"):
        evaluate(X, turned)
    with pytest.raises(InputError, match=r"X and groups have the same index"):
        evaluate(X, Y, groups=pd.Series(np.arange(N) // 3).sample(frac=1, random_state=1))
    with pytest.raises(InputError, match=r"X and y have the same index"):
        eb.score(LogisticRegression().fit(X, Y), X, turned)
    assert evaluate(X, turned.loc[X.index]).estimate == evaluate(X, Y).estimate


def test_another_index_is_told():
    assert any("different indexes" in note for note in evaluate(X, Y.set_axis(range(100, 100 + N))).notes)
    assert not any("different indexes" in note for note in evaluate(X, Y.to_numpy()).notes)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (["1,5"] * N, "decimal comma, such as '1,5'"),
        (pd.date_range("2020-01-01", periods=N), "dates or times, which LogisticRegression does not read"),
        ([f"2020-01-{i % 28 + 1:02d}" for i in range(N)], "dates, such as '2020-01-01'"),
        ([f"words of person {i}" for i in range(N)], "text, such as 'words of person 0'.*TfidfVectorizer"),
    ],
)
def test_columns_that_the_model_cannot_read(column, words):
    with pytest.raises(InputError, match=rf"Column 'my column' of X holds.* {words}"):
        evaluate(X.assign(**{"my column": column}), Y)


def test_a_pipeline_reads_what_its_steps_read():
    towns = X.assign(town=np.array(["Bath", "York"])[np.arange(N) % 2])
    steps = make_column_transformer((OneHotEncoder(), ["town"]), remainder="passthrough")
    assert evaluate(towns, Y, make_pipeline(steps, LogisticRegression())).n == N
    assert evaluate(X.astype(str), Y).estimate == evaluate(X, Y).estimate  # numbers in quotes


def test_names_of_rows_are_told():
    assert any(
        "'visit' has another whole number in every row" in n for n in evaluate(X.assign(visit=range(N)), Y).notes
    )
    assert not names_rows("age", np.arange(N) ** 2) and names_rows("Unnamed: 0", np.arange(N) ** 2)
    assert not names_rows("visit", np.arange(5)) and not names_rows("x", np.arange(N) / 2)
