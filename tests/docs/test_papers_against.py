"""Every row of "The papers against errbar" names what shows it: each command is run, each line of Python, each page looked up."""

import csv
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import errbar as eb

ROOT = Path(__file__).parents[2]
ROWS = [
    row
    for path in sorted((ROOT / "docs" / "_make" / "papers_against").glob("*.csv"))
    for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())
]
COMMANDS = sorted({part.strip() for row in ROWS for part in row["command"].split("; errbar ")})
FILES = ("data.csv", "diabetes.csv", "rows.csv", "losses.csv", "folds.csv")


def test_every_item_works_or_is_explained():
    assert len(ROWS) == 161
    assert {row["verdict"] for row in ROWS} == {"works", "explained"}
    silent = [row["item"] for row in ROWS if row["verdict"] == "explained" and not row["explained"]]
    assert not silent
    assert all(row["command"] for row in ROWS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that the commands read."""
    place = tmp_path_factory.mktemp("papers")
    rng = np.random.default_rng(0)
    X, y = load_breast_cancer(return_X_y=True)
    for name, target in (("data.csv", "y"), ("rows.csv", "label")):
        write(place / name, {f"x{i}": X[:, i] for i in range(5)} | {target: y})
    A, b = load_diabetes(return_X_y=True)
    write(place / "diabetes.csv", {f"x{i}": A[:, i] for i in range(A.shape[1])} | {"target": b})
    items, who = np.tile(np.arange(80), 2), np.repeat(["a", "b c"], 80)
    write(place / "losses.csv", {"item": items, "set": items // 20, "who": who, "loss": rng.uniform(0, 10, 160)})
    write(place / "folds.csv", {"id": np.arange(60), "fold": np.arange(60) % 3, "wrong": rng.integers(0, 2, 60)})
    return place


def write(path, columns):
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(columns)
        rows.writerows(zip(*columns.values(), strict=True))


def names():
    X, y = load_breast_cancer(return_X_y=True)
    X, y = X[:120, :4], y[:120]
    model = GaussianNB()
    return {
        "eb": eb, "np": np, "X": X, "y": y, "model": model, "a": model, "b": LogisticRegression(max_iter=2000),
        "scores": eb.collect({"m": model}, X, y, plan=eb.plans.holdout(0.4), random_state=0),
        "scores_on_five_by_two": eb.collect({"m": model}, X, y, plan=eb.plans.five_by_two(), random_state=0),
        "scores_of_splits": eb.collect({"m": model}, X, y, plan=eb.plans.subsample(15, 0.1), random_state=0),
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_what_shows_an_item(command, folder, monkeypatch):
    if command.endswith(".md"):
        assert (ROOT / "docs" / command.removeprefix("docs/")).is_file()
    elif command.startswith("pytest "):
        assert (ROOT / command.removeprefix("pytest ")).is_file()  # run with all others
    elif command.startswith("eb."):
        monkeypatch.chdir(folder)
        eval(command, names())
    elif command.startswith("make "):
        assert re.search(rf"^{command.removeprefix('make ')}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    else:
        words = shlex.split(command.removeprefix("errbar "))
        program = words if command.startswith("python ") else ["python", "-m", "errbar", *words]
        env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "MPLBACKEND": "agg"}
        done = subprocess.run(
            [sys.executable, *program[1:]],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
        assert done.returncode == 0, done.stderr[-500:]
