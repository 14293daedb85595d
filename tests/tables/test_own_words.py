"""Tables in the words they came in: pass and fail, objects inside a column, files with nothing in them."""

from __future__ import annotations

import json

import polars as pl
import pytest

import errbar as eb
from errbar.cli.main import run
from errbar.errors import InputError, UnknownNameError

ROWS = [
    {"id": i, "who": who, "said": ("PASS", "fail", "Pass ", "0")[(i * k) % 4], "in": {"q.1": {"nr": f"q{i}"}}}
    for i in range(30)
    for who, k in (("new one", 3), ("b", 1))
]
RIGHT = {"PASS": 1.0, "Pass ": 1.0, "fail": 0.0, "0": 0.0}


def written(folder, rows):
    path = folder / "t.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def means():
    return [1 - sum(RIGHT[row["said"]] for row in ROWS if row["who"] == who) / 30 for who in ("b", "new one")]


@pytest.mark.parametrize("keep", ["items", "sums"])
def test_right_and_wrong_in_words(tmp_path, keep):
    asked = {"item": "id", "model": "who", "correct": "said", "keep": keep}
    flat = [{name: row[name] for name in ("id", "who", "said")} for row in ROWS]
    for table in (written(tmp_path, ROWS), pl.DataFrame(flat), pl.DataFrame(flat).lazy()):
        scores = eb.Scores.from_table(table, **asked)
        assert scores.is_binary and scores.moments.means == pytest.approx(means(), abs=1e-15)
    odd = [{**flat[0], "said": "maybe"}, *flat[1:]]
    with pytest.raises(InputError, match=r"or words such as pass and fail; it holds text for id 0.*'maybe'"):
        eb.Scores.from_table(pl.DataFrame(odd), **asked)
    with pytest.raises(InputError, match="must hold numbers; it holds text"):
        eb.Scores.from_table(pl.DataFrame(flat), item="id", model="who", score="said")


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_a_place_inside_a_column(tmp_path, kind):
    path = written(tmp_path, ROWS)
    if kind == "parquet":
        path = tmp_path / "t.parquet"
        pl.DataFrame(ROWS).write_parquet(path)
    asked = {"model": "who", "correct": "said"}
    one = eb.Scores.from_table(path, item="in.q.1.nr", **asked)
    assert one.moments.means == pytest.approx(means(), abs=1e-15) and "q7" in one.plan.parts[0].names.tolist()
    with pytest.raises(UnknownNameError, match=r"'in.q.1.no' is not known"):
        eb.Scores.from_table(path, item="in.q.1.no", **asked)


def test_an_empty_file_and_an_option_said_once(tmp_path, capsys):
    (tmp_path / "t.jsonl").write_text("")
    asked = ["infer", str(tmp_path / "t.jsonl"), "--item", "id", "--model-col", "who", "--correct-col", "said"]
    assert run(asked) == 2 and "holds no rows: t.jsonl is empty" in capsys.readouterr().err
    written(tmp_path, [{**row, "said": None if row["id"] == 3 else row["said"]} for row in ROWS])
    assert run([*asked, "--model", "b"]) == 2
    assert "or choose --missing drop to leave such items out" in capsys.readouterr().err
