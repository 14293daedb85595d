"""Training runs of models: gathered model by model; and a look at answers that may be runs in disguise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtrc

from errbar.core.holes import Known
from errbar.errors import InputError
from errbar.tables.file_text import shown
from errbar.tables.layout import TableLayout
from errbar.tables.source import fetch, fetch_rows
from errbar.types import Runs, Scores
from errbar.types.scores import split_means

UNLIKELY, SUSPECT = 1e-3, 0.05  # for a table: how rarely equal answers are refused as training runs, or noted


def in_runs(
    runs: Mapping[str, tuple[str, str]],
    scores: Scores,
    found: dict[str, NDArray[Any]],
    squares: Mapping[str, float],
    known: Mapping[str, Known],
) -> Scores:
    """Scores of every run as if it were a model -> scores of the models, which hold their runs.

    `known`: of each model which cells are no filled holes, where there are any.
    """
    assert scores.items is not None
    places: dict[str, list[int]] = {}
    for place, name in enumerate(scores.names):
        places.setdefault(runs[name][0], []).append(place)
    cells = tuple(scores.items[own] for own in places.values())
    answers = None
    if "n0" in found:
        answers = tuple(np.stack([found[f"n{j}"].astype(np.float64) for j in own]) for own in places.values())
    held = Runs(
        tuple(tuple(runs[scores.names[j]][1] for j in own) for own in places.values()),
        cells,
        answers,
        tuple(sum(squares.get(scores.names[j], 0.0) for j in own) for own in places.values()) if squares else None,
        tuple(known[model] for model in places) if known else None,
    )
    items = np.stack([np.where((one == one[0]).all(axis=0), one[0], one.mean(axis=0)) for one in cells])
    seen = [one if held.known is None else one[held.known[i]] for i, one in enumerate(cells)]
    averaged = scores.averaged or all(bool(((one == 0) | (one == 1)).all()) for one in seen)
    return replace(
        scores,
        names=tuple(places),
        values=split_means(items, scores.plan),
        items=items,
        averaged=averaged,
        loss_range=(0.0, 1.0) if averaged and scores.loss_range is None else scores.loss_range,
        runs=held,
    )


def answer_squares(table: TableLayout) -> dict[str, float]:
    """For each run, the squares of answers around the mean of their cell, summed in a fixed order."""
    if table.runs is None or table.columns.answers is None:
        return {}
    rows = fetch(table.rows.select("model", *table.keys, "repeat", "value").sort("model", *table.keys, "repeat"))
    value = rows["value"].astype(np.float64)
    names, model = np.unique(rows["model"].astype(str), return_inverse=True)
    items = [np.unique(rows[key].astype(str), return_inverse=True)[1] for key in table.keys]
    cell = np.unique(np.stack([model, *items]), axis=1, return_inverse=True)[1].ravel()
    mean = np.bincount(cell, value) / np.bincount(cell)
    sums = np.bincount(model, (value - mean[cell]) ** 2)
    return dict(zip(names.tolist(), sums.tolist(), strict=True))


def check_answers_alike(table: TableLayout) -> list[str]:
    """Refuse `repeat=` where the numbered answers differ, over all items, by more than answers of one model would.

    Where that is merely likely, a note says so.

    Asked where every item has the same numbers: the mean square between numbers against that of what is left.
    """
    notes: list[str] = []
    if table.columns.answers is None or table.runs is not None:
        return notes
    value = nw.col("value")
    sums = (nw.len().alias("n"), value.sum().alias("s"), (value * value).sum().alias("q"))
    by_number = fetch_rows(table.rows.group_by("model", "repeat").agg(*sums))
    items = table.rows.group_by("model", *table.keys).agg(nw.len().alias("n"), value.sum().alias("s"))
    one = nw.col("s") * nw.col("s") / nw.col("n").cast(nw.Float64)
    totals = items.with_columns(one.alias("ss")).group_by("model").agg(nw.len().alias("m"), nw.col("ss").sum())
    by_model = {name: (int(m), float(ss or 0.0)) for name, m, ss in fetch_rows(totals) if name is not None}
    for name, (n, squares) in by_model.items():
        rows = [(int(row[2]), float(row[3] or 0.0), float(row[4] or 0.0)) for row in by_number if row[0] == name]
        p = _unlike(n, rows, squares)
        if p is not None and p < UNLIKELY / len(by_model):
            means = sorted(total / count for count, total, _ in rows)
            raise InputError(
                f"The answers numbered by {table.columns.answers!r} differ too much to be answers of one model: "
                f"{shown(name)} has means from {means[0]:.4g} to {means[-1]:.4g} over the same {n:,} items "
                f"(p = {p:.1g}). If they are training runs or seeds, name the column with run= (--run) instead; if "
                "they are answers after all, number each item's in a random order."
            )
        if p is not None and p < SUSPECT / len(by_model):
            notes.append(
                f"The answers of {shown(name)} differ with their number (p = {p:.1g}): if {table.columns.answers!r} "
                "names training runs or seeds, read it with run= (--run), or the interval is too narrow."
            )
    return notes


def _unlike(n: int, rows: list[tuple[int, float, float]], squares: float) -> float | None:
    """p of equal means of all numbers, from counts, sums and squares of each; `squares`: of items, sums squared."""
    k = len(rows)
    if k < 2 or n < 2 or any(count != n for count, _, _ in rows):
        return None
    centre = sum(total for _, total, _ in rows) ** 2 / (n * k)
    between = sum(total**2 for _, total, _ in rows) / n - centre
    left = sum(square for _, _, square in rows) - squares - between
    scale = sum(square for _, _, square in rows)
    if between <= 1e-12 * scale:
        return None
    df = (k - 1.0, (k - 1.0) * (n - 1.0))
    return 0.0 if left <= 1e-12 * scale else float(fdtrc(*df, between / df[0] / (left / df[1])))
