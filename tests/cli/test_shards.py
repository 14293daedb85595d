"""Shares of the splits, fitted by processes that never meet, are one run's fits to the last bit."""

import json
import sqlite3
import subprocess
import sys
import time

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

import errbar as eb
from errbar.cli.main import run
from errbar.errors import InputError, StoreError
from errbar.run.store.merge import merge
from errbar.types.shard import Shard

TREE = "sklearn.tree.DecisionTreeClassifier(max_depth=3, max_features=2)"
FOREST = "sklearn.ensemble.RandomForestClassifier(n_estimators=2)"


@pytest.fixture
def data(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 3))
    path = tmp_path / "some data.csv"
    rows = np.column_stack([X, X[:, 0] + rng.normal(size=120) > 0])
    np.savetxt(path, rows, delimiter=",", header="a,b,c,y", comments="")
    return path


def told(capsys, *words):
    assert run([*map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def numbers(result):
    of_work = "fit_seconds", "predict_seconds", "resumed_splits", "resumed_fits", "fitted_by"
    kept = {name: one for name, one in result["details"].items() if name not in of_work}
    return {name: value for name, value in result.items() if name != "details"} | kept


@pytest.mark.parametrize("n_shards", [8, pytest.param(64, marks=pytest.mark.slow)])
def test_many_shards_in_any_order_give_the_bytes_of_one_run(data, tmp_path, capsys, n_shards):
    asked = [data, "--target", "y", "--model", TREE, "--model", FOREST, "--plan", f"subsample({n_shards + 6}, 0.2)"]
    asked += ["--random-state", 5]
    parts = {i: tmp_path / f"part {i}.db" for i in range(1, n_shards + 1)}
    for i in np.random.default_rng(1).permutation(list(parts)).tolist():
        done = told(capsys, "fit", *asked, "--store", parts[i], "--shard", f"{i}/{n_shards}")
        assert done == {"shard": i, "of": n_shards, "splits": 2 if i <= 6 else 1, "fitted": 2 if i <= 6 else 1}
    assert told(capsys, "fit", *asked, "--store", parts[3], "--shard", f"3/{n_shards}")["fitted"] == 0
    into, some = tmp_path / "all.db", list(parts.values())
    assert told(capsys, "store", "merge", *some[5:], *some[:7], "--into", into)["known_fits"] == 6
    assert told(capsys, "store", "merge", *some, "--into", into)["added_fits"] == 0
    whole = told(capsys, "compare", *asked, "--store", into)
    assert whole["details"]["resumed_fits"] == 2 * (n_shards + 6)
    assert numbers(whole) == numbers(told(capsys, "compare", *asked))


@pytest.mark.parametrize("models", [[TREE], [TREE, FOREST, "sklearn.dummy.DummyClassifier()"]], ids=["one", "three"])
def test_one_model_and_three(data, tmp_path, capsys, models):
    specs = [word for model in models for word in ("--model", model)]
    asked = [data, "--target", "y", *specs, "--random-state", 0]
    for i in (2, 1):
        told(capsys, "fit", *asked, "--store", tmp_path / f"{i}.db", "--shard", f"{i}/2")
    into = tmp_path / "all.db"
    told(capsys, "store", "merge", tmp_path / "1.db", tmp_path / "2.db", "--into", into)
    before = told(capsys, "store", "info", into)["fits"]
    assert told(capsys, "evaluate" if len(models) == 1 else "rank", *asked, "--store", into)
    assert before == 25 * len(models) == told(capsys, "store", "info", into)["fits"]


@pytest.mark.slow  # four processes; `make chaos` kills many more
def test_a_shard_that_is_killed_leaves_what_it_finished(data, tmp_path, capsys):
    slow = "sklearn.ensemble.RandomForestClassifier(n_estimators=60)"
    asked = [data, "--target", "y", "--model", slow, "--random-state", "0"]
    store = tmp_path / "part.db"
    words = [sys.executable, "-m", "errbar", "fit", *map(str, asked), "--store", str(store), "--shard", "1/2"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as job:
        while job.poll() is None and kept(store) == 0:
            time.sleep(0.05)
        job.kill()
    n_kept = kept(store)
    assert n_kept > 0
    again = told(capsys, "fit", *asked, "--store", store, "--shard", "1/2")
    assert (again["splits"], again["fitted"]) == (13, 13 - n_kept)


def kept(store):
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM fits").fetchone()[0]
    except sqlite3.Error:
        return 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "Say which share"),
        ("0/3", "i from 1 to N"),
        ("4/3", "i from 1 to N"),
        ("1/2000000", "at most 1,000,000"),
        ("a/b", "written i/N"),
        ("1", "written i/N"),
    ],
)
def test_shards_that_are_none(words, sentence):
    with pytest.raises(InputError, match=sentence):
        Shard.told(words, {})


def test_array_jobs_say_which_they_are():
    slurm = {"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_MAX": "11"}
    assert Shard.told(None, slurm | {"SLURM_ARRAY_TASK_STEP": "2"}) == Shard(3, 5)
    assert Shard.told(None, slurm) == Shard(5, 9)
    grid = {"SGE_TASK_ID": "2", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "4", "SGE_TASK_STEPSIZE": "1"}
    assert Shard.told(None, grid) == Shard(2, 4)
    assert Shard.told("1/2", grid) == Shard(1, 2)
    with pytest.raises(InputError, match="--shard i/N"):
        Shard.told(None, {"SGE_TASK_ID": "undefined"})


@pytest.mark.parametrize(
    ("left_out", "sentence"), [("--store", "name a file with --store"), ("--random-state", "give --random-state")]
)
def test_what_every_shard_needs(data, tmp_path, capsys, left_out, sentence):
    options = {"--store": str(tmp_path / "a.db"), "--random-state": "1", "--shard": "1/2"}
    words = [word for name, value in options.items() if name != left_out for word in (name, value)]
    assert run(["fit", str(data), "--target", "y", "--model", TREE, *words]) == 2
    assert sentence in capsys.readouterr().err


def test_more_shards_than_splits(data, tmp_path, capsys):
    words = ["--store", str(tmp_path / "a.db"), "--random-state", "1", "--shard", "26/30"]
    assert run(["fit", str(data), "--target", "y", "--model", TREE, *words]) == 2
    assert "There are 25 splits, none of them for shard 26" in capsys.readouterr().err


def test_a_scorer_of_one_holdout_is_no_shard_s(data, tmp_path, capsys):
    words = ["fit", data, "--target", "y", "--model", TREE, "--random-state", 0, "--store", tmp_path / "1.db"]
    assert run([*map(str, words), "--shard", "1/2", "--plan", "holdout(0.5)", "--scoring", "neg_log_loss"]) == 2
    assert "of a hold-out is not kept in the store" in capsys.readouterr().err


def test_a_damaged_part_adds_nothing(tmp_path):
    X = np.random.default_rng(0).normal(size=(40, 2))
    eb.evaluate(DummyClassifier(), X, X[:, 0] > 0, random_state=0, store=tmp_path / "part.db", shared=False)
    with sqlite3.connect(tmp_path / "part.db") as connection:
        connection.execute("UPDATE fits SET fit_seconds = 7 WHERE rowid = 3")
    with pytest.raises(StoreError, match=r"part\.db' is damaged"):
        merge([tmp_path / "part.db"], tmp_path / "all.db")
    assert kept(tmp_path / "all.db") == 0
    with pytest.raises(StoreError, match="into itself"):
        merge([tmp_path / "part.db"], tmp_path / "part.db")
    with pytest.raises(StoreError, match="There is no store"):
        merge([tmp_path / "nothing.db"], tmp_path / "all.db")
