"""An evaluation log of any known tool -> Scores: the format is found out, models and items are matched.

What counts as a log is decided by what is inside, not by its name. Of a folder every log is read and nothing that is
damaged is passed over: a gate that reads it must not open because a file could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from os.path import isdir
from pathlib import Path
from typing import Any

from errbar.check import check_name, check_names, check_range, check_some_text, check_text
from errbar.core.passes import Tries
from errbar.errors import InputError
from errbar.show.call import recorded
from errbar.tables.deepeval_log import deepeval_rows, is_deepeval
from errbar.tables.file_text import LARGEST_JSON, parsed, plain, shown
from errbar.tables.files import find_files
from errbar.tables.helm_log import helm_rows, is_helm
from errbar.tables.inspect_log import is_archive, samples_of
from errbar.tables.lm_eval import is_summary, lm_eval_rows
from errbar.tables.log_row import LogAsked, LogRow, scores_of_rows
from errbar.tables.log_text import inside, json_lines, keys_there
from errbar.tables.mlflow_table import is_mlflow, mlflow_rows
from errbar.tables.nested import nested_rows
from errbar.tables.offenders import listed
from errbar.tables.openai_evals_log import is_openai_evals, openai_evals_rows
from errbar.tables.promptfoo_log import is_promptfoo, promptfoo_rows
from errbar.tables.read import Keep
from errbar.tables.source import Missing
from errbar.types import Scores

Rows = Callable[[str | None, Path, Any, Missing, list[str]], list[LogRow]]

OF_JSON: dict[str, tuple[Callable[[Any], bool], Rows]] = {
    "promptfoo": (is_promptfoo, promptfoo_rows),
    "helm": (is_helm, helm_rows),
    "deepeval": (is_deepeval, deepeval_rows),
    "mlflow": (is_mlflow, mlflow_rows),
}
FORMATS = ("inspect", "lm-eval", *OF_JSON, "openai-evals")
ENDS = (".eval", ".json", ".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class LogFile:
    """A file to read, the name the user gave its model, and whether it was found in a folder or by a pattern."""

    path: Path
    name: str | None
    found: bool


@dataclass(frozen=True, slots=True)
class LogRows:
    """Every row of every log, and what is to be said about them."""

    rows: list[LogRow]
    notes: tuple[str, ...]

    def scores(self, asked: LogAsked) -> Scores:
        return scores_of_rows(self.rows, asked, self.notes)


@recorded
def read_log(
    logs: Any,
    name: str | None = None,
    *,
    format: str = "auto",
    scorer: str | Sequence[str] | None = None,
    filter: str | None = None,
    fields: Mapping[str, str] | None = None,
    group: str | None = None,
    reduce: str = "mean",
    models: Sequence[str] | None = None,
    missing: Missing = "error",
    keep: Keep = "auto",
    greater_is_better: bool | None = None,
    score_range: tuple[float, float] | None = None,
    marks: Mapping[str, float] | None = None,
) -> Scores:
    """Evaluation logs of any known tool, matched item by item; the format is found out.

    Known are Inspect (.eval, .json), lm-evaluation-harness (samples_*.jsonl), promptfoo (results.json), HELM
    (per_instance_stats.json), OpenAI evals (.jsonl), DeepEval (test runs) and MLflow (evaluation tables); in any other
    JSON name the `fields`.

    Parameters
    ----------
    logs : a file, a folder, a pattern, or several; "name=path" or name -> path(s) calls a model by another name, so
        that two runs of one model can be compared. In a folder or a pattern the newest run of a task counts.
    name : what to call the model, where there is one.
    format : "auto", or one of the tools: inspect, lm-eval, promptfoo, helm, deepeval, mlflow, openai-evals.
    scorer : whose scores, or which metric; a list or "all" for several metrics. May be left out where there is one.
    filter : which answer filter of lm-eval samples.
    fields : for other JSON, where things stand: "score" and, if there are any, "item", "model", "task", "repeat", as
        in {"item": "rows[].id", "score": "rows[].checks.ok"}.
    group : "task", or a key of what the log says about items: items that share it are not independent.
    reduce, models, missing, keep : as in `Scores.from_table`.
    greater_is_better : the direction, where neither the log nor the name of the scorer says it.
    score_range : smallest and largest possible score, where it is not 0 to 1.
    marks : words of your own -> numbers, such as {"agree": 4, "disagree": 2}.

    Returns
    -------
    Scores
        of the scores themselves, in their own direction: right and wrong is told as accuracy.
    """
    Tries.named(reduce)
    asked = LogAsked(
        format=check_name("format", format, ("auto", *FORMATS)),
        filter=filter,
        fields=fields,
        scorer=scorer if isinstance(scorer, str | None) else check_names("scorer", scorer),
        group=check_some_text("group", group),
        reduce=reduce,
        models=models,
        missing=check_name("missing", missing, ("error", "drop")),  # type: ignore[arg-type]
        keep=keep,
        greater_is_better=greater_is_better,
        score_range=None if score_range is None else check_range("score_range", score_range),
        marks=marks,
    )
    return log_rows(logs, None if name is None else check_text("name", name), asked).scores(asked)


def log_rows(logs: Any, name: str | None, asked: LogAsked) -> LogRows:
    """What `read_log` reads, before it is turned into scores."""
    notes: list[str] = []
    files = list(log_files(logs, name))
    kept: list[tuple[LogFile, list[LogRow]]] = []
    left: list[Path] = []
    for file in files:
        rows = _read(file, asked, notes)
        if rows is None:
            left.append(file.path)
        else:
            kept.append((file, rows))
    if not kept:
        raise InputError(f"There is no log here: {listed([path.name for path in left], total=len(left))}.")
    odd = [path.name for path in left if not is_summary(path)]
    if odd:
        notes.append(f"No logs, and left out: {listed(odd, total=len(odd))}.")
    if name is not None and len({row.model for _, rows in kept for row in rows}) > 1:
        raise InputError("name= is for the logs of one model: name each, as in name=path.")
    return LogRows(_newest(kept, notes), tuple(notes))


def log_files(logs: Any, name: str | None = None) -> Iterator[LogFile]:
    """The files that are meant: those of a folder, of a pattern, of a name."""
    if isinstance(logs, Mapping):
        for called, paths in logs.items():
            yield from (replace(file, name=str(called)) for file in log_files(paths))
        return
    if not isinstance(logs, str | PathLike | Iterable) or getattr(logs, "shape", None) == ():
        raise InputError(f"A log is a file or a folder; got {logs!r:.80}.")
    for one in [logs] if isinstance(logs, (str, PathLike)) else list(logs):
        if not isinstance(one, (str, PathLike)):
            raise InputError(f"A log is a file or a folder; got {one!r:.80}.")
        called, path = named_path(str(fspath(one)))
        if isdir(path):  # noqa: PTH112 - says no to a name that is too long
            inside_it = sorted(found for found in Path(path).rglob("*") if found.suffix.lower() in ENDS)
            if not inside_it:
                raise InputError(f"The folder {shown(path)} holds no log: none of its files ends in {', '.join(ENDS)}.")
            yield from (LogFile(found, called or name, True) for found in inside_it if found.is_file())
        else:
            files = find_files(path)
            yield from (LogFile(Path(file), called or name, files != [path]) for file in files)


def named_path(one: str) -> tuple[str | None, str]:
    """name=path, where there is no file of that very name."""
    called, sign, path = one.partition("=")
    if not sign or Path(one).exists() or not called or "/" in called or not path:
        return None, one
    return called, path


def log_format(path: Path) -> tuple[str | None, Any]:
    """The tool that wrote a file, None where it is none that is known, and what was parsed to find out."""
    if is_archive(path):
        return "inspect", None
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        first = next((line for _, line in json_lines(path)), None)
        if isinstance(first, dict) and "doc_id" in first:
            return "lm-eval", None
        return "openai-evals" if is_openai_evals(first) else None, first
    if path.stat().st_size > LARGEST_JSON:
        raise InputError(f"{path.name} is larger than {LARGEST_JSON:,} bytes, the largest JSON that errbar reads.")
    data = parsed(path.name, path.read_bytes())
    if isinstance(inside(data, "eval"), dict) and "samples" in data:
        return "inspect", data
    return next((name for name, (is_one, _) in OF_JSON.items() if is_one(data)), None), data


def _read(file: LogFile, asked: LogAsked, notes: list[str]) -> list[LogRow] | None:
    """The rows of one file; None for a file in a folder that is no log, such as the settings beside it."""
    path = file.path
    if asked.fields is not None:
        return nested_rows(file.name, path, asked.fields)
    found, data = log_format(path)
    if asked.format in ("auto", found) and found is not None:
        return _rows(file, found, data, asked, notes)
    if file.found:
        return None
    if found is not None or asked.format != "auto":
        raise InputError(f"{path.name} is no log of {asked.format}" + (f": it is one of {found}." if found else "."))
    if data is None:
        raise InputError(f"{path.name} is empty.")
    raise InputError(
        f"{path.name} is no log of {', '.join(FORMATS)}. It has {keys_there(data)}; say where its scores stand, such "
        "as fields={'item': 'rows[].id', 'score': 'rows[].score'} (--item, --score-col)."
    )


def _rows(file: LogFile, found: str, data: Any, asked: LogAsked, notes: list[str]) -> list[LogRow]:
    if found == "inspect":
        return _of_inspect(samples_of(file.name, file.path, asked.missing, notes, about=asked.about, log=data))
    if found == "lm-eval":
        return lm_eval_rows(file.name, file.path, asked.filter, notes)
    rows = openai_evals_rows if found == "openai-evals" else OF_JSON[found][1]
    return rows(file.name, file.path, data, asked.missing, notes)


def _of_inspect(samples: Sequence[Mapping[str, Any]]) -> list[LogRow]:
    rows = []
    for sample in samples:
        scores: dict[str, Any] = {}
        for scorer, score in sample["scores"].items():
            value = None if score is None else score.get("value")
            if isinstance(value, dict):
                scores |= {plain(f"{scorer}/{key}"): one for key, one in value.items()}
            else:
                scores[plain(scorer)] = value
        rows.append(
            LogRow(
                f"{sample['file']}, sample {shown(sample['id'])}",
                sample["model"],
                sample["task"],
                sample["id"],
                sample["epoch"],
                scores,
                sample["metadata"],
                created=sample["created"],
            )
        )
    return rows


def _newest(kept: Sequence[tuple[LogFile, list[LogRow]]], notes: list[str]) -> list[LogRow]:
    """All rows; where two files answer one item of one task for one model, those of the later file."""
    by_task: dict[tuple[str, str], dict[int, list[LogRow]]] = {}
    for number, (_, rows) in enumerate(kept):
        for row in rows:
            by_task.setdefault((row.model, row.task), {}).setdefault(number, []).append(row)
    out: list[LogRow] = []
    for (model, task), files in by_task.items():
        chosen = [*files]
        if len(files) > 1 and _overlap(files):
            chosen = [_latest(model, task, files, kept)]
            older = [kept[number][0].path.name for number in files if number not in chosen]
            of = f"{model} on {task}" if task else model
            notes.append(
                f"Of {len(files)} runs of {of} the newest is read, {kept[chosen[0]][0].path.name}; left out: "
                f"{listed(older, total=len(older))}."
            )
        out += [row for number in chosen for row in files[number]]
    return out


def _overlap(files: Mapping[int, Sequence[LogRow]]) -> bool:
    seen: set[tuple[str, int]] = set()
    for rows in files.values():
        own = {(row.item, row.epoch) for row in rows}
        if own & seen:
            return True
        seen |= own
    return False


def _latest(
    model: str, task: str, files: Mapping[int, Sequence[LogRow]], kept: Sequence[tuple[LogFile, list[LogRow]]]
) -> int:
    """The file that was written last; refused where the user named each, or nobody can tell."""
    times = {number: rows[0].created for number, rows in files.items()}
    names = [kept[number][0].path.name for number in files]
    if not all(kept[number][0].found for number in files) or not all(times.values()):
        raise InputError(
            f"{listed(names, total=len(names))} are runs of one model, {shown(model)}"
            + (f", on {shown(task)}" * bool(task))
            + ": give each a name to compare them, as in before=FILE after=FILE."
        )
    last = max(times.values())
    if sum(time == last for time in times.values()) > 1:
        raise InputError(
            f"{listed(names, total=len(names))} are runs of one model, made at the same time: {shown(last)}."
        )
    return next(number for number, time in times.items() if time == last)
