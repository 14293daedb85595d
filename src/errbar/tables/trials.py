"""A table of trials as Optuna's `study.trials_dataframe()` exports it -> scores of every trial over splits.

Optuna keeps one number a trial. What each split said is what the objective stored: `trial.set_user_attr("accuracy",
[0.91, 0.88, ...])` with a number for each split, or an attribute for each, `split0_test_accuracy` and so on.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from errbar.check import check_name
from errbar.core.arrays import Floats
from errbar.errors import InputError
from errbar.types.split_values import CANDIDATE

OWN, PARAMS, COMPLETE = "user_attrs_", "params_", "COMPLETE"


def is_trials(table: Any) -> bool:
    """Known by its columns."""
    names = _names(table)
    return {"number", "state"} <= names and any(name == "value" or name.startswith("values_") for name in names)


def read_trials(table: Any, metric: str | None) -> tuple[dict[str, Floats], str, list[str]]:
    """Numbers over the splits by trial, what they are called, and what was left out."""
    columns = {name: list(table[name]) for name in _names(table)}
    kinds = _kinds(columns)
    if not kinds:
        raise InputError(
            "These trials hold one number each, and nobody can tell how lucky it was: store what each split said with "
            "trial.set_user_attr('accuracy', [...])."
        )
    if metric is None and len(kinds) > 1:
        raise InputError(f"There are several scores here ({', '.join(kinds)}): say which one picked, with metric=.")
    name = next(iter(kinds)) if metric is None else check_name("metric", metric, kinds)
    rows: dict[str, Floats] = {}
    ended = [str(state).rsplit(".", 1)[-1] == COMPLETE for state in columns["state"]]
    for place, number in enumerate(columns["number"]):
        values = _values(columns, kinds[name], place) if ended[place] else None
        if values is not None:
            rows[_called(columns, place, number)] = values
    if not rows:
        raise InputError(f"No trial of this table is {COMPLETE} and has a number for every split in {name!r}.")
    lengths = sorted({row.size for row in rows.values()})
    if len(lengths) > 1:
        raise InputError(f"Trials have different numbers of splits in {name!r}: {', '.join(map(str, lengths))}.")
    gone, n = len(ended) - len(rows), len(ended)
    left_out = f"{gone} of {n} trials were pruned, failed or lack a split, and were left out: they did not win."
    return rows, name, [left_out] if gone else []


def _names(table: Any) -> set[str]:
    """Of the columns; none where this is no table."""
    found = getattr(table, "columns", table.keys() if isinstance(table, dict) else ())
    return {name for name in found if isinstance(name, str)} if np.iterable(found) else set()


def _kinds(columns: dict[str, list[Any]]) -> dict[str, list[str]]:
    """What was stored over splits, and in which columns."""
    found: dict[str, list[str]] = {}
    for column in sorted(name for name in columns if name.startswith(OWN)):
        own = column.removeprefix(OWN)
        match = CANDIDATE.fullmatch(own)
        if match is not None:
            found.setdefault(match[2], []).append(column)
        elif any(_listed(cell) is not None for cell in columns[column]):
            found.setdefault(own, [column])
    return {name: sorted(some, key=lambda one: (len(one), one)) for name, some in found.items()}


def _values(columns: dict[str, list[Any]], some: list[str], place: int) -> Floats | None:
    """Of one trial, one for each split; None where one is no number."""
    cells = [columns[name][place] for name in some]
    listed = _listed(cells[0]) if len(cells) == 1 else cells
    try:
        values = np.asarray(listed, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return values if values.ndim == 1 and values.size and np.isfinite(values).all() else None


def _listed(cell: Any) -> list[Any] | None:
    """Several numbers in a cell; as text where the table was written to a file."""
    if isinstance(cell, str) and cell.startswith("["):
        try:
            cell = json.loads(cell)
        except ValueError:
            return None
    return list(cell) if isinstance(cell, list | tuple | np.ndarray) and len(cell) else None


def _called(columns: dict[str, list[Any]], place: int, number: Any) -> str:
    """The trial's number and its settings; those of another branch of the search are empty."""
    settings = {name.removeprefix(PARAMS): columns[name][place] for name in sorted(columns) if name.startswith(PARAMS)}
    told = ", ".join(f"{name}={value}" for name, value in settings.items() if str(value) not in ("None", "nan"))
    return f"trial {number}" + (f" ({told})" if told else "")
