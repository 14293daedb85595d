"""lm-evaluation-harness' per-sample files (`samples_<task>_<date>.jsonl`, written by --log_samples) -> Scores.

A line has `doc_id`, hashes of the document and the target, the `filter` that read the answer, and one value per metric.
The model is not named inside: its folder is, or the user does.
"""

from __future__ import annotations

import codecs
import glob
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

from errbar.check import check_name, check_some_text
from errbar.core.direction import known_direction
from errbar.errors import InputError
from errbar.show.call import recorded
from errbar.tables.file_text import check_mark, explain_encoding, parsed, plain, shown
from errbar.tables.inspect_log import ZIP, named_files
from errbar.tables.log_counts import check_documents, higher_is_better
from errbar.tables.log_row import LOG_LIKELIHOOD as LOG_LIKELIHOOD_NAME
from errbar.tables.log_row import LogRow
from errbar.tables.log_scores import log_scores
from errbar.tables.marks import as_float
from errbar.tables.read import Keep
from errbar.tables.source import Missing
from errbar.types import Scores

# a sample's number under this name is the log-likelihood, of which the harness makes a perplexity of all samples
LOG_LIKELIHOOD = "perplexity"
_FILE = re.compile(r"samples_(?P<task>.+?)(?P<date>_\d{4}-\d{2}-\d{2}T[\d.:-]+)?\.jsonl")


@recorded
def read_lm_eval(
    samples: Any,
    *,
    metric: str | None = None,
    filter: str | None = None,
    group: str | None = None,
    models: Sequence[str] | None = None,
    missing: Missing = "error",
    keep: Keep = "auto",
    greater_is_better: bool | None = None,
    score_range: tuple[float, float] | None = None,
) -> Scores:
    """Per-sample files of lm-evaluation-harness, matched document by document.

    Parameters
    ----------
    samples : paths or globs (a model is then named by its folder), or name -> path(s).
    metric : which metric; may be left out where there is one.
    filter : which answer filter; may be left out where there is one.
    group : "task", or a dotted path in the sample such as "doc.subject": samples that share it are not independent.
    models, missing, keep : as in `Scores.from_table`.
    greater_is_better : the direction of a metric whose name is not a known one (acc, acc_norm, exact_match, ... are).
    score_range : smallest and largest possible value of the metric, where it is not 0 to 1.

    Returns
    -------
    Scores
        of the error, 1 - metric; where `greater_is_better` or `score_range` is given, or lower is better, of the metric
        itself. A sample's "perplexity" is its log-likelihood, greater is better.
    """
    rows: list[dict[str, Any]] = []
    notes: list[str] = []
    for name, path in named_files(samples):
        match = _FILE.fullmatch(path.name)
        own = list(_rows(name, path, match["task"] if match else path.stem))
        notes += check_documents(path, match["task"], match["date"], own) if match else []
        rows += own
    if not rows:
        raise InputError("The files hold no samples.")
    filters = sorted({str(row["filter"]) for row in rows})
    chosen_filter = _one("filter", filter, filters)
    rows = [row for row in rows if str(row["filter"]) == chosen_filter]
    chosen = _one("metric", metric, sorted({name for row in rows for name in row["metrics"]}))
    columns: dict[str, Any] = {
        "doc": [row["item"] for row in rows],
        "model": [row["model"] for row in rows],
        "score": [_number(row, chosen) for row in rows],
    }
    group = check_some_text("group", group)
    if group is not None:
        columns["group"] = [row["task"] if group == "task" else _inside(row["sample"], group) for row in rows]
    is_likelihood = chosen == LOG_LIKELIHOOD
    if is_likelihood and greater_is_better is False:
        raise InputError(
            "A sample's 'perplexity' is its log-likelihood, greater is better: leave greater_is_better=False "
            "(--lower-is-better) out."
        )
    scores = log_scores(
        columns,
        LOG_LIKELIHOOD_NAME if is_likelihood else chosen,
        known=None if is_likelihood else known_direction(chosen),
        greater_is_better=greater_is_better,
        score_range=score_range,
        item="doc",
        model="model",
        group=None if group is None else "group",
        models=models,
        missing=missing,
        keep=keep,
    )
    return replace(scores, notes=(*scores.notes, *notes)) if notes else scores


