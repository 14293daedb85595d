"""lm-evaluation-harness' per-sample files (`samples_<task>_<date>.jsonl`, written by --log_samples) -> Scores.

A line has `doc_id`, hashes of the document and the target, the `filter` that read the answer, and one value per metric.
The model is not named inside: its folder is, or the user does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from math import nan
from pathlib import Path
from typing import Any

from errbar.check import check_name
from errbar.core.direction import known_direction
from errbar.errors import InputError
from errbar.show.call import recorded
from errbar.tables.inspect_log import named_files
from errbar.tables.log_scores import log_scores
from errbar.tables.read import Keep
from errbar.tables.source import Missing
from errbar.types import Scores

# a sample's number under this name is the log-likelihood, of which the harness makes a perplexity of all samples
LOG_LIKELIHOOD = "perplexity"
_FILE = re.compile(r"samples_(?P<task>.+?)(_\d{4}-\d{2}-\d{2}T[\d.:-]+)?\.jsonl")


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
    rows = [row for name, path in named_files(samples) for row in _rows(name, path)]
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
    if group is not None:
        columns["group"] = [row["task"] if group == "task" else _inside(row["sample"], group) for row in rows]
    is_likelihood = chosen == LOG_LIKELIHOOD
    if is_likelihood and greater_is_better is False:
        raise InputError(
            "A sample's 'perplexity' is its log-likelihood, greater is better: leave greater_is_better=False "
            "(--lower-is-better) out."
        )
    return log_scores(
        columns,
        "log_likelihood" if is_likelihood else chosen,
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


def _rows(name: str | None, path: Path) -> Iterator[dict[str, Any]]:
    match = _FILE.fullmatch(path.name)
    task = match["task"] if match else path.stem
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                sample = json.loads(line)
            except ValueError as cause:
                raise InputError(f"{path.name}, line {number} is not JSON: {cause}.") from None
            if not isinstance(sample, dict) or "doc_id" not in sample:
                raise InputError(f"{path.name}, line {number} has no doc_id: is it a samples file?")
            marks = "".join(str(sample.get(key, ""))[:8] for key in ("doc_hash", "target_hash"))
            yield {
                "file": path.name,
                "line": number,
                "model": name or path.parent.name or "model",
                "task": task,
                "item": f"{task}/{sample['doc_id']}" + (f" ({marks})" if marks else ""),
                "filter": sample.get("filter", "none"),
                "metrics": sample.get("metrics") or _metrics(sample),
                "sample": sample,
            }


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
        return float(value)
    raise InputError(f"{row['file']}, line {row['line']}: {metric!r} is {value!r}, which is no number for one sample.")


def _inside(sample: dict[str, Any], path: str) -> str | None:
    value: Any = sample
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return None if value is None else str(value)
