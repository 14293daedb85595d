"""promptfoo's results (`promptfoo eval -o results.json`) -> rows.

`results.results` is a list with one entry per provider, prompt and test: `success`, `score`, `namedScores`, `vars`. A
test is known by its variables and assertions, so that runs with other tests between match; one that comes again is a
further answer. Errors of a provider are no wrong answers: they count as missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from errbar.errors import InputError
from errbar.tables.file_text import plain
from errbar.tables.log_row import LogRow
from errbar.tables.log_text import check_count, inside, item_name, must_be
from errbar.tables.source import Missing

ERROR = 2  # failureReason: neither passed nor failed


def is_promptfoo(data: Any) -> bool:
    found = inside(data, "results", "results")
    return isinstance(found, list) and all(isinstance(one, dict) and "success" in one for one in found[:1])


def promptfoo_rows(name: str | None, path: Path, data: Any, missing: Missing, notes: list[str]) -> list[LogRow]:
    """Refused where the file counts other results than it holds."""
    entries = inside(data, "results", "results")
    stats = inside(data, "results", "stats")
    counts = [inside(stats, key) for key in ("successes", "failures", "errors")]
    if all(isinstance(count, int) for count in counts[:2]):
        total = sum(count for count in counts if isinstance(count, int))
        notes += check_count(path.name, total, len(entries), "results", drop=missing == "drop")
    several = len({_prompt(entry) for entry in entries if isinstance(entry, dict)}) > 1
    seen: Counter[tuple[str, str]] = Counter()
    rows = []
    for place, entry in enumerate(entries, start=1):
        where = f"{path.name}, result {place}"
        if not isinstance(entry, dict) or not isinstance(entry.get("success"), bool):
            raise InputError(f"{where} is damaged: it needs success, true or false.")
        case = entry.get("testCase") if isinstance(entry.get("testCase"), dict) else {}
        variables = entry.get("vars") or inside(case, "vars") or {}
        item = item_name(variables, inside(case, "assert"), inside(case, "description"))
        model = name or _provider(where, entry)
        if several:
            model = f"{model}, {_prompt(entry)[:60]}"
        seen[model, item] += 1
        about = variables if isinstance(variables, Mapping) else {}
        metadata = inside(case, "metadata")
        rows.append(
            LogRow(
                where,
                plain(model),
                "",
                item,
                seen[model, item],
                _scores(entry),
                {**about, **(metadata if isinstance(metadata, dict) else {})},
                created=str(inside(data, "results", "timestamp") or ""),
                known={"success": True},
            )
        )
    return rows


def _scores(entry: Mapping[str, Any]) -> dict[str, Any]:
    failed = entry.get("failureReason") == ERROR or ("failureReason" not in entry and _is_error(entry))
    named = entry.get("namedScores") if isinstance(entry.get("namedScores"), dict) else {}
    scores = {"success": entry["success"], "score": entry.get("score"), **(named or {})}
    return dict.fromkeys(scores) if failed else scores


def _is_error(entry: Mapping[str, Any]) -> bool:
    """Older files say why an assertion failed under "error" too, and then have a grading."""
    return bool(entry.get("error")) and not entry.get("gradingResult")


def _provider(where: str, entry: Mapping[str, Any]) -> str:
    provider = entry.get("provider")
    if isinstance(provider, dict):
        provider = provider.get("label") or provider.get("id")
    return must_be(str, where, "provider", provider)


def _prompt(entry: Mapping[str, Any]) -> str:
    prompt = entry.get("prompt")
    found = (prompt.get("label") or prompt.get("raw")) if isinstance(prompt, dict) else prompt
    return " ".join(str(found).split())
