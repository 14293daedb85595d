"""Files -> columns, read by DuckDB: CSV, CSV.gz, Parquet, JSON lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_name
from errbar.errors import InputError

READERS = {
    ".csv": "read_csv",
    ".tsv": "read_csv",
    ".parquet": "read_parquet",
    ".jsonl": "read_json",
    ".ndjson": "read_json",
}


def read_columns(path: Path) -> dict[str, NDArray[Any]]:
    """Every column as an array; missing values are masked."""
    import duckdb

    suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
    reader = READERS.get(suffixes[-1].lower() if suffixes else "")
    if reader is None:
        raise InputError(f"{path} must end in .csv, .csv.gz, .parquet, .jsonl or .ndjson.")
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    try:
        with duckdb.connect() as connection:
            relation = getattr(connection, reader)(str(path))
            if reader == "read_csv":
                from errbar.tables.header import check_header

                check_header(connection, str(path), relation.columns)
            columns: dict[str, NDArray[Any]] = relation.fetchnumpy()
    except duckdb.Error as cause:
        raise InputError(f"{path} cannot be read: {str(cause).splitlines()[0]}") from None
    if not columns or next(iter(columns.values())).size == 0:
        raise InputError(f"{path} holds no rows.")
    return columns


def split_columns(
    columns: dict[str, NDArray[Any]], target: str, groups: str | None = None, drop: list[str] | None = None
) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[Any] | None, dict[str, list[int]]]:
    """(X, y, groups, kinds): X numeric, text coded by number with NaN for missing; `kinds` lists such columns.

    Coding only renames the values; what they mean is learnt inside each training set (`run.preprocess`).
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
    for i, (name, values) in enumerate(features.items()):
        column, is_text = _coded(name, values)
        coded.append(column)
        if is_text:
            kinds["text"].append(i)
        elif np.isnan(column).any():
            kinds["missing"].append(i)
    return (
        np.column_stack(coded),
        _labels("target column", target, columns[target]),
        _labels("group column", groups, columns[groups]) if groups else None,
        kinds,
    )


def _coded(name: str, values: NDArray[Any]) -> tuple[NDArray[np.float64], bool]:
    missing = np.ma.getmaskarray(values)
    data = np.ma.getdata(values)
    if np.issubdtype(data.dtype, np.number) or data.dtype == bool:
        column = data.astype(np.float64)
        column[missing] = np.nan
        if np.isinf(column).any():
            raise InputError(f"Column {name!r} holds infinite values.")
        return column, False
    if np.issubdtype(data.dtype, np.datetime64):
        raise InputError(
            f"Column {name!r} holds dates, which no model reads as they are: leave it out with --drop {name}."
        )
    text = np.array(["" if gone else str(value) for value, gone in zip(data, missing, strict=True)])
    codes = np.unique(text, return_inverse=True)[1].astype(np.float64)
    missing = missing | np.array([value is None for value in data])
    codes[missing] = np.nan
    return codes, True


def _labels(what: str, name: str, values: NDArray[Any]) -> NDArray[Any]:
    missing = np.ma.getmaskarray(values)
    data = np.ma.getdata(values)
    if data.dtype == object:
        missing = missing | np.array([value is None for value in data])
    elif np.issubdtype(data.dtype, np.floating):
        missing = missing | np.isnan(data)
    if missing.any():
        first = int(np.argmax(missing)) + 1
        raise InputError(f"The {what} {name!r} has {int(missing.sum())} missing value(s), the first in row {first}.")
    return data.astype(str) if data.dtype == object else data
