"""Search results as people have them: 200 candidates of scikit-learn's searches, a table of Optuna's trials."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import uniform
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV, StratifiedKFold
from sklearn.neighbors import NearestCentroid

import errbar as eb
from errbar.errors import InputError, UnknownNameError

X, Y = make_classification(80, 6, random_state=0)


@pytest.fixture(scope="module", params=["grid", pytest.param("random", marks=pytest.mark.slow)])
def search(request):
    how = {"cv": StratifiedKFold(3), "scoring": "accuracy", "refit": False}
    if request.param == "grid":
        grid = {"shrink_threshold": np.linspace(0.01, 3.0, 100), "priors": ["uniform", "empirical"]}
        return GridSearchCV(NearestCentroid(), grid, **how).fit(X, Y)
    some = {"shrink_threshold": uniform(0.01, 3), "priors": ["uniform", "empirical"]}
    return RandomizedSearchCV(NearestCentroid(), some, n_iter=200, random_state=0, **how).fit(X, Y)


def test_two_hundred_candidates_in_one_line(search):
    r = eb.winner(search)
    means = search.cv_results_["mean_test_score"]
    assert r.details["candidates"] == 200 == len(means)
    assert r.details["apparent"] == pytest.approx(means.max(), abs=1e-12)
    best = search.cv_results_["params"][int(means.argmax())]
    assert all(f"{name}=" in r.details["winner"] for name in best)
    assert 0.0 <= r.low <= r.estimate <= r.high <= 1.0 and r.estimate <= means.max() + 1e-12
    low, _ = r.details["uncorrected"]
    assert r.low < low  # the limit that must hold for whoever wins


def trials(rng, n=40, folds=5, listed=True):
    """As `study.trials_dataframe()` gives them: Optuna 4's columns, some trials pruned, one failed."""
    start = pd.Timestamp("2026-01-01") + pd.to_timedelta(np.arange(n), "s")
    values = 0.8 + 0.05 * rng.normal(size=(n, folds))
    table = pd.DataFrame({"number": np.arange(n), "value": values.mean(axis=1), "datetime_start": start})
    table["datetime_complete"], table["duration"] = start + pd.Timedelta("1s"), pd.Timedelta("1s")
    table["params_C"], table["params_gamma"] = rng.random(n), np.where(rng.random(n) < 0.5, np.nan, 0.1)
    table["params_kernel"] = rng.choice(["rbf", "linear"], n)
    if listed:
        table["user_attrs_accuracy"] = values.tolist()
    else:
        for i in range(folds):
            table[f"user_attrs_split{i}_test_accuracy"] = values[:, i]
    table["user_attrs_note"] = "text"
    table["state"] = ["PRUNED" if i % 10 == 3 else "FAIL" if i == 5 else "COMPLETE" for i in range(n)]
    table.loc[table["state"] != "COMPLETE", "value"] = np.nan
    return table, values


def test_a_table_of_trials():
    table, values = trials(np.random.default_rng(0))
    r = eb.winner(table, n_train=4, n_test=1, greater_is_better=True)
    whole = (table["state"] == "COMPLETE").to_numpy()
    best = int(np.where(whole, values.mean(axis=1), -1).argmax())
    assert r.details["winner"].startswith(f"trial {best} (C=") and r.details["candidates"] == whole.sum() == 35
    assert r.details["apparent"] == pytest.approx(values[best].mean(), abs=1e-12)
    assert any("5 of 40 trials were pruned" in note for note in r.notes)
    rows = {f"t{i}": values[i] for i in np.flatnonzero(whole)}
    plain = eb.winner(eb.Scores.from_splits(rows, n_train=4, n_test=1, loss="accuracy", greater_is_better=True))
    assert (r.low, r.high, r.estimate) == (plain.low, plain.high, plain.estimate)


def test_the_same_by_an_attribute_for_each_split_from_a_file_and_in_any_order(tmp_path):
    table, _ = trials(np.random.default_rng(0))
    asked = {"n_train": 4, "n_test": 1, "greater_is_better": True}
    r = eb.winner(table, **asked)
    one_each, _ = trials(np.random.default_rng(0), listed=False)
    table.to_csv(tmp_path / "trials.csv", index=False)
    again = pd.read_csv(tmp_path / "trials.csv")
    for other in (one_each, again, table.sample(frac=1, random_state=1), {c: table[c].tolist() for c in table}):
        found = eb.winner(other, **asked)
        assert found.details["winner"] == r.details["winner"]
        assert (found.low, found.high) == pytest.approx(
            (r.low, r.high), rel=0.05
        )  # draws go by the order of candidates


def test_predictions_of_trials_are_a_table_like_any_other():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 120)
    said = {i: np.where(rng.random(120) < 0.8, truth, 1 - truth) for i in range(30)}
    long = pd.concat([pd.DataFrame({"number": i, "row": np.arange(120), "wrong": (p != truth) * 1.0})
                      for i, p in said.items()])  # fmt: skip
    r = eb.winner(eb.Scores.from_table(long, model="number", item="row", loss="wrong"))
    assert r.details["candidates"] == 30 and r.estimate > r.details["apparent"]


@pytest.mark.parametrize(
    ("change", "asked", "error", "said"),
    [
        (lambda t: t, {"n_train": None}, InputError, "sizes of these splits"),
        (lambda t: t, {"metric": "auc"}, UnknownNameError, "auc"),
        (lambda t: t.drop(columns="user_attrs_accuracy"), {}, InputError, "set_user_attr"),
        (lambda t: t.assign(state="PRUNED"), {}, InputError, "COMPLETE"),
        (lambda t: t.assign(user_attrs_accuracy=[[0.1] * (2 + i % 2) for i in range(40)]), {}, InputError, "different"),
        (lambda t: t.assign(user_attrs_f1=t["user_attrs_accuracy"]), {}, InputError, "several scores"),
    ],
)
def test_trials_that_cannot_be_read(change, asked, error, said):
    table, _ = trials(np.random.default_rng(0))
    with pytest.raises(error, match=said):
        eb.winner(change(table), **({"n_train": 4, "n_test": 1, "greater_is_better": True} | asked))
