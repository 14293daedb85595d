"""Several answers to an item -> how much one answer varies around its item's mean, model by model."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from errbar.tables.layout import TableLayout
from errbar.tables.source import fetch, fetch_rows

MOST_ROWS = 1_000_000  # answers that are no right or wrong are looked at one by one, up to so many


def answer_spread(table: TableLayout, found: dict[str, NDArray[Any]], *, right_or_wrong: bool) -> dict[str, Any]:
    """Variance of one answer, pooled over items, and answers per item (harmonic mean); empty where nobody can tell."""
    if table.columns.answers is None or table.runs is not None:
        return {}
    counts = [found[f"n{j}"].astype(np.float64) for j in range(len(table.names))]
    each = {name: float(n.size / (1.0 / n).sum()) for name, n in zip(table.names, counts, strict=True)}
    if right_or_wrong:
        shares = [found[f"x{j}"].astype(np.float64) for j in range(len(table.names))]
        squares = [float((n * p * (1.0 - p)).sum()) for n, p in zip(counts, shares, strict=True)]
    else:
        squares = _squares(table, found)
    left = [float((n - 1.0).sum()) for n in counts]
    if not squares or not all(left):
        return {}
    pooled = [square / df for square, df in zip(squares, left, strict=True)]
    return {"answers_each": each, "answer_variance": dict(zip(table.names, pooled, strict=True))}


def _squares(table: TableLayout, found: dict[str, NDArray[Any]]) -> list[float]:
    """Of each model, squares of answers around the mean of their item, summed in a fixed order."""
    if fetch_rows(table.rows.select(nw.len().alias("n")))[0][0] > MOST_ROWS:
        return []
    order = ["model", *table.keys, "repeat"]
    rows = fetch(table.rows.select(*order, "value").sort(*order))
    held, names = set(found[table.keys[-1]].tolist()), rows["model"].astype(str)
    sums = []
    for name in table.names:
        own = (names == name) & np.array([item in held for item in rows[table.keys[-1]].tolist()])
        value = rows["value"][own].astype(np.float64)
        item = np.unique(rows[table.keys[-1]][own].astype(str), return_inverse=True)[1]
        mean = np.bincount(item, value) / np.bincount(item)
        sums.append(float(((value - mean[item]) ** 2).sum()))
    return sums
