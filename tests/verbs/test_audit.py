"""`eb.audit`: truth, coverage, verdicts, the same bytes however it was run."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.datasets import load_diabetes
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB

import errbar as eb
from errbar.answers.audit import Share
from errbar.audits.many_sets import answer
from errbar.audits.one_set import OneSet
from errbar.audits.population import Bootstrap, Endless, Rows
from errbar.audits.summary import verdict
from errbar.lab.worlds.regression import RegressionWorld
from errbar.run.checked import check_data
from errbar.run.losses import LOSSES

RNG = np.random.default_rng(0)
X = RNG.normal(size=(3000, 8))
Y = (X[:, 0] + X[:, 1] + 1.5 * RNG.normal(size=3000) > 0).astype(int)
WORLD = RegressionWorld("regression 2", 200, 2.0, 2.0, 64.0)


def small(**given):
    settings = {"methods": ["resampled_t", "corrected_t"], "n": 100, "n_sets": 30, "random_state": 1}
    return eb.audit(GaussianNB(), X, Y, **settings | given)


def test_the_naive_methods_are_flagged():
    found = eb.audit(
        LinearRegression(), X, X[:, 0] + RNG.normal(size=3000), n=100, n_sets=40, random_state=0,
        methods=["kfold_t", "resampled_t", "corrected_t"], plan=eb.plans.kfold(10, n_repeats=10),
    )  # fmt: skip
    assert {row.method for row in found.flagged} >= {"kfold_t", "resampled_t"}
    assert found.row("kfold_t").coverage.value < 0.7
    assert "do not deserve their 95 % here" in str(found)


def test_the_truth_is_that_of_the_world():
    question = OneSet(
        models={"line": LinearRegression(), "mean": DummyRegressor()},
        series=(("line", None), ("mean", None), ("mean", "line")),
        methods=("corrected_t", "holdout_t"),
        population=Endless("regression", WORLD.sample),
        n=60,
        metric=LOSSES["squared"],
        plan=None,
        confidence_level=0.95,
        shared=True,
        seed=5,
    )
    found = answer(question, 40)
    exact = {name: WORLD.true_error(name, 48) for name in ("line", "mean")}
    for series, value in (*exact.items(), ("mean - line", exact["mean"] - exact["line"])):
        row = found.row("corrected_t", series)
        assert row.n_train == 48 and abs(row.truth - value) < 4 * row.truth_se
    assert found.row("holdout_t", "line").n_train == 40


def test_the_rows_say_everything():
    found = small(difference=0.1)
    row = found.row("corrected_t")
    assert row.size.value == pytest.approx(1 - row.coverage.value)
    assert row.n_fits == 25 and row.n_train == 80 and row.target == "algorithm"
    assert row.coverage == row.algorithm and row.power is not None
    assert row.width.low <= row.width.value <= row.width.high
    assert found.n_fits == 30 * 26  # one more on the whole set
    assert any("Luo and Barber" in note for note in found.notes)
    frame = found.to_frame()
    assert list(frame["method"]) == ["resampled_t", "corrected_t"] and "coverage_low" in frame
    data = json.loads(found.to_json())
    assert data["results"][1]["coverage"] == row.coverage.value and data["seed"] == 1
    assert "resampled_t" in found._repr_html_()


def test_two_models_are_audited_alone_and_against_each_other():
    found = eb.audit(
        GaussianNB(),
        X,
        Y,
        versus=LogisticRegression(),
        n=80,
        n_sets=4,
        random_state=0,
        methods=["corrected_t", "mcnemar"],
    )
    assert found.series == ("a", "b", "a - b")
    assert [row.method for row in found.rows if row.series == "a"] == ["corrected_t"]
    both = found.row("mcnemar")
    assert both.target == "model" and both.power is not None and both.n_fits == 2


def test_workers_and_more_sets_change_no_byte(tmp_path):
    alone = small(n_sets=6)
    assert small(n_sets=6, n_jobs=2).to_json() == alone.to_json()
    store = tmp_path / "audit.db"
    small(n_sets=3, store=store)
    assert small(n_sets=6, store=store).to_json() == alone.to_json()
    assert small(n_sets=6, store=store, confidence_level=0.9).confidence_level == 0.9  # not what was kept


def test_cost_is_linear_in_the_number_of_sets():
    assert small(n_sets=20).n_fits == 2 * small(n_sets=10).n_fits


def test_few_rows_are_bootstrapped_and_the_limits_said():
    X, y = load_diabetes(return_X_y=True)
    found = eb.audit(Ridge(), X, y, n=200, n_sets=5, random_state=0, methods=["corrected_t"])
    assert found.population == "bootstrap"
    assert any("drawn with replacement" in note for note in found.notes)


def test_deviations_are_those_of_an_endless_population():
    rows = Rows(check_data(X, Y))
    assert rows.stretch(1000) == pytest.approx(np.sqrt(3000 / 2000))
    assert rows.shrink(1000, 250) == pytest.approx(np.sqrt(1000 / 1250))
    assert Bootstrap(rows.data).stretch(1000) == 1.0 == Bootstrap(rows.data).shrink(1000, 250)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.8, 0.94, "too narrow"), (0.9, 0.97, "as stated"), (0.96, 1.0, "wider than needed")],
)
def test_verdicts(low, high, expected):
    assert verdict(Share((low + high) / 2, low, high), 0.95) == expected


def test_coverage_against_cost_is_drawn():
    ax = small(n_sets=4).plot()
    assert ax.get_xlabel() == "fits per data set"
    assert {text.get_text() for text in ax.texts} == {"resampled_t", "corrected_t"}


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"methods": ["corected_t"]}, "corrected_t"),
        ({"methods": "corrected_t"}, "list of names"),
        ({"methods": []}, "empty"),
        ({"methods": ["mcnemar"]}, "compares two models"),
        ({"methods": ["delong"]}, "labels and predictions"),
        ({"n": 5}, "at least 20"),
        ({"n": 2000, "population": "rows"}, "twice"),
        ({"n_sets": 1}, "n_sets"),
        ({"population": "world"}, "population"),
        ({"plan": 5}, "plan must be"),
        ({"scoring": "roc_auc", "methods": ["holdout_t"]}, "loss per example"),
    ],
)
def test_bad_input_is_refused_before_any_fit(given, match):
    with pytest.raises(eb.ErrbarError, match=match):
        small(**given)


def test_three_models_are_too_many():
    with pytest.raises(eb.ErrbarError, match="one model or two"):
        eb.audit(dict.fromkeys("abc", GaussianNB()), X, Y)


def test_a_scorer_is_audited_with_methods_for_split_scores():
    found = small(scoring="roc_auc", n_sets=2)
    assert found.loss == "roc_auc" and 0.5 < found.row("corrected_t").truth < 1


@pytest.mark.parametrize("kind", ["pandas", "polars", "sparse"])
def test_any_table_will_do(kind):
    if kind == "sparse":
        table = csr_matrix(X)
    else:
        table = pytest.importorskip(kind).DataFrame(X, schema=[*"abcdefgh"]) if kind == "polars" else pd.DataFrame(X)
    settings = {"n": 60, "n_sets": 2, "random_state": 0, "methods": ["holdout_t"]}
    model = LogisticRegression()
    plain, found = (eb.audit(model, one, Y, **settings).row("holdout_t") for one in (X, table))
    assert found.truth == pytest.approx(plain.truth, abs=1e-9)


def test_an_audit_is_a_value():
    found = small(n_sets=2)
    assert replace(found) == found
