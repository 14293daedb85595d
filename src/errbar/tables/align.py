"""One row per item with every model's value beside the others', and a strict look at what does not line up.

Nothing is dropped unless the user says so, and then it is counted and named.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Literal

import duckdb
import narwhals as nw

from errbar.errors import InputError
from errbar.tables.layout import Table
from errbar.tables.offenders import FIRST, listed
from errbar.tables.source import ROW, Frame, fetch_rows

Missing = Literal["error", "drop"]

LARGEST_BITMAP = 10**9  # distinct whole numbers that are ticked off one bit each


def per_item(table: Table) -> Frame:
    """Keys, and per model j: `x{j}` the value (repeated answers averaged), `n{j}` its rows, `v{j}` those that are finite.

    With groups (and labels): `group` and `group_top`, its smallest and largest value, `group_gaps` how often it is missing.
    """
    places = range(len(table.names))
    constants = [name for name in ("group", "truth") if name in table.rows.collect_schema().names()]
    if table.is_wide:
        finite = [nw.col(f"x{j}").is_finite().fill_null(False).cast(nw.Int64).alias(f"v{j}") for j in places]
        ones = [nw.lit(1, nw.Int64).alias(f"n{j}") for j in places]
        tops = [nw.col(name).alias(f"{name}_top") for name in constants]
        gaps = [nw.col(name).is_null().cast(nw.Int64).alias(f"{name}_gaps") for name in constants]
        return table.rows.with_columns(*finite, *ones, *tops, *gaps, nw.lit(0, nw.Int64).alias("model_gaps"))
    mine = [nw.col("model") == name for name in table.names]
    finite = nw.col("value").is_finite().fill_null(False)
    rows = table.rows.with_columns(
        *(nw.when(is_mine).then(nw.col("value")).alias(f"x{j}") for j, is_mine in enumerate(mine)),
        *(is_mine.fill_null(False).cast(nw.Int64).alias(f"n{j}") for j, is_mine in enumerate(mine)),
        *((is_mine & finite).fill_null(False).cast(nw.Int64).alias(f"v{j}") for j, is_mine in enumerate(mine)),
        *(nw.col(name).is_null().cast(nw.Int64).alias(f"{name}_gaps") for name in (*constants, "model")),
    )
    sums = [f"{letter}{j}" for letter in "xnv" for j in places] + [f"{name}_gaps" for name in (*constants, "model")]
    items = rows.group_by(*table.keys).agg(
        *(nw.col(name).sum().alias(name) for name in sums),
        *(nw.col(name).min().alias(name) for name in constants),
        *(nw.col(name).max().alias(f"{name}_top") for name in constants),
        *([nw.col(ROW).min().alias(ROW)] if table.numbered else []),
    )
    if table.columns.answers is None:
        return items
    return items.with_columns(*((nw.col(f"x{j}") / nw.col(f"n{j}").cast(nw.Float64)).alias(f"x{j}") for j in places))


def broken(table: Table) -> nw.Expr:
    """Items that no choice can mend: no name, several rows for one model, two groups, two labels."""
    faults = [nw.col(key).is_null() for key in table.keys] + [nw.col("model_gaps") > 0]
    if table.columns.answers is None:
        faults += [nw.col(f"n{j}") > 1 for j in range(len(table.names))]
    for name in _constants(table):
        faults += [nw.col(f"{name}_gaps") > 0, (nw.col(name) != nw.col(f"{name}_top")).fill_null(False)]
    return reduce(or_, faults)


def incomplete(table: Table) -> nw.Expr:
    """Items that some model has no finite value for."""
    places = range(len(table.names))
    return reduce(or_, [(nw.col(f"n{j}") == 0) | (nw.col(f"v{j}") < nw.col(f"n{j}")) for j in places])


def _constants(table: Table) -> list[str]:
    metric = ["truth"] if table.columns.metric else []
    return ["group", *metric] if table.columns.group is not None else metric


def check_answers(table: Table) -> None:
    """Repeated answers: each numbered once per item and model."""
    if table.columns.answers is None:
        return
    counted = table.rows.group_by(*table.keys, "model", "repeat").agg(nw.len().alias("n")).filter(nw.col("n") > 1)
    found = _first(counted, [*table.keys, "model", "repeat"])
    if found:
        names = [*table.columns.keys, "model", str(table.columns.answers)]
        raise InputError(
            f"Answers that stand in the table twice: {listed([_spelled(names, row) for row in found[0]], total=found[1])}. "
            "Remove the copies."
        )


def check_unique(table: Table) -> None:
    """A wide table has one row per item."""
    if not table.is_wide or _all_different(table):
        return
    counted = table.rows.group_by(*table.keys).agg(nw.len().alias("n")).filter(nw.col("n") > 1)
    found = _first(counted, [*table.keys, "n"])
    if found:
        shown = [f"{_spelled(table.columns.keys, row)} ({row[-1]} rows)" for row in found[0]]
        raise InputError(
            f"Items with more than one row: {listed(shown, total=found[1])}. A wide table has one row per item: remove the "
            "copies, or use a long table with repeat=."
        )


def _all_different(table: Table) -> bool:
    """Whole numbers in a narrow range, in DuckDB: one bit each proves that none comes twice, in one pass."""
    native = table.rows.to_native()
    if len(table.keys) != 1 or not isinstance(native, duckdb.DuckDBPyRelation):
        return False
    if not table.rows.collect_schema()["k0"].is_integer():
        return False
    low, high, n, present = native.aggregate("min(k0), max(k0), count(*), count(k0)").fetchall()[0]
    if n == 0 or n != present or high - low >= min(LARGEST_BITMAP, 64 * n + 10**6):
        return False
    seen = native.aggregate(f"bit_count(bitstring_agg(k0, {low}, {high}))").fetchall()[0][0]
    return bool(seen == n)


def explain_broken(table: Table, items: Frame) -> None:
    """Raise the sentence for items that no choice can mend."""
    for key, name in zip(table.keys, table.columns.keys, strict=True):
        lost = items.filter(nw.col(key).is_null())
        total = sum(row[0] for row in fetch_rows(lost.select(nw.len().alias("n"))))
        if total:
            raise InputError(f"Column {name!r} is missing in some rows: every row needs it. Fill it in or remove those rows.")
    _complain(table, items, nw.col("model_gaps") > 0, f"Rows without a model: {{}}. Fill in {table.columns.model!r}.")
    if table.columns.answers is None:
        for j, name in enumerate(table.names):
            _complain(
                table,
                items,
                nw.col(f"n{j}") > 1,
                f"Model {name!r} has several rows for the same item: {{}}. One row per item and model is needed; if they are "
                "repeated answers, name the column that numbers them with repeat= (--repeat).",
            )
    for name in _constants(table):
        column = table.columns.group if name == "group" else table.columns.truth
        _complain(table, items, nw.col(f"{name}_gaps") > 0, f"Items without a value in {column!r}: {{}}. Fill it in.")
        two = (nw.col(name) != nw.col(f"{name}_top")).fill_null(False)
        _complain(table, items, two, f"Items with more than one value of {column!r}: {{}}. An item has one {name}.")


def explain_incomplete(table: Table, items: Frame, missing: Missing) -> list[str]:
    """What is missing, model by model: an error, or sentences about what is left out."""
    absent, odd = [], []
    for j, name in enumerate(table.names):
        gone, bad = _first(items.filter(nw.col(f"n{j}") == 0), table.keys), None
        if not table.is_wide or gone is None:
            bad = _first(items.filter((nw.col(f"n{j}") > 0) & (nw.col(f"v{j}") < nw.col(f"n{j}"))), table.keys)
        if gone:
            absent.append(f"{name!r} has no row for {_items(table, *gone)}")
        if bad:
            odd.append(f"{name!r} has a missing or infinite value for {_items(table, *bad)}")
    if absent and missing == "error" and len(absent) == len(table.names) > 1 and _disjoint(table, items):
        raise InputError(f"The models share no item at all: {'; '.join(absent)}. Are the item names spelled alike?")
    if missing == "error":
        raise InputError(
            f"The models are not scored on the same items: {'; '.join(absent + odd)}. Complete the table, or choose "
            "missing='drop' (--missing drop) to leave such items out for every model."
        )
    return absent + odd


def _disjoint(table: Table, items: Frame) -> bool:
    both = reduce(lambda a, b: a & b, [nw.col(f"n{j}") > 0 for j in range(len(table.names))])
    return fetch_rows(items.filter(both).select(nw.len().alias("n")))[0][0] == 0


def _complain(table: Table, items: Frame, fault: nw.Expr, sentence: str) -> None:
    found = _first(items.filter(fault), table.keys)
    if found:
        raise InputError(sentence.format(_items(table, *found)))


def _items(table: Table, rows: list[tuple[Any, ...]], total: int) -> str:
    return listed([_spelled(table.columns.keys, row) for row in rows], total=total)


def _first(frame: Frame, columns: list[str]) -> tuple[list[tuple[Any, ...]], int] | None:
    """The first five rows in order, and how many there are; None if there are none."""
    total = fetch_rows(frame.select(nw.len().alias("n")))[0][0]
    return (fetch_rows(frame.select(*columns).sort(*columns).head(FIRST)), int(total)) if total else None


def _spelled(names: Any, row: tuple[Any, ...]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(names, row, strict=False))
