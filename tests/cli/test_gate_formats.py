"""The verdict of a gate as a pipeline reads it: exit codes, Markdown, JUnit, annotations; and many looks at one ledger."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from errbar.cli.main import run
from errbar.show.gate_formats import FlippedRows, gate_markdown

WIDE = (
    "--item",
    "id",
    "--correct-col",
    "new one",
    "--correct-col",
    "old|one",
    "--model",
    "new one",
    "--versus",
    "old|one",
)
RIGHT = {"shown": (0.95, 0.80), "undecided": (0.80, 0.80), "refuted": (0.50, 0.95)}
CODES = {"shown": 0, "refuted": 1, "undecided": 4}


@pytest.fixture(autouse=True)
def tables(tmp_path, monkeypatch):
    """One table for each verdict."""
    rng = np.random.default_rng(1)
    for verdict, chances in RIGHT.items():
        rows = [",".join([f"q {i}", *(str(int(rng.random() < chance)) for chance in chances)]) for i in range(150)]
        (tmp_path / f"{verdict}.csv").write_text("\n".join(["id,new one,old|one", *rows]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def gate(capsys, verdict, *options):
    code = run(["gate", f"{verdict}.csv", *WIDE, "--margin", "0.02", *options])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("verdict", RIGHT)
@pytest.mark.parametrize("shape", ["text", "markdown", "junit", "github", "json"])
def test_the_exit_code_is_the_verdict_in_every_format(capsys, verdict, shape):
    code, out = gate(capsys, verdict, "--format", shape)
    assert code == CODES[verdict]
    said = {"markdown": {"shown": "**PASS**", "refuted": "**FAIL**", "undecided": "**UNDECIDED**"}[verdict]}
    assert said.get(shape, verdict) in out


@pytest.mark.parametrize(("rule", "code"), [("pass", 0), ("fail", 1)])
def test_undecided_may_pass_or_fail(capsys, rule, code):
    assert gate(capsys, "undecided", "--undecided", rule)[0] == code


def test_markdown_tells_shares_in_points_and_how_many_items_flipped(capsys):
    out = gate(capsys, "refuted", "--format", "markdown")[1]
    row = next(line for line in out.splitlines() if line.endswith("| mcnemar |"))
    assert row.count("points") == 2 and "| 150 |" in row
    both = json.loads(gate(capsys, "refuted", "--format", "json")[1])["flipped"]
    assert f"Items that flipped (50 of {len(both['items'])}), by error" in out
    assert "| item | new one | old\\|one |" in out and out.count("| q ") == 50


def test_markdown_names_all_flipped_items_where_they_are_few():
    rows = FlippedRows("error", "a", "b", [("q1", "0", "1")], 1)
    assert "flipped (1), by error" in gate_markdown("t", [], rows)
    assert "flipped" not in gate_markdown("t", [])


@pytest.mark.parametrize("verdict", RIGHT)
def test_junit_is_xml_that_fails_where_the_gate_fails(capsys, verdict):
    suite = ET.fromstring(gate(capsys, verdict, "--format", "junit")[1])
    kinds = {child.tag for child in suite.find("testcase")}
    assert suite.get("failures") == str(int(verdict == "refuted"))
    assert kinds == {"system-out"} | {"refuted": {"failure"}, "undecided": {"skipped"}}.get(verdict, set())


@pytest.mark.parametrize(("verdict", "kind"), [("shown", "notice"), ("refuted", "error"), ("undecided", "warning")])
def test_github_annotates_and_adds_to_the_summary_of_the_step(capsys, tmp_path, monkeypatch, verdict, kind):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    out = gate(capsys, verdict, "--format", "github")[1]
    assert out.startswith(f"::{kind} title=errbar gate%3A new one against old|one::error: {verdict}")
    assert (tmp_path / "summary.md").read_text(encoding="utf-8").startswith("### errbar gate")


@pytest.mark.parametrize("shape", ["markdown", "github", "json", "junit"])
def test_splits_have_no_items_that_flip(capsys, tmp_path, shape):
    rng = np.random.default_rng(2)
    rows = [f"{i % 5},{i},{rng.random():.3f},{rng.random():.3f}" for i in range(100)]
    (tmp_path / "folds.csv").write_text("\n".join(["fold,id,a,b", *rows]))
    columns = ["--split", "fold", "--item", "id", "--loss-col", "a", "--loss-col", "b", "--model", "a", "--versus", "b"]
    assert run(["gate", "folds.csv", *columns, "--margin", "0.001", "--format", shape]) == CODES["undecided"]
    assert "q" not in capsys.readouterr().err


def test_a_ledger_counts_each_proposal_once(capsys):
    codes, looks = [], []
    for verdict in ("shown", "refuted", "undecided", "shown"):
        code, out = gate(capsys, verdict, "--ledger", "looks.db", "--looks", "3", "--json")
        codes.append(code)
        looks.append(json.loads(out).get("look"))
    assert looks[3] == looks[0] and len(set(looks)) == 3  # the same answers again are no further look
    assert codes[0] == codes[3] and 1 not in codes


def test_a_subgroup_that_is_missing_is_named(capsys, tmp_path):
    rows = [f"{i},1,0,{'x' if i % 2 else ''}" for i in range(20)]
    (tmp_path / "topics.csv").write_text("\n".join(["id,a,b,topic", *rows]))
    columns = ["--item", "id", "--correct-col", "a", "--correct-col", "b", "--model", "a", "--versus", "b"]
    assert run(["infer", "topics.csv", *columns, "--by", "topic"]) == 2
    said = capsys.readouterr().err
    assert "names no subgroup for item 0; 10; 12; 14; 16 (10 in all): fill it in" in " ".join(said.split())
