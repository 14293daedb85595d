"""Items -> sufficient statistics, in the engine: a few dozen numbers come back, however many rows there are.

Values far from zero are shifted towards it before squares are summed, so that nothing cancels and equal values have
exactly no spread. All sums are sums of whole numbers (`exact`): the order of the rows changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from errbar.tables.align import broken, incomplete
from errbar.tables.exact import Bounds, Grid, bounds, within
from errbar.tables.layout import TableLayout, explain_no_rows
from errbar.tables.source import Frame, fetch_rows
from errbar.types import Moments

Totals = dict[str, Fraction]


def sum_up(table: TableLayout, items: Frame, fault: nw.Expr | None = None) -> Moments | None:
    """The moments, or None where `fault` holds for some item (by default: broken or incomplete)."""
    k, seen = len(table.names), bounds(table)
    shifts, exponents = seen.shifts, seen.exponents
    if exponents is None:
        return None
    made = items.with_columns(*((nw.col(f"x{j}") - shifts[j]).alias(f"x{j}") for j in range(k)))
    tops = []
    if not table.is_wide:  # a wide table has no row too many or too few: missing values show in the counts
        wrong = broken(table) | incomplete(table) if fault is None else fault
        made = made.with_columns(wrong.cast(nw.Int8).alias("fault"))
        tops.append("fault")
    if {*seen.low, *seen.high} <= {0.0, 1.0}:
        other = [~nw.col(f"x{j}").is_in([0.0 - shifts[j], 1.0 - shifts[j]]) for j in range(k)]
        made = made.with_columns(*(one.cast(nw.Int8).alias(f"other{j}") for j, one in enumerate(other)))
        tops += [f"other{j}" for j in range(k)]
    if not (table.is_wide and seen.finite):
        made = made.with_columns(*(within(f"x{j}", exponents[j]) for j in range(k)))
    grids = _item_grids(seen, exponents, k)
    made = made.with_columns(*(part for grid, value in grids for part in grid.parts(value)))
    counted = [nw.col(grid.names[0]).count().alias(f"c{j}") for j, (grid, _) in enumerate(grids[:k])]
    sums = [part for grid, _ in grids for part in grid.sums()] + [nw.len().alias("n"), *counted]
    wanted = [*sums, *(nw.col(name).max().alias(name) for name in tops)]
    over: list[tuple[Grid, nw.Expr]] = []
    row = _one_row(made.select(*wanted)) if table.is_wide or table.columns.group is None else {}
    if table.columns.group is not None:
        over, each = _group_grids(seen, exponents, k), [grid for grid, _ in grids[:k]]
        if row:  # rows are read twice, which is less work than a sum of every product in every group
            ones = [part for grid in each for part in grid.sums()]
            groups = made.group_by("group").agg(nw.len().alias("n"), *ones)
            row |= _one_row(_over_groups(groups, each, over, ["n"], []))
        else:  # one row per item is made on the way, once
            names = ["n", *(f"c{j}" for j in range(k)), *(name for grid, _ in grids for name in grid.names)]
            row = _one_row(_over_groups(made.group_by("group").agg(*wanted), each, over, names, tops))
    if not row["n"]:
        explain_no_rows(table)
    gaps = any(row[f"c{j}"] != row["n"] for j in range(k)) or row.get("known") != row.get("groups")
    if gaps or row.get("fault"):
        return None
    totals = {grid.name: grid.total(row) for grid, _ in [*grids, *over]}
    return _moments(k, row, totals, shifts)


def _one_row(frame: Frame) -> dict[str, Any]:
    return dict(zip(frame.collect_schema().names(), fetch_rows(frame)[0], strict=True))


def _pairs(k: int) -> list[tuple[int, int]]:
    return list(combinations_with_replacement(range(k), 2))


def _item_grids(seen: Bounds, exponents: list[int], k: int) -> list[tuple[Grid, nw.Expr]]:
    """What is summed over items: the values, then their products."""
    ones = [(seen.grid(f"x{j}", exponents[j]), nw.col(f"x{j}")) for j in range(k)]
    return ones + [
        (seen.grid(f"x{i}x{j}", exponents[i] + exponents[j]), nw.col(f"x{i}") * nw.col(f"x{j}")) for i, j in _pairs(k)
    ]


def _group_grids(seen: Bounds, exponents: list[int], k: int) -> list[tuple[Grid, nw.Expr]]:
    """What is summed over groups: size times total, and the products of totals, `s{j}`; no total exceeds n values."""
    more = 2 * seen.n.bit_length()
    size = nw.col("n").cast(nw.Float64)
    ones = [(seen.grid(f"nx{j}", exponents[j] + more, more), size * nw.col(f"s{j}")) for j in range(k)]
    return ones + [
        (seen.grid(f"s{i}s{j}", exponents[i] + exponents[j] + more, more), nw.col(f"s{i}") * nw.col(f"s{j}"))
        for i, j in _pairs(k)
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


def _moments(k: int, row: dict[str, Any], totals: Totals, shifts: list[float]) -> Moments:
    """From the sums, without rounding before the end."""
    n, binary = int(row["n"]), tuple(row.get(f"other{j}", 1) == 0 for j in range(k))
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
