"""`errbar infer` and `errbar design`: tables, logs, the gate and its exit codes, looking while running."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tables.rows import long_table, wide_table

from errbar.cli.main import run

LOGS = Path(__file__).parent.parent / "tables" / "logs"
LONG = ("--item", "id", "--model-col", "who", "--loss-col", "loss")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "scores.csv"
    long_table(120).to_csv(path, index=False)
    return path


def ask(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def answer(capsys, *arguments):
    code, out, err = ask(capsys, "infer", *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def test_one_model_and_two(capsys, table):
    one = answer(capsys, table, *LONG, "--model", "a")
    assert (one["method"], one["pvalue"], one["models"]) == ("holdout_t", None, ["a"])
    two = answer(capsys, table, *LONG, "--model", "a", "--versus", "b")
    assert two["null"] == 0.0 and two["models"] == ["a", "b"]
    assert answer(capsys, table, *LONG, "--versus", "b") == two  # the only other model


def test_groups_splits_and_wide_tables(capsys, table, tmp_path):
    assert answer(capsys, table, *LONG, "--versus", "b", "--group", "topic")["method"] == "clustered_t"
    wide = tmp_path / "wide.parquet"
    wide_table(120).assign(fold=lambda t: t["id"] % 6).to_parquet(wide)
    columns = ("--item", "id", "--loss-col", "a", "--loss-col", "b", "--versus", "b")
    assert answer(capsys, wide, *columns)["estimate"] == pytest.approx(
        answer(capsys, table, *LONG, "--versus", "b")["estimate"]
    )
    folds = answer(capsys, wide, *columns, "--split", "fold")
    assert (folds["method"], folds["n_splits"]) == ("corrected_t", 6)


def test_the_words(capsys, table):
    code, out, err = ask(capsys, "infer", table, *LONG, "--model", "a", "--versus", "b")
    assert (code, err) == (0, "")
    assert "the difference in mean loss between the two trained models" in " ".join(out.split())
    assert "holdout_t, 120 items, loss: loss" in out


def test_gate(capsys, table):
    wide = ("--model", "a", "--versus", "b")
    code, out, _ = ask(capsys, "infer", table, *LONG, *wide, "--margin", "0.1")
    assert code == 0 and "gate    shown: a is worse than b by less than 0.1 (with 95 % confidence at most" in out
    code, out, _ = ask(capsys, "infer", table, *LONG, *wide, "--margin", "0.001")
    assert code == 1 and "gate    refuted: a is worse than b by more than 0.001 (p =" in out
    code, out, _ = ask(capsys, "infer", table, *LONG, *wide, "--margin", "0.02")
    assert code == 4 and "gate    undecided: that a is worse than b by less than 0.02 is neither" in out
    code, out, _ = ask(capsys, "infer", table, *LONG, *wide, "--margin", "0.02", "--json")
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["details"]["noninferior"]) == (4, "undecided", False)
    code, _, err = ask(capsys, "infer", table, *LONG, "--model", "a", "--margin", "0.1")
    assert code == 2 and "--versus" in err


def test_the_gate_of_a_score_counts_worse_downwards(capsys, tmp_path):
    path = tmp_path / "p.csv"
    y, good = [1, 0] * 40, [0.9, 0.1] * 40
    rows = [f"{i},{y[i]},{good[i]},{0.5 + 0.1 * ((i * 7) % 5 - 2)}" for i in range(80)]
    path.write_text("i,y,good,bad\n" + "\n".join(rows))
    columns = ("--item", "i", "--y-true", "y", "--y-score", "good", "--y-score", "bad", "--metric", "roc_auc")
    assert ask(capsys, "infer", path, *columns, "--model", "good", "--versus", "bad", "--margin", "0.0")[0] == 0
    assert ask(capsys, "infer", path, *columns, "--model", "bad", "--versus", "good", "--margin", "0.1")[0] == 1


def test_errors_are_one_line_and_exit_2(capsys, table, tmp_path):
    holes = tmp_path / "holes.csv"
    long_table(30).drop(index=[3, 40]).to_csv(holes, index=False)
    for arguments, words in (
        ((holes, *LONG, "--versus", "b"), "--missing drop"),
        ((table, *LONG), "Say which --model"),
        ((table, *LONG, "--model", "c"), "Choose from: a, b"),
        ((table, *LONG, "--versus", "b", "--method", "nope"), "--method nope"),
        ((table, *LONG, "--versus", "b", "--missing", "ignore"), "--missing ignore"),
        ((tmp_path / "none.csv", *LONG), "There is no file"),
        ((table, *LONG, "--format", "inspect"), "their own columns"),
        ((table, *LONG, "--format", "excel"), "--format excel"),
        ((table, "--item", "id", "--split", "topic", "--model-col", "who", "--loss-col", "loss", "--versus", "b",
          "--sequential"), "share their data"),
        ((table, *LONG, "--versus", "b", "--sequential", "--margin", "0.1"), "do not go together"),
    ):  # fmt: skip
        code, out, err = ask(capsys, "infer", *arguments)
        assert code == 2 and out == "", (arguments, err)
        assert words in err and err.count("\n") == 1, err


def test_dropping_is_reported(capsys, tmp_path):
    holes = tmp_path / "holes.csv"
    long_table(30).drop(index=[3, 40]).to_csv(holes, index=False)
    code, out, _ = ask(capsys, "infer", holes, *LONG, "--versus", "b", "--missing", "drop")
    assert code == 0
    assert "note    2 items were left out" in out


def test_no_interval_yet_is_said_in_words(capsys, table):
    long_table(40).to_csv(table, index=False)
    code, out, err = ask(capsys, "infer", table, *LONG, "--versus", "b", "--sequential", "--plain")
    told = " ".join(out.split())
    assert code == 0, err
    assert "no 95 % interval yet" in told and "No interval yet: the items so far" in told and "inf lower" not in told


@pytest.mark.parametrize("given", [("--half-width", "1e-300", "--error", ".1"), ("--effect", "1e-300", "--sd", "1")])
def test_a_design_beyond_all_items_is_a_sentence(capsys, given):
    code, out, err = ask(capsys, "design", *given)
    assert code == 2 and out == "" and "more than 1e+15 items" in err and err.count("\n") == 1


def test_sequential(capsys, table):
    result = answer(capsys, table, *LONG, "--versus", "b", "--sequential", "--loss-range", "0", "1")
    assert result["method"] == "sequential" and result["low"] < result["estimate"] < result["high"]


def test_logs(capsys):
    inspect = answer(capsys, LOGS / "inspect_a.json", LOGS / "inspect_b.json", "--format", "inspect", "--versus",
                     "provider/model-b")  # fmt: skip
    assert inspect["n"] == 12
    samples = str(LOGS / "lm_eval" / "*" / "samples_*.jsonl")
    lm_eval = answer(
        capsys, samples, "--format", "lm-eval", "--metric", "acc", "--versus", "model-b", "--method", "mcnemar"
    )
    assert lm_eval["estimate"] == pytest.approx(1 / 3)  # of accuracies, as the log has them


def test_report(capsys, table, tmp_path):
    page = tmp_path / "page.html"
    assert ask(capsys, "infer", table, *LONG, "--versus", "b", "--report", page)[0] == 0
    assert "holdout_t" in page.read_text()


def test_a_real_process_leaves_no_noise(table):
    done = subprocess.run(
        [sys.executable, "-m", "errbar", "infer", str(table), *LONG, "--versus", "b", "--margin", "0.0001"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")


def test_design(capsys):
    code, out, _ = ask(capsys, "design", "--effect", "0.02", "--discordance", "0.1")
    assert code == 0 and out.startswith("1,960 items")
    code, out, _ = ask(capsys, "design", "items", "--n", "198", "--item-variance", "0.1111111111", "--json")
    assert json.loads(out)["effect"] == pytest.approx(0.0663667, abs=1e-6)
    assert "25 splits" in ask(capsys, "design", "splits")[1]
    assert "10 halvings" in ask(capsys, "design", "halvings")[1]
    code, _, err = ask(capsys, "design", "--effect", "0.02")
    assert code == 2 and "Say how the losses vary" in err
