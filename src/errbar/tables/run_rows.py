"""Rows of training runs on many data sets (or tasks) -> Datasets that hold the score of every run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np

from errbar.core.arrays import Floats
from errbar.errors import InputError
from errbar.tables.offenders import listed
from errbar.tables.source import Engine, fetch
from errbar.types.datasets import Datasets, Missing, complete, significant

Runs = dict[tuple[str, str], dict[str, float]]  # (data set, model) -> run -> score


def read_runs(
    source: Any,
    labels: Mapping[str, str],
    value: str | Sequence[str] | None,
    about: tuple[str | None, bool | None, Missing],
) -> Datasets:
    """`labels`: the columns of data set, model and run; `about`: loss, greater_is_better and missing."""
    loss, better, missing = about
    if "model" not in labels or not isinstance(value, str):
        raise InputError("run= needs one row per data set, model and run: name model= and the one column value=.")
    found = _cells(source, labels, value)
    names, models = (tuple(sorted({key[i] for key in found})) for i in (0, 1))
    table = np.array([[_mean(found.get((name, model))) for model in models] for name in names])
    whole = complete(names, models, significant(table), loss=loss or value, greater_is_better=better, missing=missing)
    held = {name: tuple(_sorted(found[name, model]) for model in models) for name in whole.names}
    counts = {len(one) for runs in held.values() for one in runs}
    said = f"{min(counts)} to {max(counts)}" if len(counts) > 1 else str(min(counts))
    notes = (*whole.notes, f"Each data set counts by the mean of its training runs ({said} of each model).")
    return replace(whole, runs=held, notes=notes)


def _cells(source: Any, labels: Mapping[str, str], value: str) -> Runs:
    with Engine() as engine:
        raw = engine.open(source, [*labels.values(), value], list(labels.values()))
        kind = raw.collect_schema()[value]
        if not kind.is_numeric() and kind != nw.Boolean:
            raise InputError(f"Column {value!r} must hold numbers; it holds {kind}.")
        rows = fetch(
            raw.select(
                *(nw.col(name).cast(nw.String).alias(key) for key, name in labels.items()),
                nw.col(value).cast(nw.Float64).alias("x"),
            )
        )
    found: Runs = {}
    copies = []
    for place, (name, model, run) in enumerate(zip(*(rows[key].tolist() for key in labels), strict=True)):
        if name is None or model is None or run is None:
            raise InputError("Every row needs its data set, its model and its run: fill them in or remove those rows.")
        cell = found.setdefault((name, model), {})
        if run in cell:
            copies.append(f"{name}, {model}, run {run}")
        cell[run] = float(rows["x"][place])
    if copies:
        raise InputError(f"Several rows for the same data set, model and run: {listed(copies[:5], total=len(copies))}.")
    return found


def _mean(runs: Mapping[str, float] | None) -> float:
    return float("nan") if runs is None else float(_sorted(runs).mean())


def _sorted(runs: Mapping[str, float]) -> Floats:
    """Scores in a fixed order, so that the order of rows does not matter."""
    return np.array([runs[run] for run in sorted(runs)])
