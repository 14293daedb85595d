"""A table with one row per vote -> Preferences."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np

from errbar.check import check_columns, check_text
from errbar.errors import InputError
from errbar.tables.columns import read_columns
from errbar.tables.offenders import FIRST, listed
from errbar.types.preferences import Preferences

TIES = {"tie", "ties", "tied", "draw", "both", "neither", "equal", "tie (bothbad)", "tie_bothbad", "bothbad"}
FIRSTS, SECONDS = {"a", "model_a", "first", "left", "1"}, {"b", "model_b", "second", "right", "2"}


def from_preferences(
    table: Any, *, a: str, b: str, winner: str, group: str | None = None, judge: str | None = None
) -> Preferences:
    """See `Scores.from_preferences`."""
    for option, side in (("a", a), ("b", b), ("winner", winner)):
        check_text(option, side)
    check_columns(group=group, judge=judge)
    wanted = {"a": a, "b": b, "winner": winner, "group": group, "judge": judge}
    columns = _columns(table)
    for option, name in wanted.items():
        if name is not None and name not in columns:
            raise InputError(f"{option}={name!r} is no column of the table; it has {', '.join(map(str, columns))}.")
    left, right, won = (_texts(columns[name], name) for name in (a, b, winner))
    if not left:
        raise InputError("The table holds no votes.")
    itself = [i for i, (x, y) in enumerate(zip(left, right, strict=True)) if x == y]
    if itself:
        rows = listed([f"row {i + 1} ({left[i]})" for i in itself[:FIRST]], total=len(itself))
        raise InputError(f"A model cannot be compared with itself: {rows}.")
    models = tuple(sorted({*left, *right}))
    place = {name: i for i, name in enumerate(models)}
    groups = tuple(
        np.unique(_texts(columns[name], name), return_inverse=True)[1].astype(np.intp)
        for name in (group, judge)
        if name is not None
    )
    first, second = (np.array([place[name] for name in side], dtype=np.intp) for side in (left, right))
    return Preferences(models, first, second, np.array(_results(left, right, won, winner)), groups)


def _results(left: list[str], right: list[str], won: list[str], column: str) -> list[float]:
    """By the models' names, or by words for the two sides; never by both."""
    models = {*left, *right}
    by_name = all(word in models or word.lower() in TIES for word in won)
    sides = {**dict.fromkeys(FIRSTS, 1.0), **dict.fromkeys(SECONDS, 0.0)}
    found, odd = [], []
    for i, (x, y, word) in enumerate(zip(left, right, won, strict=True)):
        one = {x: 1.0, y: 0.0}.get(word) if by_name else sides.get(word.lower())
        if one is None and word.lower() in TIES:
            one = 0.5
        if one is None:
            odd.append(f"row {i + 1} ({word})")
        found.append(0.0 if one is None else one)
    if odd:
        raise InputError(
            f"Column {column!r} must name one of the two models of its row, or say a, b or tie; it does not in "
            f"{listed(odd[:FIRST], total=len(odd))}."
        )
    return found


def _columns(table: Any) -> Mapping[str, Any]:
    if isinstance(table, (str, PathLike)):
        return read_columns(Path(table))
    if isinstance(table, Mapping):
        return table
    try:
        return {str(name): one.to_list() for name, one in nw.from_native(table, eager_only=True).to_dict().items()}
    except TypeError:
        raise InputError(
            f"votes must be a file, a frame or a mapping of columns; got {type(table).__name__}."
        ) from None


def _texts(values: Any, name: str) -> list[str]:
    masked = np.ma.getmaskarray(values) if isinstance(values, np.ma.MaskedArray) else None
    given = list(np.ma.getdata(values)) if masked is not None else list(values)
    texts = [
        None if one is None or str(one) == "nan" or (masked is not None and masked[i]) else str(one).strip()
        for i, one in enumerate(given)
    ]
    empty = [i for i, one in enumerate(texts) if not one]
    if empty:
        rows = listed([f"row {i + 1}" for i in empty[:FIRST]], total=len(empty))
        raise InputError(f"Column {name!r} is empty in {rows}: fill it in, or leave such votes out.")
    return [str(one) for one in texts]
