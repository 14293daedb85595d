"""Items -> sufficient statistics, in the engine: a few dozen numbers come back, however many rows there are.

Values far from zero are shifted towards it before squares are summed, so that nothing cancels and equal values have
exactly no spread. All sums are sums of whole numbers (`exact`): the order of the rows changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from errbar.tables.align import broken, incomplete
from errbar.tables.exact import Bounds, Grid, bounds, extremes, overall_bounds, sampled, within
from errbar.tables.layout import TableLayout, explain_no_rows
from errbar.tables.source import Frame, UnreadableError, fetch_rows
from errbar.tables.truths import as_number
from errbar.types import Moments


def sum_up(table: TableLayout, items: Frame, flaw: nw.Expr | None = None) -> Moments | None:
    """The moments, or None where some item is broken or incomplete.

    `flaw` says which are, where `items` are those of a table that seems to line up. The units are then those of all
    models together, where some rows prove that each model's own are the same. If not, the extremes are found on the
    way; only where they call for other units than were taken at first, the rows are read again.
    """
    quick = flaw is not None and not table.is_wide
    seen = overall_bounds(table) if quick else bounds(table)
    sure = not quick or (seen.exponents is not None and sampled(table, seen))
    if not sure and (table.columns.group is not None or seen.exponents is None):  # or a model not asked for is wild
        sure, seen = True, bounds(table)
    row = _read(table, items, seen, flaw, ends=not sure)
    if row is None:
        return None
    if quick:
        own = replace(seen, n=len(table.names) * int(row["n"])) if sure else _narrowed(seen, row)
        if not seen.serves(own) or ("groups" in row and seen.n.bit_length() != own.n.bit_length()):
            seen, row = own, _read(table, items, own, flaw)
    return None if row is None else _moments(row, seen)


def _narrowed(seen: Bounds, row: Mapping[str, Any]) -> Bounds:
    """Rows and extremes of the models, which `row` tells less their shifts: no difference was rounded."""
    low, high = (
        tuple(shift + float(row[f"{end}{j}"]) for j, shift in enumerate(seen.shifts)) for end in ("low", "high")
    )
    return replace(seen, n=len(low) * int(row["n"]), low=low, high=high)


def _read(
    table: TableLayout, items: Frame, seen: Bounds, flaw: nw.Expr | None, *, ends: bool = False
) -> dict[str, Any] | None:
    """One row of sums, and of extremes where asked; None where squares would overflow, or an item is no good."""
    if seen.exponents is None:
        return None
    more = [end for j in range(len(table.names)) for end in extremes(f"x{j}", str(j))] if ends else []
    if flaw is None:
        seen = replace(seen, finite=seen.finite and table.is_wide)  # means of answers, infinite where one is missing
    try:
        row = _sums(table, items, seen, flaw, more)
    except UnreadableError:
        if not seen.finite:
            raise
        row = _sums(table, items, replace(seen, finite=False), flaw, more)  # a file's statistics overlook its NaN
    if not row["n"]:
        explain_no_rows(table)
    gaps = any(row.get(f"c{j}", row["n"]) != row["n"] for j in range(len(table.names)))
    gaps = gaps or row.get("known") != row.get("groups")
    return None if gaps else row


def _sums(table: TableLayout, items: Frame, seen: Bounds, flaw: nw.Expr | None, ends: list[nw.Expr]) -> dict[str, Any]:
    places, exponents = range(len(table.names)), seen.exponents
    assert exponents is not None
    shifted = [(nw.col(f"x{j}") - shift).alias(f"x{j}") for j, shift in enumerate(seen.shifts) if shift]
    made = items.with_columns(*shifted) if shifted else items
    if not seen.finite:
        made = made.with_columns(*(within(f"x{j}", exponents[j]) for j in places))
    grouped = table.columns.group is not None
    if not table.is_wide:  # a wide table has no row too many or too few
        wrong = broken(table) | incomplete(table) if flaw is None else flaw
        seat = "group" if grouped else "x0"  # what is wrong with an item shows as what is missing does
        made = made.with_columns(nw.when(~wrong).then(nw.col(seat)).alias(seat))
    tops = {f"other{j}": _neither(f"x{j}", seen.shifts[j]) for j in seen.maybe_binary}
    ones, products = _ones(seen), _products(seen)
    parts = [part for grid, value in [*ones, *products] for part in grid.parts(value)]
    made = made.with_columns(*(top.alias(name) for name, top in tops.items()), *parts)
    n, highest = nw.len().alias("n"), [nw.col(name).max().alias(name) for name in tops]
    counts = [nw.col(f"x{j}").count().alias(f"c{j}") for j in places]
    singles, doubles = ([part for grid, _ in grids for part in grid.sums()] for grids in (ones, products))
    if not grouped:
        return _one_row(made.select(n, *counts, *singles, *doubles, *highest, *ends))
    each, over = [grid for grid, _ in ones], _group_grids(seen)
    names = ["n", *(name for grid in each for name in grid.names)]
    if table.is_wide:  # rows are read twice, which is less work than a sum of every product in every group
        row = _one_row(made.select(*counts, *doubles, *highest))
        return row | _one_row(_over_groups(made.group_by("group").agg(n, *singles), each, over, names, []))
    groups = made.group_by("group").agg(n, *singles, *doubles, *highest)  # an item's row is made but once
    names += [name for grid, _ in products for name in grid.names]
    return _one_row(_over_groups(groups, each, over, names, [*tops]))


def _one_row(frame: Frame) -> dict[str, Any]:
    return dict(zip(frame.collect_schema().names(), fetch_rows(frame)[0], strict=True))


def _neither(column: str, shift: float) -> nw.Expr:
    """1 where a value is neither 0 nor 1."""
    return as_number(~nw.col(column).is_in([0.0 - shift, 1.0 - shift]))


def _pairs(k: int) -> list[tuple[int, int]]:
    return list(combinations_with_replacement(range(k), 2))


def _ones(seen: Bounds) -> list[tuple[Grid, nw.Expr]]:
    """What is summed over items: the values."""
    exponents = seen.exponents or []
    return [(seen.grid(f"x{j}", one), nw.col(f"x{j}")) for j, one in enumerate(exponents)]


def _products(seen: Bounds) -> list[tuple[Grid, nw.Expr]]:
    """And their products."""
    exponents = seen.exponents or []
    return [
        (seen.grid(f"x{i}x{j}", exponents[i] + exponents[j]), nw.col(f"x{i}") * nw.col(f"x{j}"))
        for i, j in _pairs(len(exponents))
    ]


def _group_grids(seen: Bounds) -> list[tuple[Grid, nw.Expr]]:
    """What is summed over groups: size times total, and the products of totals, `s{j}`; no total exceeds n values."""
    exponents, more = seen.exponents or [], 2 * seen.n.bit_length()
    size = nw.col("n").cast(nw.Float64)
    ones = [(seen.grid(f"nx{j}", one + more, more), size * nw.col(f"s{j}")) for j, one in enumerate(exponents)]
    return ones + [
        (seen.grid(f"s{i}s{j}", exponents[i] + exponents[j] + more, more), nw.col(f"s{i}") * nw.col(f"s{j}"))
        for i, j in _pairs(len(exponents))
    ]


def _over_groups(
    groups: Frame, each: list[Grid], over: list[tuple[Grid, nw.Expr]], sums: list[str], tops: list[str]
) -> Frame:
    """The groups' own sums, and the sums of products of their totals."""
    size = nw.col("n").cast(nw.Int64)
    totals = groups.with_columns(
        (size * size).alias("nn"), *(one.rounded().alias(f"s{j}") for j, one in enumerate(each))
    )
    return totals.with_columns(*(part for grid, value in over for part in grid.parts(value))).select(
        nw.len().alias("groups"),
        nw.col("group").count().alias("known"),
        *(nw.col(name).sum().alias(name) for name in ["nn", *sums]),
        *(part for grid, _ in over for part in grid.sums()),
        *(nw.col(name).max().alias(name) for name in tops),
    )


