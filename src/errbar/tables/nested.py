"""Scores inside any JSON, by the place where they stand: `results.results[].score` -> rows.

A path is keys with dots between them; `[]` means each of a list. One list is walked, the one under the scores; what
stands outside it (the name of the model, say) holds for all of its entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from errbar.check import check_name
from errbar.errors import InputError
from errbar.tables.file_text import LARGEST_JSON, parsed, plain, shown
from errbar.tables.log_row import LogRow
from errbar.tables.log_text import item_name, json_lines, keys_there

FIELDS = ("item", "score", "model", "task", "repeat", "group", "by")
EACH = "[]"


def nested_rows(name: str | None, path: Path, fields: Mapping[str, str]) -> list[LogRow]:
    """One row for each score; without an item, the entry's place names it."""
    for field in fields:
        check_name("fields", field, FIELDS)
    if "score" not in fields:
        raise InputError("fields= needs 'score', the place of the scores, such as 'rows[].score'.")
    paths = {field: _steps(text) for field, text in fields.items()}
    lines = path.suffix.lower() in (".jsonl", ".ndjson")
    rows: list[LogRow] = []
    seen: Counter[tuple[str, str]] = Counter()
    for number, data in json_lines(path) if lines else [(0, _whole(path))]:
        for place, entry in enumerate(_entries(path.name, data, paths), start=1):
            where = f"{path.name}, line {number}" if lines else f"{path.name}, entry {place}"
            model = name or (str(entry["model"]) if "model" in entry else path.stem)
            item = entry.get("item", str(number if lines else place))
            called = str(item) if isinstance(item, (str, int)) else item_name(item)
            task = str(entry.get("task", ""))
            seen[model, f"{task}/{called}"] += 1
            epoch = seen[model, f"{task}/{called}"] if "repeat" in fields else 1
            about = {fields[field]: entry[field] for field in ("group", "by") if field in entry}
            scorer = plain(fields["score"].replace(EACH, "").rpartition(".")[2] or "score")
            scores = {scorer: entry["score"]}
            rows.append(LogRow(where, plain(model), plain(task), plain(called), epoch, scores, about))
    return rows


def _whole(path: Path) -> Any:
    if path.stat().st_size > LARGEST_JSON:
        raise InputError(f"{path.name} is larger than {LARGEST_JSON:,} bytes, the largest JSON that errbar reads.")
    return parsed(path.name, path.read_bytes())


def _steps(text: str) -> tuple[str, ...]:
    """
    >>> _steps("results.rows[].score")
    ('results', 'rows', '[]', 'score')
    """
    if not isinstance(text, str) or not text:
        raise InputError(f"A field is a place such as 'rows[].score'; got {text!r:.80}.")
    steps: list[str] = []
    for part in text.split("."):
        key = part
        lists = 0
        while key.endswith(EACH):
            key, lists = key.removesuffix(EACH), lists + 1
        steps += [key] * bool(key) + [EACH] * lists
    return tuple(steps)


def _entries(name: str, data: Any, paths: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, Any]]:
    """What stands in each place, for each entry of the list that the scores are in."""
    score = paths["score"]
    for field, steps in paths.items():
        lists = len(steps) - 1 - steps[::-1].index(EACH) if EACH in steps else -1
        if steps[: lists + 1] != score[: lists + 1]:
            raise InputError(f"fields: {field!r} and 'score' stand in different lists; errbar walks one of them.")
    yield from _walk(_Place(name, data, ()), score, paths, {})


class _Place(NamedTuple):
    """An object inside a file, and the steps that led there."""

    file: str
    here: Any
    before: tuple[str, ...]


def _walk(
    at: _Place, left: Sequence[str], paths: Mapping[str, tuple[str, ...]], known: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """`left` of the way to the scores; what is reached without another list is looked up on the way."""
    before = at.before
    own = {
        field: _at(at, steps[len(before) :])
        for field, steps in paths.items()
        if field not in known and steps[: len(before)] == before and EACH not in steps[len(before) :]
    }
    if EACH not in left:
        yield {**known, **own}
        return
    place = list(left).index(EACH)
    found = _at(at, left[:place])
    if not isinstance(found, list):
        raise InputError(f"{at.file}: {_spelled((*before, *left[:place])) or 'it'} is no list, but {shown(found)}.")
    for one in found:
        inner = _Place(at.file, one, (*before, *left[: place + 1]))
        yield from _walk(inner, left[place + 1 :], paths, {**known, **own})


def _at(at: _Place, steps: Sequence[str]) -> Any:
    here = at.here
    for number, key in enumerate(steps):
        if not isinstance(here, Mapping) or key not in here:
            place = _spelled((*at.before, *steps[:number])) or "the top"
            raise InputError(f"{at.file} has no {shown(key)} at {place}; there it has {keys_there(here)}.")
        here = here[key]
    return here


def _spelled(steps: Sequence[str]) -> str:
    return ".".join(steps).replace(f".{EACH}", EACH)
