"""Training runs on the command line: every command that reads them, on the table of the manual."""

import json
from pathlib import Path

import pytest

from errbar.cli.main import run

TABLE = Path(__file__).parents[2] / "docs" / "howto" / "three-seeds.csv"
COLUMNS = ["--item", "image", "--model-col", "model", "--run", "seed", "--correct-col", "correct"]
TWO = ["--model", "wide net", "--versus", "narrow net"]


@pytest.mark.parametrize("command", [["gate", *TWO, "--margin", "0.05"], ["rank"], ["infer", *TWO]])
def test_runs_are_paired_only_when_asked(command, capsys):
    name, *more = command
    found = []
    for paired in ([], ["--pair-runs"]):
        assert run([name, str(TABLE), *COLUMNS, *more, *paired, "--json"]) in (0, 4)
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] != found[1] and "two_way_t" in json.dumps(found[1])


def test_what_to_do_next_names_runs(capsys):
    assert run(["infer", str(TABLE), *COLUMNS, "--model", "wide net"]) == 0
    assert "more training runs" in " ".join(capsys.readouterr().out.split())
    assert run(["winner", str(TABLE), *COLUMNS]) == 0
    assert "more training runs" in " ".join(capsys.readouterr().out.split())


def test_pairing_needs_runs(capsys):
    assert run(["rank", str(TABLE), *COLUMNS[:4], *COLUMNS[6:], "--pair-runs"]) == 2
    assert "--run" in capsys.readouterr().err


def test_holes_are_kept(tmp_path, capsys):
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    (tmp_path / "few.csv").write_text("\n".join(lines[:1] + lines[4:]), encoding="utf-8")
    assert run(["infer", str(tmp_path / "few.csv"), *COLUMNS, *TWO]) == 2
    capsys.readouterr()
    assert run(["infer", str(tmp_path / "few.csv"), *COLUMNS, *TWO, "--missing", "keep", "--json"]) == 0
    assert "3 of 1,800 values" in capsys.readouterr().out


@pytest.mark.parametrize("command", [["infer", *TWO], ["infer", "--model", "wide net"], ["rank"], ["winner"]])
def test_pages_of_runs(command, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert run([command[0], str(TABLE), *COLUMNS, *command[1:], "--report", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "training procedure" in text
    if command[0] == "infer":
        assert "training runs (seeds)" in text and "independent of each other" in text


def test_a_new_user_is_led_to_runs(capsys):
    assert run(["infer", str(TABLE), *COLUMNS[:4], *COLUMNS[6:]]) == 2
    assert "--run" in capsys.readouterr().err
