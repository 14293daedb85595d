"""OpenAI evals' record (`<run id>_<eval>.jsonl`) -> rows.

The first line is the `spec` of the run, one line is its `final_report`, and the others are events: of type "match" with
`data.correct`, or of type "metrics" with numbers by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from errbar.errors import InputError
from errbar.tables.file_text import plain
from errbar.tables.log_counts import DROP
from errbar.tables.log_row import LogRow
from errbar.tables.log_text import inside, json_lines, must_be
from errbar.tables.source import Missing

SCORED = ("match", "metrics")


def is_openai_evals(first: Any) -> bool:
    return isinstance(inside(first, "spec"), dict) or (
        isinstance(first, dict) and {"run_id", "event_id", "type", "data"} <= {*first}
    )


def openai_evals_rows(name: str | None, path: Path, data: Any, missing: Missing, notes: list[str]) -> list[LogRow]:
    """A record without its final report is that of a run that did not end."""
    del data
    spec: Mapping[str, Any] = {}
    finished, found, sampled = False, [], set()
    for number, line in json_lines(path):
        if not isinstance(line, dict):
            raise InputError(f"{path.name}, line {number} is damaged: it is no event.")
        spec = line["spec"] if isinstance(line.get("spec"), dict) else spec
        finished = finished or "final_report" in line
        if line.get("type") == "sampling":
            sampled.add(line.get("sample_id"))
        if line.get("type") in SCORED:
            found.append((number, line))
    if not finished:
        told = f"{path.name} is not finished: it has no final_report, and holds {len(found):,} scored events"
        if missing != "drop":
            raise InputError(f"{told}; {DROP}.")
        notes.append(f"{told}.")
    rows = _rows(name, path, spec, found)
    lost = len(sampled - {row.item for row in rows})
    if lost and missing != "drop":
        raise InputError(f"{path.name}: {lost:,} samples were answered and not scored; {DROP}.")
    return rows


def _rows(name: str | None, path: Path, spec: Mapping[str, Any], found: list[tuple[int, Any]]) -> list[LogRow]:
    functions = spec.get("completion_fns")
    model = name or (", ".join(map(str, functions)) if isinstance(functions, list) and functions else None)
    if model is None:
        raise InputError(f"{path.name} has no spec that names its completion_fns: name the model, name=path.")
    task = plain(str(spec.get("eval_name", "")))
    seen: Counter[tuple[str, str]] = Counter()
    rows: dict[tuple[str, int], LogRow] = {}
    for number, event in found:
        where = f"{path.name}, line {number}"
        item = plain(must_be(str, where, "sample_id", event.get("sample_id")))
        data = event.get("data")
        if not isinstance(data, dict):
            raise InputError(f"{where} is damaged: its event has no data.")
        seen[event["type"], item] += 1
        epoch = seen[event["type"], item]
        before = rows.get((item, epoch))
        scores = _scores(event["type"], data) | (dict(before.scores) if before else {})
        rows[item, epoch] = LogRow(where, plain(model), task, item, epoch, scores, data)
    return [*rows.values()]


def _scores(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    if kind == "match":
        return {"correct": data.get("correct")}
    return {key: value for key, value in data.items() if isinstance(value, (bool, int, float))}
