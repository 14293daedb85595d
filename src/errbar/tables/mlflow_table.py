"""MLflow's table of an evaluation (`eval_results_table.json`: `columns` and `data`) -> rows.

Scores are the columns called `metric/v1/score` or `metric/value`; where there are none, every column of numbers or of
right and wrong. An item is known by its inputs.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from errbar.errors import InputError
from errbar.tables.file_text import plain
from errbar.tables.log_row import LogRow
from errbar.tables.log_text import inside, item_name, keys_there
from errbar.tables.marks import is_mark
from errbar.tables.source import Missing

ENDS = ("/score", "/value")
INPUTS = ("inputs", "input", "question", "request", "prompt", "query", "messages")
IDS = ("id", "item", "question_id", "sample_id")


def is_mlflow(data: Any) -> bool:
    columns = inside(data, "columns")
    return isinstance(columns, list) and all(isinstance(one, str) for one in columns) and "data" in data


def mlflow_rows(name: str | None, path: Path, data: Any, missing: Missing, notes: list[str]) -> list[LogRow]:
    """One model a table; it is called as the user says, or as the file's folder."""
    del missing, notes
    columns, lines = data["columns"], data["data"]
    if not isinstance(lines, list) or not all(isinstance(one, list) and len(one) == len(columns) for one in lines):
        raise InputError(f"{path.name} is damaged: every row of its data needs {len(columns)} values.")
    if len(set(columns)) < len(columns):
        raise InputError(f"{path.name} has two columns of one name.")
    scorers = _scorers(columns, lines)
    keys = [key for key in (*IDS, *INPUTS) if key in columns]
    if not scorers or not keys:
        raise InputError(
            f"{path.name} has {keys_there(dict.fromkeys(columns))}; a table of MLflow needs a score, such as "
            f"'toxicity/v1/score', and one of {', '.join((*IDS, *INPUTS))}."
        )
    seen: Counter[str] = Counter()
    rows = []
    for place, line in enumerate(lines, start=1):
        row = dict(zip(columns, line, strict=True))
        item = plain(str(row[keys[0]])) if keys[0] in IDS else item_name(row[keys[0]])
        seen[item] += 1
        model = plain(name or path.parent.name or path.stem)
        scores = {_short(scorer): row[scorer] for scorer in scorers}
        rows.append(LogRow(f"{path.name}, row {place}", model, "", item, seen[item], scores, row))
    return rows


def _short(column: str) -> str:
    for end in ENDS:
        column = column.removesuffix(end)
    return column.removesuffix("/v1")


def _scorers(columns: list[str], lines: list[list[Any]]) -> list[str]:
    named = [column for column in columns if column.endswith(ENDS)]
    if named:
        return named
    values = {column: [line[i] for line in lines if line[i] is not None] for i, column in enumerate(columns)}
    numbers = {
        column: all(isinstance(one, (int, float)) or is_mark(one) for one in found) for column, found in values.items()
    }
    return [column for column, are in numbers.items() if are and values[column] and column not in (*IDS, *INPUTS)]
