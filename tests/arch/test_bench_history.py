"""The table of benchmarks: goals are read as they are written, and only what left its noise is said to have moved."""

import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import history

SCRIPTS = Path(history.__file__).parent
IMPORTED = """
import importlib
for name in {names}:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as missing:  # a peer that is not installed here
        if missing.name.partition(".")[0] in ("errbar", *{names}):
            raise
"""
ROW = {"script": "shared", "what": "Ridge", "median": "30", "low": "28", "high": "33", "goal": ">= 25"}


@pytest.mark.parametrize(
    "goal, median, answer",
    [
        (">= 30", 30.0, True), (">= 30", 29.0, False), ("<= 1.10", 1.2, False), ("< 2", 1.9, True),
        ("<= 16 x 1.2", 19.0, True), ("none: a call for each draw", 3.0, None), ("-", 1.0, None),
    ],
)  # fmt: skip
def test_goals(goal, median, answer):
    assert history.met(goal, median) is answer


@pytest.mark.parametrize(
    "low, high, said",
    [("26", "29", ""), ("20", "27", "worse: was 30 on "), ("34", "39", "better: was 30 on ")],
)
def test_what_moved(low, high, said, tmp_path):
    path = tmp_path / "history.csv"
    assert history.read(path) == []
    history.add([ROW], path)
    history.add([{**ROW, "what": "another"}], path)
    before = history.read(path)
    assert [row["what"] for row in before] == ["Ridge", "another"]
    told = history.moved({**ROW, "low": low, "high": high}, before)
    assert told.startswith(said) and bool(told) == bool(said)
    assert history.moved({**ROW, "what": "a third"}, before) == "new"


def test_less_is_better_where_the_goal_says_so(tmp_path):
    path = tmp_path / "history.csv"
    less = {**ROW, "goal": "<= 40"}
    history.add([less], path)
    assert history.moved({**less, "low": "20", "high": "27"}, history.read(path)).startswith("better")


def test_another_machine_is_no_reference(tmp_path, monkeypatch):
    path = tmp_path / "history.csv"
    history.add([ROW], path)
    monkeypatch.setattr(history, "machine", lambda: "another")
    assert history.moved({**ROW, "low": "1", "high": "2"}, history.read(path)) == "new"


def test_without_a_goal_there_is_no_better(tmp_path):
    path = tmp_path / "history.csv"
    none = {**ROW, "goal": "-"}
    history.add([none], path)
    assert history.moved({**none, "low": "34", "high": "39"}, history.read(path)).startswith("moved: was 30 on ")


def test_every_script_finds_what_it_imports():
    """A name that had left errbar was missed by nobody but the table."""
    names = sorted(path.stem for path in SCRIPTS.glob("*.py") if path.stem != "__init__")
    code = IMPORTED.format(names=names)
    done = subprocess.run([sys.executable, "-c", code], cwd=SCRIPTS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
