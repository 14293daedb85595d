"""Every answer in JSON is what the published schema says."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from typer.main import get_command

from errbar.cli import main

SCHEMA = json.loads((Path(main.__file__).parent / "errbar.schema.json").read_text(encoding="utf-8"))
LOGS = Path(__file__).parents[1] / "tables" / "logs"
A, B = LOGS / "inspect_a.json", LOGS / "inspect_b.json"


def fits(value, kind=None):
    """By an independent reader of JSON Schema."""
    schema = SCHEMA if kind is None else {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}
    return Draft202012Validator(schema).is_valid(value)


def answer(capsys, *words):
    code = main.run([str(word) for word in (*words, "--json")])
    out = capsys.readouterr().out
    assert code in (0, 1, 4), out
    return json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


PAIR = ("--model", "provider/model-a", "--versus", "provider/model-b")
FIT = ("--target", "y", "--model", "sklearn.naive_bayes.GaussianNB()", "--random-state", "0")
OTHER = ("--model", "sklearn.dummy.DummyClassifier()")
QUICK = ("--plan", "subsample(4, 0.2)")
COLUMNS = ("--model-col", "who", "--loss-col", "loss", "--run", "run")
LONG = ("lab run", "demo", "distribution", "audit")  # asked for in their own tests too
ASKED = [
    ("result", ("infer", A, "--model", "provider/model-a")),
    ("result", ("infer", A, B, *PAIR, "--flipped")),
    ("results", ("infer", LOGS / "lm_eval", "--scorer", "all", "--model", "model-a", "--versus", "model-b")),
    ("gate", ("gate", f"new={A}", f"base={B}", "--margin", "0.1")),
    ("ranking", ("rank", A, B)),
    ("design", ("design", "items", "--effect", "0.02", "--discordance", "0.1")),
    ("design", ("design", A, B, "--model", "provider/model-a", "--half-width", "0.1")),
    ("holdout", ("design", "holdout", "--n", "100", "--n-params", "5")),
    ("result", ("winner", A, B)),
    ("result", ("bound", "3", "60")),
    ("results", ("bound", "3", "60", "--all")),
    ("advice", ("advise", "300")),
    ("method", ("methods", "corrected_t")),
    ("rows", ("methods",)),
    ("rows", ("lab", "list")),
    ("study", ("lab", "run", "larsen-hansen", "--scale", "0.01", "--out", "study")),
    ("rows", ("lab", "figure", "bounds-05", "--out", "figure")),
    ("result", ("evaluate", "data.csv", *FIT, *QUICK)),
    ("result", ("compare", "data.csv", *FIT, *OTHER, *QUICK)),
    ("ranking", ("rank", "data.csv", *FIT, *OTHER, *QUICK)),
    ("shard", ("fit", "data.csv", *FIT, *QUICK, "--store", "kept.db", "--shard", "1/2")),
    ("store", ("store", "info", "kept.db")),
    ("rows", ("store", "ls", "kept.db")),
    ("merged", ("store", "merge", "kept.db", "--into", "all.db")),
    ("pruned", ("store", "prune", "kept.db")),
    ("components", ("components", "data.csv", *FIT, *QUICK)),
    ("growth", ("growth", "data.csv", *FIT, *QUICK)),
    ("distribution", ("distribution", "data.csv", *FIT, "--n-splits", "20")),
    ("audit", ("audit", "data.csv", *FIT, "--n", "40", "--sets", "2", "--methods", "corrected_t")),
    ("result", ("score", "data.csv", "--truth", "y", "--prediction", "flag")),
    ("curve", ("curve", "data.csv", "--truth", "y", "--probability", "x")),
    ("confusion", ("curve", "data.csv", "--truth", "y", "--prediction", "flag", "--kind", "confusion")),
    ("sources", ("sources", "runs.csv", *COLUMNS, "--item", "id", "--model", "a")),
    ("aggregates", ("aggregate", "runs.csv", *COLUMNS, "--task", "id", "--draws", "100", "--random-state", "0")),
    ("verified", ("verify", "answer.json", A)),
    ("result", ("demo", "--report", "page.html")),
]


def commands(group, before=()):
    """Those that take --json."""
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, (*before, name))
        elif any("--json" in option.opts for option in one.params):
            yield (*before, name)


def test_every_command_is_asked():
    asked = {words[:2] if words[0] in ("lab", "store") else words[:1] for _, words in ASKED}
    assert asked == {*commands(get_command(main.app))}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Data to fit on, a table of runs, a store with half of a run, and a kept answer."""
    place, rng = tmp_path_factory.mktemp("schema"), np.random.default_rng(0)
    rows = [f"{x:.4f},{int(x + rng.normal() > 0)},{int(x > 0)}" for x in rng.normal(size=80)]
    (place / "data.csv").write_text("\n".join(["x,y,flag", *rows]))
    runs = [f"{i},{who},{run},{rng.random():.3f}" for i in range(20) for who in "ab" for run in range(3)]
    (place / "runs.csv").write_text("\n".join(["id,who,run,loss", *runs]))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as said:
        patch.chdir(place)
        assert main.run(["infer", str(A), "--model", "provider/model-a", "--json"]) == 0
        (place / "answer.json").write_text(said.getvalue())
        assert main.run(["fit", "data.csv", *FIT, *QUICK, "--store", "kept.db", "--shard", "2/2"]) == 0
    return place


def slowly(kind, words):
    long = words[0] in LONG or " ".join(map(str, words[:2])) in LONG
    return pytest.param(kind, words, marks=pytest.mark.slow if long else ())


@pytest.mark.parametrize(("kind", "words"), [slowly(*one) for one in ASKED])
def test_answers_fit(capsys, monkeypatch, folder, kind, words):
    monkeypatch.chdir(folder)
    found = answer(capsys, *words)
    assert fits(found)
    assert fits(found, kind)


def test_a_look_fits(capsys, tmp_path):
    look = answer(capsys, "gate", f"new={A}", f"base={B}", "--ledger", tmp_path / "looks.db")
    assert fits(look, "look")


def test_what_does_not_fit(capsys):
    found = answer(capsys, "infer", A, "--model", "provider/model-a")
    assert not fits(found | {"se": "NaN"}, "result")
    assert not fits({name: found[name] for name in found if name != "low"})


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)
    named = {one["$ref"].rpartition("/")[2] for one in SCHEMA["anyOf"]}
    assert set(SCHEMA["$defs"]) - named == {"number", "flipped"}


def test_every_output_of_every_test_is_looked_at(capsys, monkeypatch):
    """What tests/conftest.py does to all tests: a number that is no number, or a key that is gone, is seen."""
    from errbar.cli import finish

    for wrong in ({"results": [{"estimate": 1.0}], "schema": 2}, {"what": "items"}, {"name": 1}):
        with pytest.raises(AssertionError, match="schema"):
            finish.print_json(wrong)


def test_what_another_process_prints_is_looked_at_too():
    """The same, where a test starts errbar in a process of its own."""
    asked = [sys.executable, "-m", "errbar", "bound", "3", "60", "--json"]
    assert fits(json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout), "result")
    wrong = [sys.executable, "-c", "print('{\"estimate\": NaN}')", "errbar", "--json"]
    with pytest.raises(pytest.fail.Exception, match="NaN is no JSON"):
        subprocess.run(wrong, capture_output=True, check=True)
    with pytest.raises(AssertionError, match="schema"):
        subprocess.run([*wrong[:2], "print('{\"estimate\": 1}')", *wrong[3:]], capture_output=True, check=True)
