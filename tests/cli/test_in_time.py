"""Losses in time order on the command line: a column of times, and a rolling plan."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd

from errbar.cli.main import run

rng = np.random.default_rng(0)
DAYS = pd.date_range("2025-01-01", periods=60).strftime("%Y-%m-%d")


def ask(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_times_of_trained_models(capsys, tmp_path):
    path = tmp_path / "losses.csv"
    frame = pd.DataFrame({"day": DAYS, "net one": rng.normal(size=60) ** 2, "base": rng.normal(size=60) ** 2})
    frame.sample(frac=1, random_state=0).to_csv(path, index=False)
    columns = ("--loss-col", "net one", "--loss-col", "base", "--model", "net one", "--versus", "base", "--json")
    for method in ("auto", "diebold_mariano", "block_bootstrap"):
        code, out, err = ask(capsys, "infer", path, "--time", "day", *columns, "--method", method)
        assert code == 0, err
        assert json.loads(out)["details"]["n_times"] == 60
    code, _, err = ask(capsys, "infer", path, "--item", "day", *columns, "--method", "diebold_mariano")
    assert code == 2 and "--time" in err and "Traceback" not in err


def test_a_rolling_plan(capsys, tmp_path):
    path = tmp_path / "sales.csv"
    pd.DataFrame({"x": rng.normal(size=60), "y": rng.normal(size=60)}).to_csv(path, index=False)
    models = ("--model", "sklearn.linear_model.Ridge()", "--model", "sklearn.dummy.DummyRegressor()")
    code, out, err = ask(capsys, "compare", path, "--target", "y", *models, "--plan", "rolling(5, 6)", "--json")
    assert code == 0, err
    found = json.loads(out)
    assert (found["method"], found["n_splits"], found["details"]["n_times"]) == ("diebold_mariano", 5, 30)
    code, _, err = ask(capsys, "compare", path, "--target", "y", *models, "--plan", "rolling(10, 6)")
    assert code == 2 and "leave no training set" in err
