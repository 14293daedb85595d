"""One row per item with every model's value beside the others', and a strict look at what does not line up.

Nothing is dropped unless the user says so, and then it is counted and named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import frexp
from operator import add, and_, or_
from typing import Any

import narwhals as nw

from errbar.check import check_name
from errbar.errors import InputError
from errbar.tables.all_different import all_different
from errbar.tables.exact import SMALLEST, Grid, bounds, within
from errbar.tables.file_text import shown, told
from errbar.tables.layout import TableLayout, all_models
from errbar.tables.offenders import FIRST, listed
from errbar.tables.source import ROW, Frame, Missing, fetch_rows
from errbar.tables.truths import finite


def per_item(table: TableLayout) -> Frame:
    """Keys and per model j its value `x{j}`, repeated answers averaged; infinite where a value is missing.

    A long table also gives `rows` in all, `n{j}` of each model, and, for the group and the label, `group_rows` where it
    is known and its largest value `group_top` beside the smallest, `group`.
    """
    places = range(len(table.names))
    if table.is_wide:
        return table.rows
    value = nw.when(~nw.col("value").is_null()).then(nw.col("value")).otherwise(nw.lit(float("inf")))
    rows = table.rows.with_columns(
        *(nw.when(nw.col("model") == name).then(value).alias(f"x{j}") for j, name in enumerate(table.names))
    )
    constants = _constants(table)
    averaged = [] if table.columns.answers is None else _grids(table)
    if averaged:
        parts = [part for grid in averaged for part in grid.parts(within(grid.name, grid.exponent))]
        rows = rows.with_columns(*parts)
    items = rows.group_by(*table.keys).agg(
        nw.len().alias("rows"),
        *(nw.col(f"x{j}").max().alias(f"x{j}") for j in places),
        *(part for grid in averaged for part in grid.sums()),
        *(nw.col(grid.names[0]).count().alias(f"{grid.name}_n") for grid in averaged),
        *(nw.col(f"x{j}").count().alias(f"n{j}") for j in places),
        *(nw.col(name).min().alias(name) for name in constants),
        *(nw.col(name).max().alias(f"{name}_top") for name in constants),
        *(nw.col(name).count().alias(f"{name}_rows") for name in constants),
        *([nw.col(ROW).min().alias(ROW)] if table.numbered else []),
    )
    means = [_mean(grid, f"n{j}").alias(grid.name) for j, grid in enumerate(averaged)]
    return items.with_columns(*means) if means else items


def _grids(table: TableLayout) -> list[Grid]:
    """For sums of answers that do not depend on their order."""
    seen = bounds(table)
    reach = [max(abs(low), abs(high)) for low, high in zip(seen.low, seen.high, strict=True)]
    return [seen.grid(f"x{j}", max(frexp(one)[1], SMALLEST)) for j, one in enumerate(reach)]


def _mean(grid: Grid, n: str) -> nw.Expr:
    """Of all answers, infinite where one of them is missing."""
    mean = grid.rounded() / nw.col(n).cast(nw.Float64)
    return nw.when(nw.col(f"{grid.name}_n") == nw.col(n)).then(mean).otherwise(nw.lit(float("inf")))


def lined_up(table: TableLayout) -> Frame:
    """The same with as little work as can be, for a table that lines up: one row per item and model.

    `flawed` says, of the result, which items do not: too many rows, too few, two groups, a missing value or name.
    """
    if table.is_wide:
        return table.rows
    group = [] if table.columns.group is None else [nw.col("group")]
    known = [~one.is_null() for one in group]
    rows = table.rows.with_columns(
        *(
            nw.when(reduce(and_, known, nw.col("model") == name)).then(nw.col("value")).alias(f"x{j}")
            for j, name in enumerate(table.names)
        )
    )
    return rows.group_by(*table.keys).agg(
        nw.len().alias("rows"),
        *(nw.col(f"x{j}").max().alias(f"x{j}") for j in range(len(table.names))),
        *(one.min() for one in group),
        *(one.max().alias("group_top") for one in group),
    )


def flawed(table: TableLayout) -> nw.Expr:
    """Items of `lined_up` that have not one row per model; infinite values are to be missing by now.

    Where an item has as many rows as there are models, and a value for each, each has one row, and a value in it.
    """
    places = range(len(table.names))
    faults = [nw.col(name).is_null() for name in [*table.keys, *(f"x{j}" for j in places)]]
    faults += [] if table.columns.group is None else [nw.col("group") != nw.col("group_top")]
    return paired(or_, [nw.col("rows") != len(table.names), *faults])


def paired(join: Callable[[Any, Any], Any], parts: Sequence[nw.Expr]) -> nw.Expr:
    """Parts joined two by two: hundreds of models one behind the other are nested too deeply for the engine."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    joined: nw.Expr = join(paired(join, parts[:middle]), paired(join, parts[middle:]))
    return joined


