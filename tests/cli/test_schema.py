"""Every answer in JSON is what the published schema says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

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


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("result", ("infer", A, "--model", "provider/model-a")),
        ("result", ("infer", A, B, "--model", "provider/model-a", "--versus", "provider/model-b", "--flipped")),
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
    ],
)
def test_answers_fit(capsys, kind, words):
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
