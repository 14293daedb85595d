"""Every answer in JSON is what the published schema says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from errbar.cli import main

SCHEMA = json.loads((Path(main.__file__).parent / "errbar.schema.json").read_text(encoding="utf-8"))
LOGS = Path(__file__).parents[1] / "tables" / "logs"
A, B = LOGS / "inspect_a.json", LOGS / "inspect_b.json"
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KNOWN = {"$ref", "anyOf", "type", "enum", "const", "required", "properties", "additionalProperties", "items",
         "$schema", "$id", "title", "description", "$defs"}  # fmt: skip


def fits(value, schema):
    """The part of JSON Schema that the file uses, and no more of it."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        return fits(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    if ("enum" in schema and value not in schema["enum"]) or ("const" in schema and value != schema["const"]):
        return False
    kind = schema.get("type")
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind in ("number", "integer"):
        return number and (kind == "number" or isinstance(value, int))
    if kind is not None and not isinstance(value, KINDS[kind]):
        return False
    return inside(value, schema)


def inside(value, schema):
    if isinstance(value, dict):
        own = schema.get("properties", {})
        whole = all(name in value for name in schema.get("required", ()))
        closed = schema.get("additionalProperties", True) or set(value) <= set(own)
        return whole and closed and all(fits(value[name], own[name]) for name in own if name in value)
    return not isinstance(value, list) or all(fits(one, schema.get("items", {})) for one in value)


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
    ],
)
def test_answers_fit(capsys, kind, words):
    found = answer(capsys, *words)
    assert fits(found, SCHEMA)
    assert fits(found, SCHEMA["$defs"][kind])


def test_a_look_fits(capsys, tmp_path):
    look = answer(capsys, "gate", f"new={A}", f"base={B}", "--ledger", tmp_path / "looks.db")
    assert fits(look, SCHEMA["$defs"]["look"])


def test_what_does_not_fit(capsys):
    found = answer(capsys, "infer", A, "--model", "provider/model-a")
    assert not fits(found | {"se": "NaN"}, SCHEMA["$defs"]["result"])
    assert not fits({name: found[name] for name in found if name != "low"}, SCHEMA)