def broken(table: TableLayout) -> nw.Expr:
    """Items that no choice can mend: no name, several rows for one model, two groups, two labels."""
    faults = [nw.col(key).is_null() for key in table.keys] + [_lost(table, name) for name in _constants(table)]
    if not table.is_wide:
        faults += [_nameless(table), *(_two(name) for name in _constants(table))]
        if table.columns.answers is None:
            faults += [nw.col(f"n{j}") > 1 for j in range(len(table.names))]
    return paired(or_, faults)


def incomplete(table: TableLayout) -> nw.Expr:
    """Items that some model has no finite value for."""
    return paired(or_, [_absent(table, j) | _odd(table, j) for j in range(len(table.names))])


def _nameless(table: TableLayout) -> nw.Expr:
    """Rows that belong to no model."""
    return nw.col("rows") > paired(add, [nw.col(f"n{j}") for j in range(len(table.names))])


def _lost(table: TableLayout, name: str) -> nw.Expr:
    return nw.col(name).is_null() if table.is_wide else nw.col("rows") > nw.col(f"{name}_rows")


def _two(name: str) -> nw.Expr:
    return (nw.col(name) != nw.col(f"{name}_top")).fill_null(False)


def _absent(table: TableLayout, j: int) -> nw.Expr:
    return nw.lit(False) if table.is_wide else nw.col(f"n{j}") == 0


def _odd(table: TableLayout, j: int) -> nw.Expr:
    odd = ~finite(nw.col(f"x{j}")).fill_null(False)
    return odd if table.is_wide else odd & (nw.col(f"n{j}") > 0)


def _constants(table: TableLayout) -> list[str]:
    metric = ["truth"] if table.columns.metric else []
    return ["group", *metric] if table.columns.group is not None else metric


def check_answers(table: TableLayout) -> None:
    """Repeated answers: each numbered once per item and model."""
    if table.columns.answers is None:
        return
    counted = table.rows.group_by(*table.keys, "model", "repeat").agg(nw.len().alias("n")).filter(nw.col("n") > 1)
    found = _first(counted, [*table.keys, "model", "repeat"])
    if found:
        names = [*table.columns.keys, "model", str(table.columns.answers)]
        which = listed([_spelled(names, row) for row in found[0]], total=found[1])
        raise InputError(f"Answers that stand in the table twice: {which}. Remove the copies.")


def check_right_or_wrong(table: TableLayout) -> None:
    """Answers that are each right or wrong, for what counts the right ones."""
    value = nw.col("value")
    neither = table.rows.filter(value.is_finite() & (value != 0.0) & (value != 1.0))
    found = _first(neither, [*table.keys, "model", "value"])
    if found:
        names = [*table.columns.keys, "model", "value"]
        which = listed([_spelled(names, row) for row in found[0]], total=found[1])
        raise InputError(f"pass@k and pass^k count right answers, so each must be right or wrong (0 or 1): {which}.")


def check_unique(table: TableLayout) -> None:
    """A wide table has one row per item."""
    if not table.is_wide or not table.columns.keys or all_different(table):
        return
    _explain_keys(table, table.rows)
    counted = table.rows.group_by(*table.keys).agg(nw.len().alias("n")).filter(nw.col("n") > 1)
    found = _first(counted, [*table.keys, "n"])
    if found:
        which = [f"{_spelled(table.key_names, row)} ({row[-1]} rows)" for row in found[0]]
        raise InputError(
            f"Items with more than one row: {listed(which, total=found[1])}. A wide table has one row per item: remove "
            "the copies, or use a long table with repeat=."
        )


