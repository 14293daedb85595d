"""Rows -> Datasets, in the engine that reads every other table: only one mean per data set and model comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from errbar.check import check_columns, check_name, check_some_text
from errbar.errors import InputError
from errbar.tables.files import file_kind, find_files, read_files
from errbar.tables.offenders import listed
from errbar.tables.run_rows import read_runs
from errbar.tables.source import Engine, Frame, fetch, fetch_rows, readable
from errbar.types.datasets import WHY, Datasets, Missing, complete, refuse_splits, significant

Means = tuple[tuple[str, ...], tuple[str, ...], NDArray[np.float64], list[str]]  # data sets, models, means, notes

APART = "If they are items or splits, name the column that tells them apart: item= (--item) or split= (--split)."


def read_datasets(
    source: Any,
    *,
    dataset: str | None,
    model: str | None,
    value: str | Sequence[str] | None,
    item: str | None,
    split: str | None,
    run: str | None,
    loss: str | None,
    greater_is_better: bool | None,
    missing: Missing,
) -> Datasets:
    """See `Datasets.from_table`."""
    check_name("missing", missing, ("error", "drop"))
    check_columns(dataset=dataset, model=model, item=item, split=split, run=run)
    check_some_text("loss", loss)
    source, dataset = _with_index(source, dataset)
    kinds = column_types(source)
    dataset = _dataset_column(kinds, dataset, [one for one in (model, item, split, run) if one is not None])
    refuse_splits("data sets", (), dataset)
    if run is not None:
        if item is not None or split is not None:
            raise InputError("run= goes without item= and split=: give one score per data set, model and run.")
        columns = {"dataset": dataset} | ({} if model is None else {"model": model}) | {"run": run}
        return read_runs(source, columns, value, (loss, greater_is_better, missing))
    keys = {"dataset": dataset, "split": split, "item": item, "model": model}
    labels = {key: name for key, name in keys.items() if name is not None}
    values = _wide_columns(kinds, value, labels) if model is None else [_long_column(value)]
    with Engine() as engine:
        raw = engine.open(source, [*labels.values(), *values], list(labels.values()))
        _refuse_text(raw, values)
        if list(labels) == ["dataset"]:
            names, table = _plain_table(fetch(raw), dataset, values)
            return complete(
                names, tuple(values), table, loss=loss, greater_is_better=greater_is_better, missing=missing
            )
        rows = raw.select(
            *(nw.col(name).cast(nw.String).alias(key) for key, name in labels.items()),
            *(nw.col(name).cast(nw.Float64).alias(f"x{j}") for j, name in enumerate(values)),
        )
        _refuse_nameless(rows, labels)
        _refuse_copies(rows, labels)
        names, models, means, notes = _long(rows, labels, missing) if model else _wide(rows, values, missing)
        if item is not None:
            _refuse_shared_items(rows)
    what = loss or (value if isinstance(value, str) else None)
    averaged = item is not None or split is not None
    means = significant(means) if averaged else means
    return complete(names, models, means, loss=what, greater_is_better=greater_is_better, missing=missing, notes=notes)


def _plain_table(
    columns: Mapping[str, NDArray[Any]], dataset: str, values: Sequence[str]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """One row per data set, as it stands."""
    labels = columns[dataset].tolist()
    if any(label is None or label != label for label in labels):  # noqa: PLR0124 - NaN
        raise InputError(
            f"Column {dataset!r} is missing in some rows: every row needs it. Fill it in or remove those rows."
        )
    names = tuple(map(str, labels))
    twice = sorted(name for name, n in Counter(names).items() if n > 1)
    if twice:
        raise InputError(f"Several rows for the same {dataset}: {listed(twice, total=len(twice))}. {APART}")
    return names, np.stack([columns[name].astype(np.float64) for name in values], axis=1)


def _long(rows: Frame, labels: Mapping[str, str], missing: Missing) -> Means:
    """One row per data set, model, and item or split where there are any."""
    keys = [key for key in labels if key != "model"]
    finite = rows.filter(nw.col("x0").is_finite().fill_null(False))
    cells = _cells(finite)
    n_rows = {
        name: int(n) for name, n in fetch_rows(rows.select(*keys).unique().group_by("dataset").agg(nw.len().alias("n")))
    }
    models = tuple(sorted(name for (name,) in fetch_rows(rows.select("model").unique())))
    counts = {(name, model): cells.get((name, model), (0.0, 0))[1] for name in sorted(n_rows) for model in models}
    holes = [_hole(name, model, n, n_rows[name]) for (name, model), n in counts.items() if n < n_rows[name]]
    notes = []
    if holes:
        notes = _dropped(holes, missing)
        whole = finite.group_by(*keys).agg(nw.len().alias("n")).filter(nw.col("n") == len(models))
        cells = _cells(finite.join(whole.select(*keys), on=keys, how="semi"))
    names = tuple(sorted({name for name, _ in cells}))
    means = [[cells[name, model][0] for model in models] for name in names]
    return names, models, np.array(means, dtype=np.float64).reshape(len(names), len(models)), notes


def _wide(rows: Frame, values: Sequence[str], missing: Missing) -> Means:
    """One row per data set, and item or split where there are any, with a column per model."""
    places = range(len(values))
    odd = nw.any_horizontal(*(~nw.col(f"x{j}").is_finite().fill_null(False) for j in places), ignore_nulls=False)
    counted = rows.group_by("dataset").agg(
        nw.len().alias("n"),
        *(nw.col(f"x{j}").is_finite().fill_null(False).cast(nw.Int64).sum().alias(f"x{j}") for j in places),
    )
    counts = sorted(fetch_rows(counted.select("dataset", "n", *(f"x{j}" for j in places))))
    holes = [
        _hole(name, values[j], int(found[j]), int(n)) for name, n, *found in counts for j in places if found[j] < n
    ]
    notes = []
    if holes:
        notes = _dropped(holes, missing)
        rows = rows.filter(~odd)
    means = rows.group_by("dataset").agg(*(nw.col(f"x{j}").mean().alias(f"x{j}") for j in places))
    found = sorted(fetch_rows(means.select("dataset", *(f"x{j}" for j in places))))
    table = np.array([row[1:] for row in found], dtype=np.float64).reshape(len(found), len(values))
    return tuple(row[0] for row in found), tuple(values), table, notes


def _cells(rows: Frame) -> dict[tuple[str, str], tuple[float, int]]:
    """(data set, model) -> mean and rows."""
    found = rows.group_by("dataset", "model").agg(nw.col("x0").mean().alias("mean"), nw.len().alias("n"))
    return {(name, model): (mean, int(n)) for name, model, mean, n in fetch_rows(found)}


def _hole(name: str, model: str, n: int, of: int) -> str:
    return f"data set {name!r}: model {model!r}" + (f" has {n:,} of {of:,} rows" if of > 1 else "")


def _dropped(holes: Sequence[str], missing: Missing) -> list[str]:
    shown = listed(holes, total=len(holes))
    if missing == "error":
        raise InputError(
            f"The table has holes: {shown}. Fill them in, leave out the model or the data set, or choose "
            "missing='drop' (--missing drop) to leave out every row that not all models have."
        )
    return [f"Rows that not all models have were left out: {shown}."]


def _refuse_text(rows: Frame, values: Sequence[str]) -> None:
    schema = rows.collect_schema()
    for name in values:
        if not schema[name].is_numeric() and schema[name] != nw.Boolean:
            raise InputError(f"Column {name!r} must hold numbers; it holds {schema[name]}.")


def _refuse_nameless(rows: Frame, labels: Mapping[str, str]) -> None:
    for key, name in labels.items():
        if fetch_rows(rows.filter(nw.col(key).is_null()).select(nw.len().alias("n")))[0][0]:
            raise InputError(
                f"Column {name!r} is missing in some rows: every row needs it. Fill it in or remove those rows."
            )


def _refuse_copies(rows: Frame, labels: Mapping[str, str]) -> None:
    """Rows that nothing tells apart."""
    copies = rows.group_by(*labels).agg(nw.len().alias("n")).filter(nw.col("n") > 1)
    total = int(fetch_rows(copies.select(nw.len().alias("n")))[0][0])
    if not total:
        return
    first = fetch_rows(copies.select(*labels, "n").sort(*labels).head(5))
    shown = [", ".join(f"{name} {value}" for name, value in zip(labels.values(), row, strict=False)) for row in first]
    apart = [] if {"item", "split"} <= labels.keys() else [APART]
    raise InputError(
        " ".join([f"Several rows for the same {', '.join(labels.values())}: {listed(shown, total=total)}.", *apart])
    )


def _refuse_shared_items(rows: Frame) -> None:
    """Items that come in several data sets, or that are dealt out to them: both are splits of one data set.

    Items that are merely numbered, 0 or 1 up to their count in every data set, say nothing.
    """
    number = nw.col("item").str.replace_all("[^0-9]+", "")
    once = rows.select("dataset", "item").unique()
    numbered = once.with_columns(nw.when(number != "").then(number).cast(nw.Int64).alias("number"))
    spans = fetch_rows(
        numbered.group_by("dataset")
        .agg(
            nw.len().alias("n"),
            nw.col("number").count().alias("known"),
            nw.col("number").min().alias("low"),
            nw.col("number").max().alias("high"),
            nw.col("number").n_unique().alias("different"),
        )
        .select("n", "known", "low", "high", "different")
    )
    counters = all(n == known == different for n, known, _, _, different in spans)
    runs = counters and all(high - low + 1 == n for n, _, low, high, _ in spans)
    if len(spans) < 2 or (runs and all(low in (0, 1) for _, _, low, _, _ in spans)):
        return
    several = once.group_by("item").agg(nw.len().alias("n")).filter(nw.col("n") > 1)
    n_shared = int(fetch_rows(several.select(nw.len().alias("n")))[0][0])
    if n_shared:
        shown = [str(row[0]) for row in fetch_rows(several.select("item").sort("item").head(5))]
        raise InputError(
            f"The same items come in several data sets ({listed(shown, total=n_shared)}), so these are splits of one "
            f"data set; {WHY} If they are different examples, put the data set's name before the item's."
        )
    total, low, high = (f(span[i] for span in spans) for f, i in ((sum, 0), (min, 2), (max, 3)))
    if counters and not runs and low in (0, 1) and high - low + 1 == total:
        raise InputError(
            f"The {total:,} items are numbered through and dealt out to the data sets, so these are the folds of one "
            f"data set; {WHY}"
        )


# -- columns ---------------------------------------------------------------------------------------------------


def _with_index(source: Any, dataset: str | None) -> tuple[Any, str | None]:
    """A pandas frame whose index names the data sets, with the index as a column, and that column's name."""
    index: Any = getattr(source, "index", None)
    if type(source).__module__.partition(".")[0] != "pandas" or type(index).__name__ == "RangeIndex":
        return source, dataset
    named = isinstance(index.name, str)
    if dataset in source.columns or (dataset is None and not named and index.dtype.kind in "iuf"):
        return source, dataset
    name = dataset or (index.name if named else "dataset")
    return source.reset_index(names=name), name


