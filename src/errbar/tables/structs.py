"""Objects inside a column -> columns of their own, called by the way to them: `question.id`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb


def unpacked(relation: duckdb.DuckDBPyRelation, columns: Sequence[str]) -> duckdb.DuckDBPyRelation:
    """The relation, with those of `columns` that are no columns but stand inside one.

    >>> with duckdb.connect() as connection:
    ...     unpacked(connection.sql("SELECT {'id': 7} AS question"), ["question.id"]).columns
    ['question', 'question.id']
    """
    kinds = dict(zip(relation.columns, relation.types, strict=True))
    inside = [(name, steps) for name in dict.fromkeys(columns) if name not in kinds and (steps := _steps(kinds, name))]
    if not inside:
        return relation
    places = [f"{'.'.join(map(_quoted, steps))} AS {_quoted(name)}" for name, steps in inside]
    return relation.project(", ".join(["*", *places]))


def _steps(kinds: dict[str, Any], name: str) -> list[str]:
    """The names on the way, of which each may hold dots; none where there is no such place."""
    for own, kind in kinds.items():
        if name == own:
            return [own]
        if isinstance(name, str) and name.startswith(f"{own}.") and kind.id == "struct":
            rest = _steps(dict(kind.children), name[len(own) + 1 :])
            if rest:
                return [own, *rest]
    return []


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
