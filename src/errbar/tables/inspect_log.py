"""Inspect AI's evaluation logs (`.json`, and the `.eval` archives of the same JSON) -> Scores.

A log holds `eval.model`, `eval.task` and `samples`; a sample has an `id`, an `epoch` and one score per scorer.
Epochs are repeated answers and are averaged first. An archive has summaries of its samples: transcripts are
read only where these do not say enough. Newer archives are compressed with Zstandard, which Python reads by
itself from 3.14 on and before that with backports.zstd.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

from errbar.check import check_name, check_some_text
from errbar.core.direction import check_direction
from errbar.core.passes import Tries
from errbar.errors import InputError
from errbar.show.call import recorded
from errbar.tables.file_text import LARGEST_JSON, parsed, plain, shown
from errbar.tables.files import find_files
from errbar.tables.log_counts import check_complete
from errbar.tables.log_scores import log_scores
from errbar.tables.marks import as_number, direction_of_marks
from errbar.tables.read import Keep
from errbar.tables.source import Missing
from errbar.types import Scores
from errbar.types.zips import check_members

try:
    from backports.zstd import zipfile
except ImportError:
    import zipfile  # type: ignore[no-redef]

ZIP, ZSTANDARD = b"PK\x03\x04", 93
SUMMARIES = "summaries.json"
LONGEST_IN_SUMMARY = 1000  # characters; Inspect cuts what is longer
REMOVED = "Key removed from summary"  # what stands there in place of a long list or dictionary
ELSEWHERE = " Samples files of lm-evaluation-harness are read by eb.read_lm_eval (--format lm-eval)."


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
    about = () if group is None else (group,)
    rows = [row for name, path in named_files(logs) for row in samples_of(name, path, missing, notes, about=about)]
    if not rows:
        raise InputError("The logs hold no samples.")
    chosen, _, key = _scorer(scorer, rows).partition("/")
    raw = [_raw(row, chosen, key) for row in rows]
    found = [
        as_number(f"{row['file']}, sample {shown(row['id'])}", chosen, value)
        for row, value in zip(rows, raw, strict=True)
    ]
    columns: dict[str, Any] = {
        "sample": [f"{row['task']}/{row['id']}" for row in rows],
        "model": [row["model"] for row in rows],
        "epoch": [row["epoch"] for row in rows],
        "score": found,
    }
    group = check_some_text("group", group)
    if group is not None:
        columns["group"] = [row["task"] if group == "task" else _metadata(row, group) for row in rows]
    repeated = len(set(columns["epoch"])) > 1 or Tries.named(reduce) is not None
    name = key or chosen
    scores = log_scores(
        columns,
        name,
        known=direction_of_marks(name, raw, check_direction(greater_is_better)),
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


def samples_of(
    name: str | None, path: Path, missing: Missing, notes: list[str], *, about: Sequence[str] = (), log: Any = None
) -> list[dict[str, Any]]:
    """What is read of every sample of one log; `about`: keys that groups and subgroups are named by.

    `log` is the whole of a JSON file that was parsed already.
    """
    if is_archive(path):
        log, samples = _archive(path, about)
    else:
        log, samples = _json(path, log)
    ran = log.get("eval") if isinstance(log, dict) else None
    if not isinstance(ran, dict) or "model" not in ran or "task" not in ran:
        raise InputError(
            f"{path.name} is not an evaluation log of Inspect: it names no eval.model and eval.task."
            + (ELSEWHERE if isinstance(log, dict) and "doc_id" in log else "")
        )
    rows = [
        _row(path.name, i, sample)
        | {"file": path.name, "model": plain(name or str(ran["model"])), "task": plain(str(ran["task"]))}
        | {"created": str(ran.get("created") or log.get("created") or "")}
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


def is_archive(path: Path) -> bool:
    with path.open("rb") as file:
        return path.suffix == ".eval" or file.read(4) == ZIP


def _json(path: Path, log: Any) -> tuple[Any, Iterable[Any]]:
    if path.suffix == ".jsonl":
        raise InputError(f"{path.name} is not an evaluation log of Inspect, which ends in .json or .eval.{ELSEWHERE}")
    if path.stat().st_size > LARGEST_JSON:
        raise InputError(f"{path.name} is larger than {LARGEST_JSON:,} bytes: inspect log convert --to eval.")
    log = parsed(path.name, path.read_bytes()) if log is None else log
    samples = (log.get("samples") or ()) if isinstance(log, dict) else ()
    if not isinstance(samples, (list, tuple)):
        raise InputError(f"{path.name} is damaged: its samples are no list.")
    return log, samples


def _archive(path: Path, about: Sequence[str]) -> tuple[Any, Iterable[Any]]:
    """The header, and the samples one by one: from the archive's own summaries where these say enough."""
    with _readable(path), zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
        check_members(path.name, infos)
        names = [info.filename for info in infos]
        if any(info.compress_type == ZSTANDARD for info in infos) and not _reads_zstandard():
            raise InputError(
                f"{path.name} is compressed with Zstandard: pip install 'errbar[inspect]', or write it as JSON first: "
                "inspect log convert --to json."
            )
        finished = "header.json" in names
        log = parsed(path.name, archive.read("header.json" if finished else "_journal/start.json"))
        if not finished and isinstance(log, dict):
            log = {"status": "started"} | log
        members = [name for name in names if name.startswith("samples/") and name.endswith(".json")]
        summaries = parsed(path.name, archive.read(SUMMARIES)) if finished and SUMMARIES in names else None
    if summaries is not None and _are_enough(path, summaries, len(members), about):
        return log, summaries
    return log, _members(path, members)


def _are_enough(path: Path, summaries: Any, n: int, about: Sequence[str]) -> bool:
    """Whether scores and groups can be read from the summaries, which cut long metadata; refused where one is lost."""
    if not isinstance(summaries, list) or len(summaries) != n:
        raise InputError(f"{path.name} is damaged: its summaries are not those of its {n:,} samples.")
    if not all(isinstance(one, dict) and isinstance(one.get("scores"), dict) for one in summaries):
        return False
    keys = [key for key in about if key != "task"]
    return all(_is_whole((one.get("metadata") or {}).get(key)) for one in summaries for key in keys)


def _is_whole(value: Any) -> bool:
    return value is not None and len(str(value)) < LONGEST_IN_SUMMARY and not str(value).startswith(REMOVED)


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
        check_name("scorer", asked.partition("/")[0] if isinstance(asked, str) else asked, names)
        return asked
    if len(names) > 1:
        raise InputError(f"Say which scorer=; the logs hold {', '.join(names)}.")
    return names[0]


def _raw(row: dict[str, Any], scorer: str, key: str) -> Any:
    """The score as the log has it; NaN where the sample has none."""
    value = (row["scores"].get(scorer) or {}).get("value", nan)
    if isinstance(value, dict):
        if key not in value:
            example = f"{scorer}/{next(iter(value), '')}"
            raise InputError(f"Scorer {scorer!r} gives a dictionary; choose one of its keys, say scorer={example!r}.")
        value = value[key]
    return value


def _metadata(row: dict[str, Any], key: str) -> str | None:
    value = row["metadata"].get(key)
    return None if value is None else plain(str(value))
