"""A file of data -> its columns as arrays, read by DuckDB: CSV, CSV.gz, Parquet, JSON lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
from numpy.typing import NDArray

from errbar.errors import InputError
from errbar.tables.excel import excel_columns, is_excel
from errbar.tables.files import USUAL, FileKind, connect, file_kind, read_files
from errbar.tables.header import check_header
from errbar.tables.source import plain_column, unreadable


def read_columns(path: Path) -> dict[str, NDArray[Any]]:
    """Every column as an array; missing values are masked."""
    if is_excel(str(path)) and path.is_file():
        return excel_columns([str(path)])
    kind = file_kind(str(path))
    if kind is None:
        raise InputError(f"{path} must end in {', '.join(USUAL[:-1])} or {USUAL[-1]}.")
    if not path.is_file():
        raise InputError(f"There is no file {path}.")
    try:
        with connect() as connection:
            try:
                columns = _fetched(connection, kind, str(path))
            except duckdb.ConversionException:  # a value of another kind far down: look at all of them
                columns = _fetched(connection, kind, str(path), sample_size=-1)
    except duckdb.Error as cause:
        raise unreadable([str(path)], cause) from None
    if not columns or next(iter(columns.values())).size == 0:
        raise InputError(f"{path} holds no rows.")
    return columns


def _fetched(connection: duckdb.DuckDBPyConnection, kind: FileKind, path: str, **how: Any) -> dict[str, NDArray[Any]]:
    relation = read_files(connection, kind, [path], **(how if kind == "csv" else {}))
    if kind == "csv":
        check_header(connection, path, relation.columns)
    plain = ", ".join(map(plain_column, relation.columns, relation.types))
    columns: dict[str, NDArray[Any]] = relation.project(plain).fetchnumpy()
    return columns
