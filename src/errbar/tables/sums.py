"""Items -> sufficient statistics, in the engine: a few dozen numbers come back, however many rows there are.

Values are shifted by one of their own number before squares are summed, so that nothing cancels and equal values have
exactly no spread.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import isfinite

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from errbar.tables.align import broken, incomplete
from errbar.tables.layout import TableLayout, explain_no_rows
from errbar.tables.source import Frame, fetch_rows
from errbar.types import Moments

PILOT = 1000  # rows that choose the shift


def pilot_shift(table: TableLayout) -> tuple[float, bool]:
    """A value in the middle of the first rows, and whether those rows hold only 0 and 1."""
    values = [f"x{j}" for j in range(len(table.names))] if table.is_wide else ["value"]
    rows = fetch_rows(table.rows.select(*values).head(PILOT))
    seen = np.sort([value for row in rows for value in row if value is not None and isfinite(value)])
    if seen.size == 0:
        return 0.0, True
    return float(seen[seen.size // 2]), bool(np.isin(seen, (0.0, 1.0)).all())


def sum_up(table: TableLayout, items: Frame, fault: nw.Expr | None = None) -> Moments | None:
    """The moments, or None where `fault` holds for some item (by default: broken or incomplete)."""
    k = len(table.names)
    shift, maybe_binary = pilot_shift(table)
    pairs = list(combinations_with_replacement(range(k), 2))
    shifted = items.with_columns(*((nw.col(f"x{j}") - shift).alias(f"x{j}") for j in range(k)))
    made = shifted.with_columns(*((nw.col(f"x{i}") * nw.col(f"x{j}")).alias(f"x{i}x{j}") for i, j in pairs))
    tops = []
    if not table.is_wide:  # a wide table has no row too many or too few: missing values show in the counts
        wrong = broken(table) | incomplete(table) if fault is None else fault
        made = made.with_columns(wrong.cast(nw.Int8).alias("fault"))
        tops.append("fault")
    if maybe_binary:
        zero_one = [0.0 - shift, 1.0 - shift]
        made = made.with_columns(
            *((~nw.col(f"x{j}").is_in(zero_one)).cast(nw.Int8).alias(f"other{j}") for j in range(k))
        )
        tops += [f"other{j}" for j in range(k)]
    sums, counts = [f"x{j}" for j in range(k)] + [f"x{i}x{j}" for i, j in pairs], [f"c{j}" for j in range(k)]
    wanted = [nw.col(name).sum().alias(name) for name in sums] + [nw.col(name).max().alias(name) for name in tops]
    wanted += [nw.col(f"x{j}").count().alias(f"c{j}") for j in range(k)]
    if table.columns.group is None:
        total = made.select(nw.len().alias("n"), *wanted)
    else:
        total = _over_groups(made.group_by("group").agg(nw.len().alias("n"), *wanted), [*sums, *counts], tops, k)
    row = dict(zip(total.collect_schema().names(), fetch_rows(total)[0], strict=True))
    if not row["n"]:
        explain_no_rows(table)
    gaps = any(row[name] != row["n"] for name in counts) or row.get("known", row.get("groups")) != row.get("groups")
    if gaps or row.get("fault") or not all(isfinite(row[name]) for name in sums):
        return None
    return _moments(table, row, shift)


def _moments(table: TableLayout, row: dict[str, float], shift: float) -> Moments:
    k, n = len(table.names), int(row["n"])
    first = np.array([row[f"x{j}"] for j in range(k)], dtype=np.float64)
    squares = _no_noise(_matrix(row, "x{}x{}", k) - np.outer(first, first) / n, row, k, n)
    binary = tuple(row.get(f"other{j}", 1) == 0 for j in range(k))
    means = shift + first / n
    if table.columns.group is None:
        return Moments(n, means, squares, binary)
    m, sized = first / n, np.array([row[f"nx{j}"] for j in range(k)], dtype=np.float64)
    groups = _matrix(row, "s{}s{}", k) - np.outer(m, sized) - np.outer(sized, m) + np.outer(m, m) * float(row["nn"])
    return Moments(n, means, squares, binary, int(row["groups"]), groups, float(row["nn"]))


def _over_groups(groups: Frame, sums: list[str], tops: list[str], k: int) -> Frame:
    """The groups' own sums, and the sums of products of their totals."""
    pairs = list(combinations_with_replacement(range(k), 2))
    size = nw.col("n").cast(nw.Float64)
    products = groups.with_columns(
        (size * size).alias("nn"),
        *((size * nw.col(f"x{j}")).alias(f"nx{j}") for j in range(k)),
        *((nw.col(f"x{i}") * nw.col(f"x{j}")).alias(f"s{i}s{j}") for i, j in pairs),
    )
    extra = ["nn", *(f"nx{j}" for j in range(k)), *(f"s{i}s{j}" for i, j in pairs)]
    return products.select(
        nw.len().alias("groups"),
        nw.col("group").count().alias("known"),
        *(nw.col(name).sum().alias(name) for name in ["n", *sums, *extra]),
        *(nw.col(name).max().alias(name) for name in tops),
    )


def _matrix(row: dict[str, float], name: str, k: int) -> NDArray[np.float64]:
    whole = np.empty((k, k))
    for i, j in combinations_with_replacement(range(k), 2):
        whole[i, j] = whole[j, i] = row[name.format(i, j)]
    return whole


def _no_noise(squares: NDArray[np.float64], row: dict[str, float], k: int, n: int) -> NDArray[np.float64]:
    """A square that is only rounding error of its two parts is zero."""
    for j in range(k):
        if abs(squares[j, j]) <= 1e-14 * (abs(row[f"x{j}x{j}"]) + row[f"x{j}"] ** 2 / n):
            squares[j, :] = squares[:, j] = 0.0
    return squares
