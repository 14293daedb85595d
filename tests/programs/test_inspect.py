"""Logs written by Inspect itself, read by every command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import errbar as eb
from errbar.cli import main

pytestmark = pytest.mark.programs
pytest.importorskip("inspect_ai", reason="Inspect is not installed: make test-logs does it")
GOOD, POOR = "mockllm/good", "mockllm/poor one"
BOTH = ("--model", GOOD, "--versus", POOR)


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("written by inspect")
    subprocess.run([sys.executable, Path(__file__).with_name("inspect_runs.py"), folder], check=True, timeout=1800)
    return folder


def said(folder):
    """Accuracy of each model by Inspect's own count, of the logs in a folder."""
    from inspect_ai.log import read_eval_log

    found = [read_eval_log(str(path), header_only=True) for path in sorted(folder.iterdir())]
    return {log.eval.model: log.results.scores[0].metrics["accuracy"].value for log in found}


def answer(capsys, *words, code=0):
    assert main.run([*map(str, words), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert main.run([*map(str, words)]) == 2
    return capsys.readouterr().err


def test_accuracy_is_what_inspect_counts(logs, capsys):
    for name, value in said(logs / "plain logs").items():
        assert answer(capsys, "infer", logs / "plain logs", "--model", name)["estimate"] == pytest.approx(value)


def test_standard_error_is_what_inspect_counts(logs, capsys):
    from inspect_ai.log import read_eval_log

    log = read_eval_log(str(next((logs / "plain logs").iterdir())), header_only=True)
    told = log.results.scores[0].metrics["stderr"].value
    found = answer(capsys, "infer", logs / "plain logs", "--model", log.eval.model, "--method", "holdout_t")
    assert found["se"] == pytest.approx(told, rel=1e-12)


@pytest.mark.parametrize("folder", ["plain logs", "epochs", "again", "all right"])
def test_every_command_takes_the_folder(logs, capsys, folder):
    place = logs / folder
    found = answer(capsys, "infer", place, *BOTH)
    assert found["n"] == 40
    assert answer(capsys, "rank", place)["schema"] == 1
    gate = answer(capsys, "gate", place, *BOTH, "--margin", "0.3")
    assert gate["verdict"] == "shown"
    assert answer(capsys, "winner", place)["details"]["winner"] in (GOOD, POOR)
    if folder != "all right":  # two models that are always right differ in nothing that a pilot could tell
        assert answer(capsys, "design", place, *BOTH, "--margin", "0.05")["n"] > 40


def test_names_make_runs_of_one_model_two(logs, capsys):
    first, second, _ = sorted((logs / "again").iterdir())
    found = answer(capsys, "gate", f"new={second}", f"old={first}", "--margin", "0.9")
    assert found["models"] == ["new", "old"]
    assert answer(capsys, "rank", f"new={second}", f"old={first}")["schema"] == 1
    assert "give each a name" in refused(capsys, "infer", first, second)


def test_the_newest_run_counts(logs, capsys):
    found = answer(capsys, "infer", logs / "again", "--model", GOOD)
    second = sorted((logs / "again").iterdir())[1]
    assert found["estimate"] == answer(capsys, "infer", second)["estimate"]
    assert any("the newest is read" in note for note in found["notes"])


def test_epochs_are_averaged_and_can_be_reduced(logs, capsys):
    mean = answer(capsys, "infer", logs / "epochs", "--model", GOOD)
    assert mean["n"] == 40
    assert mean["estimate"] == pytest.approx(said(logs / "epochs")[GOOD])
    best = answer(capsys, "infer", logs / "epochs", "--model", GOOD, "--reduce", "pass@2")
    assert best["estimate"] >= mean["estimate"]


def test_tasks_and_scorers(logs, capsys):
    assert "sums: match; words: includes" in refused(capsys, "rank", logs / "tasks")
    every = answer(capsys, "infer", logs / "tasks", *BOTH, "--scorer", "all")
    assert [one["n"] for one in every["results"]] == [20, 40]
    assert "length" in refused(capsys, "infer", logs / "scorers", "--scorer", "all")
    assert "rubric/form" in refused(capsys, "infer", logs / "scorers", "--scorer", "rubric")
    assert answer(capsys, "infer", logs / "scorers", "--scorer", "rubric/sense")["loss"] == "accuracy"
    length = answer(capsys, "infer", logs / "scorers", "--scorer", "length", "--lower-is-better")
    assert length["loss"] == "length"


def test_archive_and_json_say_the_same(logs, capsys):
    (plain,) = (logs / "json").iterdir()
    assert answer(capsys, "infer", plain)["estimate"] == pytest.approx(said(logs / "json")[GOOD])


def test_subgroups_and_groups_by_metadata(logs, capsys):
    found = answer(capsys, "infer", logs / "plain logs", "--model", GOOD, "--by", "topic")
    assert {one["subgroup"] for one in found["results"] if one["gap"] is None} >= {"odd", "even"}
    wide = answer(capsys, "infer", logs / "plain logs", "--model", GOOD, "--group", "where.place")
    assert wide["details"]["n_groups"] == 4
    # the archive's summaries have a sentence in the place of so long a key
    assert len(set(eb.read_log(logs / "limit", group="where").plan.groups.tolist())) == 4


def test_what_is_not_whole_is_refused(logs, capsys):
    assert "sums/7" in refused(capsys, "infer", logs / "errors")
    assert answer(capsys, "infer", logs / "errors", "--missing", "drop")["n"] == 39
    assert "not finished" in refused(capsys, "gate", logs / "stopped", *BOTH, "--margin", "0.1")
    assert "not finished" in refused(capsys, "infer", logs)
    assert "were they scored" in refused(capsys, "infer", logs / "unscored")
    assert "at least two" in refused(capsys, "infer", logs / "one item")
    assert answer(capsys, "infer", logs / "limit")["n"] == 10


def test_nothing_wrong_is_no_certainty(logs, capsys):
    found = answer(capsys, "infer", logs / "all right", "--model", GOOD)
    assert found["estimate"] == found["high"] == 1.0
    assert found["low"] < 0.95
    assert answer(capsys, "infer", logs / "all wrong")["high"] > 0.05
    assert answer(capsys, "gate", logs / "all right", *BOTH, "--margin", "0.01", code=4)["verdict"] == "undecided"
