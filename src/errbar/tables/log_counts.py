"""Is a log whole? What it says about its own samples, beside the samples that were read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from errbar.errors import InputError
from errbar.tables.file_text import shown
from errbar.tables.offenders import listed

DROP = "finish the evaluation, or choose missing='drop' (--missing drop) to read what is there"


def check_complete(name: str, log: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], *, drop: bool) -> list[str]:
    """Refuse an Inspect log that is not finished or holds other samples than it says; with `drop`, a note instead.

    A finished log that misses samples it says it completed is damaged and always refused.
    """
    status, n = log.get("status"), len(rows)
    results = log.get("results") if isinstance(log.get("results"), dict) else {}
    total, completed = (_count(results, key) for key in ("total_samples", "completed_samples"))
    if status not in (None, "success"):
        planned = total or _planned(log)
        said = f"{name} is not finished (status {shown(status)}): it holds {n:,} samples"
        said += "" if planned is None else f" of {planned:,}"
        if drop:
            return [f"{said}."]
        raise InputError(f"{said}; {DROP}.")
    if total is None:
        total = completed = _planned(log)
    if total is not None and n != total:
        said = f"{name} says it has {total:,} samples, and {n:,} can be read"
        if not (drop and (completed if completed is not None else total) <= n < total):
            raise InputError(f"{said}: it is damaged, or was changed.")
        return [f"{said}."]
    _check_ids(name, log, rows)
    _check_scorers(name, results, rows)
    return []


def _count(results: Any, key: str) -> int | None:
    value = results.get(key)
    return value if isinstance(value, int) and value >= 0 and not isinstance(value, bool) else None


def _planned(log: Mapping[str, Any]) -> int | None:
    """Samples times epochs that were to be run, where the log lists them."""
    ids, about = _ids(log), log.get("eval")
    config = about.get("config") if isinstance(about, dict) else None
    epochs = config.get("epochs", 1) if isinstance(config, dict) else 1
    return len(ids) * epochs if ids and isinstance(epochs, int) else None


def _ids(log: Mapping[str, Any]) -> list[Any]:
    about = log.get("eval")
    dataset = about.get("dataset") if isinstance(about, dict) else None
    ids = dataset.get("sample_ids") if isinstance(dataset, dict) else None
    return ids if isinstance(ids, list) else []


def _check_ids(name: str, log: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> None:
    wanted, found = {str(one) for one in _ids(log)}, {str(row["id"]) for row in rows}
    lost = sorted(wanted - found)
    if wanted and (lost or found - wanted):
        which = f"no sample {listed(list(map(shown, lost)), total=len(lost))}" if lost else "samples it does not list"
        raise InputError(f"{name} lists {len(wanted):,} sample ids, but holds {which}: it is damaged, or was changed.")


def _check_scorers(name: str, results: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    """Refuse a log that counts other samples for a scorer than those it has a score of; epochs of one count once."""
    listed_scores = results.get("scores") if isinstance(results.get("scores"), list) else []
    for one in (one for one in listed_scores if isinstance(one, dict)):
        scorer, scored, unscored = one.get("scorer"), _count(one, "scored_samples"), _count(one, "unscored_samples")
        if scored is None or not isinstance(scorer, str):
            continue
        have = len({row["id"] for row in rows if row["scores"].get(scorer) is not None})
        if not scored <= have <= scored + (unscored or 0):
            raise InputError(
                f"{name} says that {shown(scorer)} scored {scored:,} samples, and {have:,} with its score can be read: "
                "it is damaged, or was changed."
            )


def check_documents(path: Path, task: str, date: str | None, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Refuse a samples file that holds another number of documents than the harness says; a note where ids are absent.

    The harness writes its counts to results_<date>.json beside the samples.
    """
    ids = {row["id"] for row in rows}
    said = _effective(path, date, task)
    if said is not None and said != len(ids):
        raise InputError(
            f"{path.name} holds {len(ids):,} documents, and the results beside it say {said:,}: it is cut short, or "
            "was changed."
        )
    whole = sorted(one for one in ids if isinstance(one, int))
    if said is None and len(whole) == len(ids) and whole and whole[-1] - whole[0] + 1 > len(whole):
        gone = whole[-1] - whole[0] + 1 - len(whole)
        return [f"{path.name}: doc_id goes from {whole[0]} to {whole[-1]}, but {gone:,} of these are not there."]
    return []


def higher_is_better(path: Path, task: str, date: str | None) -> dict[str, bool]:
    """Metric -> direction, as the harness says in its results; a perplexity there is of all samples together."""
    found = _beside(path, date, "higher_is_better", task)
    known = found if isinstance(found, dict) else {}
    return {name: value for name, value in known.items() if isinstance(value, bool) and "perplexity" not in name}


def _effective(path: Path, date: str | None, task: str) -> int | None:
    """Documents of a task by the harness' own count, where it left one."""
    count = _beside(path, date, "n-samples", task, "effective")
    return count if isinstance(count, int) else None


def _beside(path: Path, date: str | None, *keys: str) -> Any:
    """What stands in the results file that was written with the samples."""
    try:
        found = json.loads((path.parent / (f"results{date}.json" if date else "results.json")).read_bytes())
        for key in keys:
            found = found[key]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return found
