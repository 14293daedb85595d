"""The command line never guesses which way numbers count: a model that is worse by its accuracy passes no gate."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from errbar.cli.main import run

LONG = ("--item", "id", "--model-col", "who")
PAIR = ("--model", "poor", "--versus", "good", "--margin", "0.05")


@pytest.fixture
def table(tmp_path):
    """Right or wrong and a rating from 1 to 5, on 150 items; "good" has 90 % right and "poor" 60 %."""
    rng = np.random.default_rng(0)
    right = np.concatenate([rng.permutation(np.arange(150) < share * 150) for share in (0.9, 0.6)])
    columns = {"id": np.tile(np.arange(150), 2), "who": np.repeat(["good", "poor"], 150), "acc": right.astype(int)}
    frame = pd.DataFrame(columns | {"fold": np.tile(np.arange(150) % 5, 2), "score": 1 + 4 * right, "odd": 1 - right})
    frame.to_csv(tmp_path / "items.csv", index=False)
    return tmp_path / "items.csv"


def ask(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("column", ["acc", "score"])
@pytest.mark.parametrize("split", [(), ("--split", "fold")])
def test_a_worse_model_never_passes(capsys, table, column, split):
    code, out, err = ask(capsys, "infer", table, *LONG, *split, "--loss-col", column, *PAIR)
    assert (code, out) == (2, "")
    assert f"{column!r} is given as a loss" in err and "--score-col" in err and "--lower-is-better" in err
    for how in (("--score-col", column), ("--loss-col", column, "--greater-is-better")):
        code, out, err = ask(capsys, "infer", table, *LONG, *split, *how, *PAIR, "--json")
        assert code not in (0, 2), err
        answer = json.loads(out)
        assert answer["estimate"] < 0 and answer["details"]["greater_is_better"]
        back = ("--model", "good", "--versus", "poor", "--margin", "0.05")
        assert ask(capsys, "infer", table, *LONG, *split, *how, *back)[0] == 0


def test_the_words_of_a_score(capsys, table):
    code, out, _ = ask(capsys, "infer", table, *LONG, "--score-col", "acc", "--model", "good", "--plain")
    assert code == 0 and "the trained model good has an accuracy of 90.0 %; 95 % interval" in " ".join(out.split())
    assert "score: acc" in out and " errs " not in out
    how = ("--score-col", "acc", "--model", "good", "--versus", "poor", "--plain")
    out = ask(capsys, "infer", table, *LONG, *how)[1]
    assert "has an accuracy that is 30.0 points higher than the trained model poor" in " ".join(out.split())
    assert "above 0 good is better" in out


def test_a_range_of_scores(capsys, table):
    how = ("--score-col", "score", "--score-range", "1", "5", "--model", "good", "--method", "betting", "--json")
    code, out, err = ask(capsys, "infer", table, *LONG, *how)
    answer = json.loads(out)
    assert (code, err) == (0, "") and answer["estimate"] == pytest.approx(4.6) and answer["high"] <= 5
    code, _, err = ask(capsys, "infer", table, *LONG, "--score-col", "score", "--score-range", "0", "1")
    assert code == 2 and "'score' must lie between 0 and 1" in err
    how = ("--score-col", "odd", "--lower-is-better", "--model", "good", "--json")
    assert not json.loads(ask(capsys, "infer", table, *LONG, *how)[1])["details"]["greater_is_better"]


@pytest.mark.parametrize("split", [(), ("--split", "fold")])
def test_ranks_of_items(capsys, table, split):
    code, out, err = ask(capsys, "rank", table, *LONG, *split, "--loss-col", "score")
    assert (code, out) == (2, "") and "'score' is given as a loss" in err
    how = ("--score-col", "score", "--score-range", "1", "5", "--json", "--random-state", 0)
    answer = json.loads(ask(capsys, "rank", table, *LONG, *split, *how)[1])
    assert [row["model"] for row in answer["results"]] == ["good", "poor"]
    assert [row["tied"] for row in answer["results"]] == [True, False]


def test_ranks_over_data_sets(capsys, tmp_path):
    path, long = tmp_path / "wide.csv", tmp_path / "long.csv"
    frame = pd.DataFrame({"data": [f"set {i}" for i in range(8)], "good": np.linspace(0.8, 0.9, 8), "poor": 0.7})
    frame.to_csv(path, index=False)
    frame.melt("data", var_name="model", value_name="acc").to_csv(long, index=False)

    def best(*arguments):
        code, out, err = ask(capsys, "rank", *arguments, "--json")
        return (code, json.loads(out)["results"][0]["model"] if code == 0 else err)

    code, err = best(path)
    assert code == 2 and "--greater-is-better" in err and "--lower-is-better" in err
    assert best(path, "--greater-is-better") == best(path, "--score-col", "good", "--score-col", "poor") == (0, "good")
    assert best(path, "--lower-is-better") == best(path, "--loss-col", "good", "--loss-col", "poor") == (0, "poor")
    where = (long, "--dataset", "data", "--model-col", "model")
    code, err = best(*where, "--loss-col", "acc")
    assert code == 2 and "'acc' is given as a loss" in err
    assert best(*where, "--score-col", "acc") == best(*where, "--loss-col", "acc", "--greater-is-better") == (0, "good")
    assert best(*where, "--loss-col", "acc", "--lower-is-better") == (0, "poor")
    assert best(*where, "--loss-col", "acc", "--score-col", "acc")[0] == 2
    assert best(path, "--target", "good", "--lower-is-better")[0] == 2


def test_limits_of_a_file(capsys, tmp_path):
    path = tmp_path / "acc.csv"
    path.write_text("acc\n" + "1\n" * 57 + "0\n" * 3)
    code, out, err = ask(capsys, "bound", path)
    assert (code, out) == (2, "") and "--score-col acc" in err and "--lower-is-better" in err
    share = json.loads(ask(capsys, "bound", path, "--score-col", "acc", "--json")[1])
    rate = json.loads(ask(capsys, "bound", "3", "60", "--json")[1])
    assert (share["estimate"], share["low"], share["high"]) == pytest.approx((0.95, 1 - rate["high"], 1.0))
    out = ask(capsys, "bound", path, "--score-col", "acc", "--plain")[1]
    assert "has an accuracy of 95.0 %; with 95 % confidence at least 87.6 %" in " ".join(out.split())
    upper = json.loads(ask(capsys, "bound", path, "--column", "acc", "--lower-is-better", "--json")[1])
    assert upper["low"] == 0.0 and upper["high"] > 0.95
    path.write_text("likert\n" + "5\n5\n3\n5\n" * 10)
    code, _, err = ask(capsys, "bound", path, "--score-col", "likert")
    assert code == 2 and "--score-range" in err
    wide = json.loads(ask(capsys, "bound", path, "--score-col", "likert", "--score-range", 1, 5, "--json")[1])
    assert 1 < wide["low"] < wide["estimate"] == 4.5 and wide["high"] == 5
    assert ask(capsys, "bound", "3", "60", "--greater-is-better")[0] == 2
