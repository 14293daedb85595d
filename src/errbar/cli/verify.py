"""`errbar verify ANSWER SCORES`: a kept answer, computed again from the scores it came from. Exit 1: not the same."""

from __future__ import annotations

import json as as_json
import re
import sys
from html import unescape
from pathlib import Path
from typing import Annotated, Any

import typer

import errbar as eb
from errbar.answers.verified import Verified, compare_values, verify_result
from errbar.cli import options as o
from errbar.cli.finish import Exit, print_json, say
from errbar.cli.reading import Pair, Reading, Values, Where, read_scores
from errbar.errors import ErrbarError, InputError
from errbar.types import Scores

Kept = Annotated[
    str, typer.Argument(metavar="ANSWER", help="JSON that errbar printed, a report page, or -.", show_default=False)
]
From = Annotated[
    list[str] | None,
    typer.Argument(metavar="SCORES...", help="Saved scores (.npz), or the table or logs.", show_default=False),
]
EMBEDDED = re.compile(r'<script type="application/json" id="answer">(.*?)</script>', re.DOTALL)


def verify(
    answer: Kept,
    scores: From = None,
    *,
    where: Where,
    values: Values,
    reading: Reading,
    json: o.Json = False,
) -> None:
    """Is a kept answer what its scores say? Computes it again. Exit 0 the same, 1 not the same."""
    said = _read(answer)
    found = _verified(said, _scores(scores or [], said, where, values, reading))
    if json:
        print_json(found.to_dict())
    else:
        say(str(found))
    if not found.same:
        raise typer.Exit(Exit.REFUTED)


def _read(path: str) -> dict[str, Any]:
    """The JSON in a file, on standard input, or inside a report."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is neither JSON nor a report of errbar.") from None
    if "<html" in text[:1000]:
        inside = EMBEDDED.search(text)
        if inside is None:
            raise InputError(f"{path} holds no answer of errbar.")
        text = unescape(inside[1])
    try:
        found = as_json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{path} is neither JSON nor a report of errbar.") from None
    if not isinstance(found, dict) or not ("estimate" in found or "results" in found):
        raise InputError(f"{path} holds no answer that can be verified: a result, several, or a ranking of models.")
    return found


def _scores(given: list[str], said: dict[str, Any], where: Where, values: Values, reading: Reading) -> Scores | None:
    if not given:
        return None
    if len(given) == 1 and given[0].endswith(".npz"):
        return Scores.load(given[0])
    named = [str(name) for name in said.get("models") or ()]
    pair = Pair(model=named[0] if named else None, versus=named[1] if len(named) == 2 else None)
    return read_scores(given, where, pair, values, reading, sequential=False)


def _verified(said: dict[str, Any], scores: Scores | None) -> Verified:
    try:
        if said.get("kind") == "models":
            return _ranking(said, scores)
        if "kind" in said:
            raise InputError("A ranking over data sets is verified by its table: run errbar rank again.")
        several = said.get("results", [said])
        marks = [f"{place}." for place in range(1, len(several) + 1)] if len(several) > 1 else [""]
        whole = Verified((), 0, 0.0)
        for one, mark in zip(several, marks, strict=True):
            whole += verify_result(one, scores, mark)
        return whole
    except ErrbarError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError):
        raise InputError("The answer is damaged: a part of it is missing or of another kind.") from None


def _ranking(said: dict[str, Any], scores: Scores | None) -> Verified:
    if scores is None:
        raise InputError("A ranking does not hold its scores: name them too.")
    found = eb.rank(
        scores,
        control=said["control"],
        method=said["error_method"],
        correction=said["correction"],
        confidence_level=said["confidence_level"],
        random_state=said["details"].get("draws_seed"),
    ).to_dict()
    pairs = [("tied", said["tied"], found["tied"])]
    for part in ("results", "pairs"):
        pairs.append((f"{part}, how many", len(said[part]), len(found[part])))
        for one, other in zip(said[part], found[part], strict=False):
            name = one.get("model") or f"{one.get('a')} - {one.get('b')}"
            pairs += [(f"{name}.{field}", value, other.get(field)) for field, value in one.items()]
    return compare_values(pairs)