def lm_eval_rows(name: str | None, path: Path, filter: str | None, notes: list[str]) -> list[LogRow]:
    """Every document of a samples file with its metrics; where a task has several filters, "metric,filter"."""
    match = _FILE.fullmatch(path.name)
    task = match["task"] if match else path.stem
    own = list(_rows(name, path, task))
    date = match["date"] if match else None
    notes += check_documents(path, task, date, own) if match else []
    filters = sorted({row["filter"] for row in own})
    if filter is not None and len(filters) > 1:
        own = [row for row in own if row["filter"] == check_name("filter", filter, filters)]
        filters = [filter]
    higher = higher_is_better(path, task, date)
    found: dict[str, LogRow] = {}
    for row in own:
        add = "" if len(filters) == 1 else f",{row['filter']}"
        scores = {_called(metric) + add: row["sample"].get(metric) for metric in row["metrics"]}
        before = found.get(row["item"])
        if before is not None and (len(filters) == 1 or scores.keys() & before.scores.keys()):
            raise InputError(f"{path.name}, line {row['line']}: several rows for one item, {shown(row['item'])}.")
        found[row["item"]] = LogRow(
            f"{path.name}, line {row['line']}",
            row["model"],
            row["task"],
            row["item"].removeprefix(f"{row['task']}/"),
            1,
            scores | (dict(before.scores) if before is not None else {}),
            row["sample"],
            created=(date or "").lstrip("_"),
            known={_called(metric) + add: better for metric, better in higher.items() if metric in row["metrics"]}
            | (dict(before.known) if before is not None else {}),
        )
    return [*found.values()]


def is_summary(path: Path) -> bool:
    """Whether it is the results file that the harness writes beside its samples."""
    date = path.stem.removeprefix("results")
    return path.name.startswith("results") and any(path.parent.glob(f"samples_*{glob.escape(date)}.jsonl"))


def _called(metric: str) -> str:
    return LOG_LIKELIHOOD_NAME if metric == LOG_LIKELIHOOD else metric


def _rows(name: str | None, path: Path, task: str) -> Iterator[dict[str, Any]]:
    for number, line in _lines(path):
        sample = parsed(f"{path.name}, line {number}", line)
        if not isinstance(sample, dict) or not isinstance(sample.get("doc_id"), (int, str)):
            raise InputError(f"{path.name}, line {number} has no doc_id: is it a samples file?")
        metrics = sample.get("metrics") or _metrics(sample)
        if not isinstance(metrics, list) or not all(isinstance(one, str) for one in metrics):
            raise InputError(f"{path.name}, line {number} is damaged: its metrics are no list of names.")
        marks = "".join(str(sample.get(key, ""))[:8] for key in ("doc_hash", "target_hash"))
        yield {
            "file": path.name,
            "line": number,
            "model": plain(name or path.parent.name or "model"),
            "task": plain(task),
            "id": sample["doc_id"],
            "item": plain(f"{task}/{sample['doc_id']}" + (f" ({marks})" if marks else "")),
            "filter": plain(str(sample.get("filter", "none"))),
            "metrics": metrics,
            "sample": sample,
        }


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that hold anything, with their numbers."""
    check_mark(str(path))
    with path.open("rb") as file:
        if file.peek(4)[:4] == ZIP:
            raise InputError(
                f"{path.name} is an archive, as Inspect writes them, and no samples file of lm-evaluation-harness: "
                "eb.read_inspect (--format inspect) reads it."
            )
        for number, line in enumerate(file, start=1):
            text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if text.strip():
                yield number, _utf8(path, text)


def _utf8(path: Path, line: bytes) -> bytes:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        explain_encoding(str(path))
    return line


def _metrics(sample: dict[str, Any]) -> list[str]:
    """Older files do not list their metrics: every number that is not about the document is one."""
    return [key for key, value in sample.items() if isinstance(value, (int, float)) and key != "doc_id"]


def _one(what: str, asked: str | None, names: list[str]) -> str:
    if asked is not None:
        return check_name(what, asked, names)
    if len(names) != 1:
        raise InputError(f"Say which {what}=; the samples hold {', '.join(names) or 'none'}.")
    return names[0]


def _number(row: dict[str, Any], metric: str) -> float:
    value = row["sample"].get(metric)
    if value is None:
        return nan
    if isinstance(value, (bool, int, float)):
        return as_float(value)
    raise InputError(
        f"{row['file']}, line {row['line']}: {metric!r} is {shown(value)}, which is no number for one sample."
    )


def _inside(sample: dict[str, Any], path: str) -> str | None:
    value: Any = sample
    if not isinstance(path, str):
        raise InputError(f"group= names a field of the samples; got {path!r:.80}.")
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return None if value is None else plain(str(value))