def column_types(source: Any) -> dict[str, bool]:
    """Name -> whether the column holds text."""
    if isinstance(source, (str, PathLike)) or (isinstance(source, (list, tuple)) and source):
        path = find_files(source)[0]
        with Engine() as engine, readable():
            relation = read_files(engine.connection, file_kind(path) or "csv", [path])
            return {name: str(kind) == "VARCHAR" for name, kind in zip(relation.columns, relation.types, strict=True)}
    if isinstance(source, Mapping):
        return {str(name): np.asarray(values).dtype.kind in "OUS" for name, values in source.items()}
    try:
        schema = nw.from_native(source).lazy().collect_schema()
    except TypeError:
        raise InputError(
            "A table of data sets is a file (CSV, CSV.gz, Parquet, JSON lines) or a pandas, Polars or Arrow table; got "
            f"{type(source).__name__}."
        ) from None
    return {str(name): kind in (nw.String, nw.Categorical, nw.Enum, nw.Object) for name, kind in schema.items()}


def _dataset_column(names: Mapping[str, bool], dataset: str | None, others: Sequence[str]) -> str:
    """The column of data sets: the one named, or the only one that holds text."""
    if dataset is not None:
        return check_name("dataset", dataset, names)
    text = [name for name, is_text in names.items() if is_text and name not in others]
    if len(text) == 1:
        return text[0]
    found = f"text columns: {', '.join(text)}" if text else "no column holds text"
    raise InputError(
        f"Say which column names the data sets with dataset= (--dataset); {found}. Rows without names could as well be "
        "folds of one data set."
    )


def _wide_columns(kinds: Mapping[str, bool], value: str | Sequence[str] | None, labels: Mapping[str, str]) -> list[str]:
    """The models' columns of a wide table."""
    if value is not None:
        if not isinstance(value, str | Sequence):
            raise InputError(f"value= names a column, or several; got {value!r:.80}.")
        return [value] if isinstance(value, str) else list(value)
    left = [name for name in kinds if name not in labels.values()]
    for name in left:
        if kinds[name]:
            raise InputError(
                f"Column {name!r} holds text: for one row per model name it with model= (--model-col) and the numbers "
                "with value= (--loss-col); else list the models' columns in value=."
            )
        refuse_splits("data sets", (), name)
    if not left:
        named = ", ".join(map(repr, labels.values()))
        raise InputError(f"The table has no columns but {named}: one per model is needed.")
    return left


def _long_column(value: str | Sequence[str] | None) -> str:
    if not isinstance(value, str):
        raise InputError("With a column of model names, value= (--loss-col) is the one column of numbers.")
    return value
