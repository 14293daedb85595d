"""Inspect AI's evaluation logs (`.json`, and the `.eval` archives of the same JSON) -> Scores.

A log holds `eval.model`, `eval.task` and `samples`; a sample has an `id`, an `epoch` and one score per scorer.
Epochs are repeated answers and are averaged first. Newer archives are compressed with Zstandard, which Python reads by
itself from 3.14 on and before that with backports.zstd.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

from errbar.check import check_name
from errbar.core.direction import check_direction, known_direction
from errbar.errors import InputError
from errbar.show.call import recorded
from errbar.tables.file_text import LARGEST_JSON, parsed, plain, shown
from errbar.tables.files import find_files
from errbar.tables.log_counts import check_complete
from errbar.tables.log_scores import log_scores
from errbar.tables.read import Keep
from errbar.tables.source import Missing
from errbar.types import Scores
from errbar.types.zips import check_members

try:
    from backports.zstd import zipfile
except ImportError:
    import zipfile  # type: ignore[no-redef]

ZIP, ZSTANDARD = b"PK\x03\x04", 93
ELSEWHERE = " Samples files of lm-evaluation-harness are read by eb.read_lm_eval (--format lm-eval)."
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
    reduce: str = "mean",
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
    reduce : what the epochs of a sample come to: "mean", "pass@2" or "pass^2", as in `Scores.from_table`.
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
    notes: list[str] = []
    rows = [row for name, path in named_files(logs) for row in _samples(name, path, missing, notes)]
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
    repeated = len(set(columns["epoch"])) > 1 or reduce != "mean"
    name = key or chosen
    scores = log_scores(
        columns,
        name,
        known=_direction(name, raw, check_direction(greater_is_better)),
        greater_is_better=greater_is_better,
        score_range=score_range,
        item="sample",
        model="model",
        repeat="epoch" if repeated else None,
        reduce=reduce,
        group=None if group is None else "group",
        models=models,
        missing=missing,
        keep=keep,
    )
    return replace(scores, notes=(*scores.notes, *notes)) if notes else scores


def named_files(logs: Any) -> Iterator[tuple[str | None, Path]]:
    """(name or None, path) of every log."""
    if isinstance(logs, Mapping):
        for name, paths in logs.items():
            yield from ((str(name), Path(path)) for path in find_files(paths))
    else:
        yield from ((None, Path(path)) for path in find_files(logs))


def _samples(name: str | None, path: Path, missing: Missing, notes: list[str]) -> list[dict[str, Any]]:
    with path.open("rb") as file:
        start = file.read(4)
    if path.suffix == ".eval" or start == ZIP:
        log, samples = _archive(path)
    else:
        log, samples = _json(path)
    about = log.get("eval") if isinstance(log, dict) else None
    if not isinstance(about, dict) or "model" not in about or "task" not in about:
        raise InputError(
            f"{path.name} is not an evaluation log of Inspect: it names no eval.model and eval.task."
            + (ELSEWHERE if isinstance(log, dict) and "doc_id" in log else "")
        )
    rows = [
        _row(path.name, i, sample)
        | {"file": path.name, "model": plain(name or str(about["model"])), "task": plain(str(about["task"]))}
        for i, sample in enumerate(samples, start=1)
    ]
    notes += check_complete(path.name, log, rows, drop=missing == "drop")
    return rows


def _row(file: str, number: int, sample: Any) -> dict[str, Any]:
    """What is read of a sample, where it has the form of one."""
    if isinstance(sample, dict):
        scores = sample.get("scores") or ({"score": sample["score"]} if sample.get("score") else {})
        found = {"id": sample.get("id"), "epoch": sample.get("epoch", 1), "scores": scores}
        found["metadata"] = sample.get("metadata") or {}
        named = isinstance(found["id"], (str, int)) and isinstance(found["epoch"], int)
        scored = isinstance(scores, dict) and all(one is None or isinstance(one, dict) for one in scores.values())
        if named and scored and isinstance(found["metadata"], dict):
            return found | {"id": plain(str(found["id"]))}
    raise InputError(f"{file}, sample number {number} is damaged: it needs an id, an epoch, and scores by scorer.")


def _json(path: Path) -> tuple[Any, Iterable[Any]]:
    if path.suffix == ".jsonl":
        raise InputError(f"{path.name} is not an evaluation log of Inspect, which ends in .json or .eval.{ELSEWHERE}")
    if path.stat().st_size > LARGEST_JSON:
        raise InputError(f"{path.name} is larger than {LARGEST_JSON:,} bytes: inspect log convert --to eval.")
    log = parsed(path.name, path.read_bytes())
    samples = (log.get("samples") or ()) if isinstance(log, dict) else ()
    if not isinstance(samples, (list, tuple)):
        raise InputError(f"{path.name} is damaged: its samples are no list.")
    return log, samples


def _archive(path: Path) -> tuple[Any, Iterable[Any]]:
    """The header, and the samples one by one."""
    with _readable(path), zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        check_members(path.name, members)
        names = [member.filename for member in members]
        if any(member.compress_type == ZSTANDARD for member in members) and not _reads_zstandard():
            raise InputError(
                f"{path.name} is compressed with Zstandard: pip install 'errbar[inspect]', or write it as JSON first: "
                "inspect log convert --to json."
            )
        finished = "header.json" in names
        log = parsed(path.name, archive.read("header.json" if finished else "_journal/start.json"))
        if not finished and isinstance(log, dict):
            log = {"status": "started"} | log
    return log, _members(path, [name for name in names if name.startswith("samples/") and name.endswith(".json")])


def _members(path: Path, names: list[str]) -> Iterator[Any]:
    with _readable(path), zipfile.ZipFile(path) as archive:
        for name in names:
            yield parsed(f"{path.name}, {name[:80]!r}", archive.read(name))


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """What a damaged archive raises, as one sentence."""
    try:
        yield
    except InputError:
        raise
    except Exception as cause:  # zipfile, zlib and Zstandard raise a dozen kinds
        raise InputError(f"{path.name} is not an archive of Inspect, or is damaged: {str(cause)[:200]}.") from None


def _reads_zstandard() -> bool:
    return hasattr(zipfile, "ZIP_ZSTANDARD")


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
        return as_float(value)
    raise InputError(
        f"{row['file']}, sample {shown(row['id'])}: the score of {scorer!r} is {shown(value)}, which is no number."
    )


def as_float(value: float) -> float:
    """Infinite where a whole number is too large."""
    try:
        return float(value)
    except OverflowError:
        return inf


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _metadata(row: dict[str, Any], key: str) -> str | None:
    value = row["metadata"].get(key)
    return None if value is None else plain(str(value))
