"""Samples written by lm-evaluation-harness itself, read by every command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from errbar.cli import main

pytestmark = pytest.mark.programs
pytest.importorskip("lm_eval", reason="lm-evaluation-harness is not installed: make test-logs does it")
BOTH = ("--model", "a", "--versus", "b")


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("written by lm-eval")
    subprocess.run([sys.executable, Path(__file__).with_name("lm_eval_runs.py"), folder], check=True, timeout=1800,
                   env=os.environ | {"HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "cache")})  # fmt: skip
    return folder / "out"


@pytest.fixture
def named(out):
    return f"a={out / 'a'}", f"b={out / 'b'}"


def answer(capsys, *words, code=0):
    assert main.run([*map(str, words), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert main.run([*map(str, words)]) == 2
    return capsys.readouterr().err


def said(folder, task, metric):
    results = sorted(folder.rglob("results_*.json"), key=lambda path: path.name)[-1]
    return json.loads(results.read_text(encoding="utf-8"))["results"][task][metric]


def test_accuracy_and_standard_error_are_the_harness_own(out, capsys):
    place = out / "b"
    found = answer(capsys, "infer", place, "--scorer", "acc", "--method", "holdout_t")
    assert found["estimate"] == pytest.approx(said(place, "local_choice", "acc,none"), rel=1e-12)
    assert found["se"] == pytest.approx(said(place, "local_choice", "acc_stderr,none"), rel=1e-9)


def test_every_command_takes_named_folders(named, capsys):
    acc = ("--scorer", "acc")
    assert answer(capsys, "infer", *named, *BOTH, *acc)["n"] == 40
    assert answer(capsys, "rank", *named, *acc)["schema"] == 1
    assert answer(capsys, "gate", *named, *acc, "--margin", "0.9")["verdict"] == "shown"
    assert answer(capsys, "winner", *named, *acc)["details"]["winner"] in "ab"
    assert answer(capsys, "design", *named, *BOTH, *acc, "--margin", "0.05")["n"] > 40


def test_the_newest_of_two_runs_counts_and_results_files_are_no_news(out, named, capsys):
    found = answer(capsys, "infer", *named, "--model", "a", "--scorer", "acc")
    assert found["estimate"] == pytest.approx(said(out / "a", "local_choice", "acc,none"))
    assert any("the newest is read" in note for note in found["notes"])
    assert not any("No logs" in note for note in found["notes"])


def test_tasks_metrics_and_filters(named, capsys):
    told = refused(capsys, "infer", *named, *BOTH)
    assert "local_choice: acc, acc_norm" in told
    assert "exact_match,strict-match" in told
    every = answer(capsys, "infer", *named, *BOTH, "--scorer", "all")
    assert [one["n"] for one in every["results"]] == [40, 40, 30, 30]
    strict = answer(capsys, "infer", *named, "--model", "a", "--scorer", "exact_match,strict-match")
    assert strict["n"] == 30


def test_subgroups_of_one_task_only(named, capsys):
    found = answer(capsys, "infer", *named, "--model", "a", "--scorer", "acc", "--by", "doc.topic")
    assert {one["subgroup"] for one in found["results"] if one["gap"] is None} >= {"a", "b"}


def test_a_file_cut_short_is_refused(out, tmp_path, capsys):
    from shutil import copytree

    place = copytree(out / "b", tmp_path / "b")
    (samples,) = place.rglob("samples_local_choice*")
    samples.write_bytes(b"".join(samples.read_bytes().splitlines(keepends=True)[:30]))
    assert "cut short" in refused(capsys, "infer", place, "--scorer", "acc")
