"""Files -> columns, read by DuckDB: CSV, CSV.gz, Parquet, JSON lines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_name
from errbar.cli.cells import Cells
from errbar.errors import InputError

READ = {".csv", ".tsv", ".parquet", ".jsonl", ".ndjson"}
Answer = TypeVar("Answer")


def read_columns(path: Path) -> dict[str, NDArray[Any]]:
    """Every column as an array; missing values are masked."""
    import duckdb

    suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
    if not suffixes or suffixes[-1].lower() not in READ:
        raise InputError(f"{path} must end in .csv, .csv.gz, .parquet, .jsonl or .ndjson.")
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    try:
        with duckdb.connect() as connection:
            try:
                columns = _fetched(connection, str(path))
            except duckdb.ConversionException:  # a value of another kind far down: look at all of them
                columns = _fetched(connection, str(path), sample_size=-1)
    except duckdb.Error as cause:
        raise InputError(f"{path} cannot be read: {str(cause).splitlines()[0]}") from None
    if not columns or next(iter(columns.values())).size == 0:
        raise InputError(f"{path} holds no rows.")
    return columns


def _fetched(connection: Any, path: str, **how: Any) -> dict[str, NDArray[Any]]:
    from errbar.tables.files import file_kind, read_files
    from errbar.tables.header import check_header
    from errbar.tables.source import plain_column

    kind = file_kind(path)
    assert kind is not None
    relation = read_files(connection, kind, [path], **(how if kind == "csv" else {}))
    if kind == "csv":
        check_header(connection, path, relation.columns)
    plain = ", ".join(map(plain_column, relation.columns, relation.types))
    columns: dict[str, NDArray[Any]] = relation.project(plain).fetchnumpy()
    return columns


def split_columns(
    columns: dict[str, NDArray[Any]], target: str, groups: str | None = None, drop: list[str] | None = None
) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[Any] | None, dict[str, list[int]], list[str]]:
    """(X, y, groups, kinds, notes): X numeric, text coded by number with NaN for missing; `kinds` lists such columns.

    Coding only renames the values; what they mean is learnt inside each training set (`run.preprocess`). The notes say
    what was read as text and which words as missing.
    """
    for name in (target, *([groups] if groups else []), *(drop or [])):
        check_name("column", name, columns)
    if target == groups or target in (drop or []):
        option = "--groups" if target == groups else "--drop"
        raise InputError(f"Column {target!r} is the target: it cannot be named by {option} too.")
    features = {name: values for name, values in columns.items() if name not in {target, groups, *(drop or [])}}
    if not features:
        raise InputError("No column is left to learn from besides the target.")
    coded, kinds = [], {"text": [], "missing": []}  # type: tuple[list[NDArray[np.float64]], dict[str, list[int]]]
    notes: list[str] = []
    for i, (name, values) in enumerate(features.items()):
        column, is_text = _coded(name, values, notes)
        coded.append(column)
        if is_text:
            kinds["text"].append(i)
        elif np.isnan(column).any():
            kinds["missing"].append(i)
    if kinds["text"]:
        text = ", ".join(list(features)[i] for i in kinds["text"])
        notes.insert(0, f"Read as text, one 0/1 column for each value: {text}.")
    return (
        np.column_stack(coded),
        _labels("target column", target, columns[target]),
        _labels("group column", groups, columns[groups]) if groups else None,
        kinds,
        notes,
    )


def with_notes(answer: Answer, notes: list[str]) -> Answer:
    """An answer that also says how its file was read."""
    said: Answer = replace(answer, notes=(*answer.notes, *notes))  # type: ignore[type-var, attr-defined]
    return said


def _coded(name: str, values: NDArray[Any], notes: list[str]) -> tuple[NDArray[np.float64], bool]:
    missing = np.ma.getmaskarray(values)
    data = np.ma.getdata(values)
    if np.issubdtype(data.dtype, np.number) or data.dtype == bool:
        column = data.astype(np.float64)
        column[missing] = np.nan
        if np.isinf(column).any():
            raise InputError(f"Column {name!r} holds infinite values.")
        return column, False
    if np.issubdtype(data.dtype, np.datetime64):
        raise _dates(name)
    cells = Cells.of(values)
    if cells.are_numbers or cells.are_truths:
        notes += [f"Column {name!r}: {cells.said_missing()} read as missing."] if cells.n_absent else []
        return cells.numbers(), False
    cells.refuse_mostly_numbers(f"Column {name!r}", name)
    if cells.are_mostly_dates:
        raise _dates(name)
    if cells.all_different:
        notes.append(
            f"Column {name!r} is text with another value in every row, from which nothing can be learnt: "
            f"leave it out with --drop {quote(name)}."
        )
    return cells.codes(), True


def _dates(name: str) -> InputError:
    return InputError(
        f"Column {name!r} holds dates, which no model reads as they are: leave it out with --drop {quote(name)}."
    )


def _labels(what: str, name: str, values: NDArray[Any]) -> NDArray[Any]:
    missing = np.ma.getmaskarray(values)
    data = np.ma.getdata(values)
    said = ""
    if data.dtype == object:
        cells = Cells.of(values)
        missing = cells.missing_labels()
        said = f" ({cells.first(missing)!r})" if (missing & ~cells.empty).any() else ""
        if what == "target column" and not cells.are_numbers:
            cells.refuse_mostly_numbers(f"The {what} {name!r}", None)
    elif np.issubdtype(data.dtype, np.floating):
        missing = missing | np.isnan(data)
    if missing.any():
        first = int(np.argmax(missing)) + 1
        raise InputError(
            f"The {what} {name!r} has {int(missing.sum())} missing value(s){said}, the first in row {first}."
        )
    return data.astype(str) if data.dtype == object else data