def _moments(row: Mapping[str, Any], seen: Bounds) -> Moments:
    """From the sums, without rounding before the end."""
    k, shifts, n = len(seen.low), seen.shifts, int(row["n"])
    grids = [*_ones(seen), *_products(seen), *(_group_grids(seen) if "groups" in row else [])]
    totals = {grid.name: grid.total(row) for grid, _ in grids}
    binary = tuple(row.get(f"other{j}", 1) == 0 for j in range(k))
    m = [totals[f"x{j}"] / n for j in range(k)]
    means = np.array([float(Fraction(shift) + mean) for shift, mean in zip(shifts, m, strict=True)])
    squares = _matrix(k, lambda i, j: totals[f"x{i}x{j}"] - n * m[i] * m[j])
    if "groups" not in row:
        return Moments(n, means, squares, binary)
    sized, nn = [totals[f"nx{j}"] for j in range(k)], int(row["nn"])
    between = _matrix(k, lambda i, j: totals[f"s{i}s{j}"] - m[i] * sized[j] - m[j] * sized[i] + m[i] * m[j] * nn)
    return Moments(n, means, squares, binary, int(row["groups"]), between, float(nn))


def _matrix(k: int, cell: Callable[[int, int], Fraction]) -> NDArray[np.float64]:
    whole = np.empty((k, k))
    for i, j in _pairs(k):
        whole[i, j] = whole[j, i] = float(cell(i, j))
    return whole
