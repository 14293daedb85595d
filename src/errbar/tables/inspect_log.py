"""Inspect AI's evaluation logs (`.json`, and the `.eval` archives of the same JSON) -> Scores.

A log holds `eval.model`, `eval.task` and `samples`; a sample has an `id`, an `epoch` and one score per scorer.
Epochs are repeated answers and are averaged first. Newer archives are compressed with Zstandard, which Python reads by
itself from 3.14 on and before that with backports.zstd.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import nan
from pathlib import Path
from typing import Any

from errbar.check import check_name
from errbar.core.direction import check_direction, known_direction
from errbar.errors import InputError
from errbar.show.call import recorded
from errbar.tables.files import find_files
from errbar.tables.log_scores import log_scores
from errbar.tables.read import Keep
from errbar.tables.source import Missing
from errbar.types import Scores

try:
    from backports.zstd import zipfile
except ImportError:
    import zipfile  # type: ignore[no-redef]

# Inspect's own scorers of right and wrong, which its logs may hold as numbers
GRADERS = (
    "answer",
    "choice",
    "exact",
    "f1",
    "includes",
    "match",
    "math",
    "model_graded_fact",
    "model_graded_qa",
    "pattern",
)
# how Inspect's own metrics read a score's value
VALUES = {"c": 1.0, "i": 0.0, "p": 0.5, "n": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}


@recorded
def read_inspect(
    logs: Any,
    *,
    scorer: str | None = None,
    group: str | None = None,
    models: Sequence[str] | None = None,
    missing: Missing = "error",
    keep: Keep = "auto",
    greater_is_better: bool | None = None,
    score_range: tuple[float, float] | None = None,
) -> Scores:
    """Evaluation logs of Inspect AI, one or more per model, matched sample by sample.

    Parameters
    ----------
    logs : paths or globs of logs; or name -> path(s), where the model's own name does not tell the logs apart.
    scorer : whose scores to read; may be left out where there is one. "name/key" reads one key of a dictionary score.
    group : "task", or a key of the samples' metadata: samples that share it are not independent.
    models, missing, keep : as in `Scores.from_table`.
    greater_is_better : the direction of a scorer that gives numbers and has no known name; right and wrong (C, I, P, N)
        and the scorers that come with Inspect need none.
    score_range : smallest and largest possible score, where it is not 0 to 1.

    Returns
    -------
    Scores
        of the error, 1 - score; where `greater_is_better` or `score_range` is given, or lower is better, of the score
        itself.
    """
    rows = [row for name, path in named_files(logs) for row in _samples(name, path)]
    if not rows:
        raise InputError("The logs hold no samples.")
    chosen, _, key = _scorer(scorer, rows).partition("/")
    raw = [_raw(row, chosen, key) for row in rows]
    found = [_value(row, chosen, value) for row, value in zip(rows, raw, strict=True)]
    columns: dict[str, Any] = {
        "sample": [f"{row['task']}/{row['id']}" for row in rows],
        "model": [row["model"] for row in rows],
        "epoch": [row["epoch"] for row in rows],
        "score": found,
    }
    if group is not None:
        columns["group"] = [row["task"] if group == "task" else _metadata(row, group) for row in rows]
    repeated = len(set(columns["epoch"])) > 1
    name = key or chosen
    return log_scores(
        columns,
        name,
        known=_direction(name, raw, check_direction(greater_is_better)),
        greater_is_better=greater_is_better,
        score_range=score_range,
        item="sample",
        model="model",
        repeat="epoch" if repeated else None,
        group=None if group is None else "group",
        models=models,
        missing=missing,
        keep=keep,
    )


def named_files(logs: Any) -> Iterator[tuple[str | None, Path]]:
    """(name or None, path) of every log."""
    if isinstance(logs, Mapping):
        for name, paths in logs.items():
            yield from ((str(name), Path(path)) for path in find_files(paths))
    else:
        yield from ((None, Path(path)) for path in find_files(logs))


def _samples(name: str | None, path: Path) -> Iterator[dict[str, Any]]:
    log, samples = _archive(path) if path.suffix == ".eval" else _json(path)
    about = log.get("eval") if isinstance(log, dict) else None
    if not isinstance(about, dict) or "model" not in about or "task" not in about:
        raise InputError(f"{path.name} is not an evaluation log of Inspect: it names no eval.model and eval.task.")
    for sample in samples:
        scores = sample.get("scores") or ({"score": sample["score"]} if sample.get("score") else {})
        yield {
            "file": path.name,
            "model": name or str(about["model"]),
            "task": about["task"],
            "id": sample.get("id"),
            "epoch": sample.get("epoch", 1),
            "scores": scores,
            "metadata": sample.get("metadata") or {},
        }


def _json(path: Path) -> tuple[Any, Sequence[dict[str, Any]]]:
    log = _parsed(path.name, path.read_bytes())
    return log, (log.get("samples") or ()) if isinstance(log, dict) else ()


def _archive(path: Path) -> tuple[Any, Sequence[dict[str, Any]]]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            head = "header.json" if "header.json" in names else "_journal/start.json"
            samples = [name for name in names if name.startswith("samples/") and name.endswith(".json")]
            return _parsed(path.name, archive.read(head)), [_parsed(path.name, archive.read(name)) for name in samples]
    except (zipfile.BadZipFile, KeyError) as cause:
        raise InputError(f"{path.name} is not an archive of Inspect: {cause}.") from None
    except NotImplementedError:
        raise InputError(
            f"{path.name} is compressed with Zstandard: pip install 'errbar[inspect]', or write it as JSON first: "
            "inspect log convert --to json."
        ) from None


def _parsed(name: str, text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as cause:
        raise InputError(f"{name} is not JSON: {cause}.") from None


def _scorer(asked: str | None, rows: list[dict[str, Any]]) -> str:
    names: list[str] = sorted({name for row in rows for name in row["scores"]})
    if not names:
        raise InputError("The logs hold no scores: were they scored?")
    if asked is not None:
        check_name("scorer", asked.partition("/")[0], names)
        return asked
    if len(names) > 1:
        raise InputError(f"Say which scorer=; the logs hold {', '.join(names)}.")
    return names[0]


def _direction(name: str, raw: list[Any], said: bool | None) -> bool | None:
    """Whether greater is better, where marks of right and wrong or the name say so."""
    marks = [_is_mark(value) for value in raw if value is not None and value == value]  # noqa: PLR0124 - NaN
    if any(marks) and said is False:
        raise InputError(
            f"The scores of {name!r} say what is right (C, I, true, false), and more of that is better: leave "
            "greater_is_better=False (--lower-is-better) out."
        )
    if all(marks) or name in GRADERS:
        return True
    return known_direction(name)


def _is_mark(value: Any) -> bool:
    return isinstance(value, bool) or (isinstance(value, str) and value.strip().lower() in VALUES)


def _raw(row: dict[str, Any], scorer: str, key: str) -> Any:
    """The score as the log has it; NaN where the sample has none."""
    value = (row["scores"].get(scorer) or {}).get("value", nan)
    if isinstance(value, dict):
        if key not in value:
            example = f"{scorer}/{next(iter(value), '')}"
            raise InputError(f"Scorer {scorer!r} gives a dictionary; choose one of its keys, say scorer={example!r}.")
        value = value[key]
    return value


def _value(row: dict[str, Any], scorer: str, value: Any) -> float:
    """The score as a number."""
    if value is None:
        return nan
    if isinstance(value, str):
        number = VALUES.get(value.strip().lower())
        if number is None:
            number = _number(value)
        if number is not None:
            return number
    elif isinstance(value, (bool, int, float)):
        return float(value)
    raise InputError(f"{row['file']}, sample {row['id']!r}: the score of {scorer!r} is {value!r}, which is no number.")


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _metadata(row: dict[str, Any], key: str) -> str | None:
    value = row["metadata"].get(key)
    return None if value is None else str(value)