def explain_broken(table: TableLayout, items: Frame) -> None:
    """Raise the sentence for items that no choice can mend."""
    _explain_keys(table, items)
    if not table.is_wide:
        _complain(table, items, _nameless(table), f"Rows without a model: {{}}. Fill in {table.columns.model!r}.")
    if not table.is_wide and table.columns.answers is None:
        for j, name in enumerate(table.names):
            _complain(
                table,
                items,
                nw.col(f"n{j}") > 1,
                f"Model {shown(name)} has several rows for one item: {{}}. One row per item and model is needed; if "
                "they are training runs (seeds), name their column with run= (--run); if they are repeated answers, "
                "name the column that numbers them with repeat= (--repeat).",
            )
    for name in _constants(table):
        column = table.columns.group if name == "group" else table.columns.truth
        _complain(table, items, _lost(table, name), f"Items without a value in {column!r}: {{}}. Fill it in.")
        if not table.is_wide:
            sentence = f"Items with more than one value of {column!r}: {{}}. An item has one {name}."
            _complain(table, items, _two(name), sentence)


def _explain_keys(table: TableLayout, rows: Frame) -> None:
    for key, name in zip(table.keys, table.key_names, strict=True):
        if fetch_rows(rows.filter(nw.col(key).is_null()).select(nw.len().alias("n")))[0][0]:
            seen = ["x0"] if table.is_wide else ["model", "value"]
            nameless, total = _first(table.rows.filter(nw.col(key).is_null()), seen) or ([], 0)
            spelled = listed(
                [_spelled(["model", "value"] if len(seen) > 1 else ["value"], row) for row in nameless], total=total
            )
            raise InputError(
                f"Column {name!r} is empty in {total:,} row(s): {spelled}. Every row needs it: fill it in."
            )


def explain_incomplete(table: TableLayout, items: Frame, missing: Missing) -> list[str]:
    """What is missing, model by model: an error, or sentences about what is left out."""
    absent, odd = [], []
    for j, name in enumerate(table.names):
        gone = None if table.is_wide else _first(items.filter(_absent(table, j)), table.keys)
        bad = _first(items.filter(_odd(table, j)), table.keys)
        if gone:
            check_name("model", name, all_models(table.unfiltered))
            absent.append(f"{shown(name)} has no row for {_items(table, *gone)}")
        if bad:
            odd.append(f"{shown(name)} has a missing or infinite value for {_items(table, *bad)}")
    if absent and missing == "error" and len(absent) == len(table.names) > 1 and _disjoint(table, items):
        raise InputError(
            f"The models share no item at all: {some_models(absent)}. Are the item names spelled alike? Models on "
            "items of their own are compared by `errbar infer --unpaired`."
        )
    if missing == "error":
        raise InputError(
            f"The models are not scored on the same items: {some_models(absent + odd)}. Complete the table, or choose "
            "missing='drop' (--missing drop) to leave such items out for every model."
        )
    return absent + odd


def some_models(models: list[str]) -> str:
    """What is told of the first few models, and how many more there are."""
    more = f"; and so on for {len(models) - FIRST} more" if len(models) > FIRST else ""
    return "; ".join(models[:FIRST]) + more


def _disjoint(table: TableLayout, items: Frame) -> bool:
    both = paired(and_, [nw.col(f"n{j}") > 0 for j in range(len(table.names))])
    return bool(fetch_rows(items.filter(both).select(nw.len().alias("n")))[0][0] == 0)


def _complain(table: TableLayout, items: Frame, fault: nw.Expr, sentence: str) -> None:
    found = _first(items.filter(fault), table.keys)
    if found:
        raise InputError(sentence.format(_items(table, *found)))


def _items(table: TableLayout, rows: list[tuple[Any, ...]], total: int) -> str:
    return listed([_spelled(table.key_names, row) for row in rows], total=total)


def _first(frame: Frame, columns: list[str]) -> tuple[list[tuple[Any, ...]], int] | None:
    """The first five rows in order, and how many there are; None if there are none."""
    total = fetch_rows(frame.select(nw.len().alias("n")))[0][0]
    return (fetch_rows(frame.select(*columns).sort(*columns).head(FIRST)), int(total)) if total else None


def _spelled(names: Any, row: tuple[Any, ...]) -> str:
    return ", ".join(f"{name} {told(value)}" for name, value in zip(names, row, strict=False))
