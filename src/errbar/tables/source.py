"""Anything that holds rows -> one lazy frame.

Files and frames in memory go to an embedded DuckDB, which works through more rows than fit in memory; a lazy frame
(Polars, Ibis, Spark, a DuckDB relation) stays on the engine it came with.
"""

from __future__ import annotations

import atexit
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from itertools import count
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Literal

import duckdb
import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from errbar.check import check_name
from errbar.errors import InputError
from errbar.tables.excel import excel_columns, is_excel
from errbar.tables.file_text import explain_encoding, plain
from errbar.tables.files import USUAL, connect, file_kind, find_files, read_files
from errbar.tables.header import check_header
from errbar.tables.offenders import FIRST
from errbar.tables.structs import unpacked

Frame = nw.LazyFrame[Any]
Missing = Literal["error", "drop", "keep"]

MEMORY_LIMIT = "1GB"  # of the embedded engine; what does not fit is spilled to a temporary folder
LONGEST = 300  # characters of the engine's own words in an error
BY_PLACE = 2**28  # bytes of the groups' sums, of all threads together, where a group's number tells their place
ROW = "row number"  # column that keeps the order of the rows, where asked for


class Engine:
    """An embedded DuckDB with a memory limit and a folder to spill to; a context manager."""

    def __enter__(self) -> Engine:
        _leave_quietly()
        self._folder = TemporaryDirectory(prefix="errbar-")
        self._ours = True
        self._paths: list[str] = []
        self._opened = count()
        self.connection = connect()
        self.connection.execute(f"SET memory_limit = '{MEMORY_LIMIT}'")
        self.connection.execute("SET temp_directory = ?", [self._folder.name])
        self.connection.execute("SET preserve_insertion_order = false")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()
        self._folder.cleanup()
        if self._paths and isinstance(error, (UnreadableError, duckdb.Error)):
            raise unreadable(self._paths, error) from None

    def open(self, source: Any, columns: Sequence[str], labels: Sequence[str], *, numbered: bool = False) -> Frame:
        """The named columns of `source`; `labels` are those that name things, read as text where a file has no types.

        `numbered` adds the column `ROW`, the place of every row.
        """
        if numbered:
            self.connection.execute("SET preserve_insertion_order = true")
        with readable():
            relation = self._relation(source, columns, labels)
            if relation is None:
                if numbered:
                    raise InputError(
                        "The order of the rows is not kept by this engine: give a file or a frame in memory, or name "
                        "the column that tells items apart with item=."
                    )
                frame = _lazy(source)
                _check_columns(columns, frame.collect_schema().names())
                return frame.select(*columns)
            relation = unpacked(relation, columns)
            _check_columns(columns, relation.columns)
            chosen = [
                plain_column(name, kind)
                for name, kind in zip(relation.columns, relation.types, strict=True)
                if name in columns
            ]
            if numbered:
                chosen.append(f'row_number() OVER () AS "{ROW}"')
            lazy: Frame = nw.from_native(relation.project(", ".join(chosen)))
            return lazy

    def group_by_place(self, models: int) -> None:
        """Where groups are whole numbers of a narrow range, find a group's sums by its number, not by a hash of it.

        DuckDB does so for a few thousand groups; for more, as long as the sums of `models` and their products are few.
        """
        sums = models + models * (models + 1) // 2
        threads = self.connection.execute("SELECT current_setting('threads')").fetchall()[0][0]
        bits = (BY_PLACE // (int(threads) * (24 * sums + 16))).bit_length() - 1
        self.connection.execute(f"SET perfect_ht_threshold = {min(max(bits, 12), 18)}")

    def hold(self, frame: Frame) -> Frame:
        """The frame worked out once, where it will be read more than once; another engine works as it likes."""
        native = frame.to_native()
        if not self._ours or not isinstance(native, duckdb.DuckDBPyRelation):
            return frame
        with readable():
            native.create("held")
            held: Frame = nw.from_native(self.connection.table("held"))
        return held

    def _relation(self, source: Any, columns: Sequence[str], labels: Sequence[str]) -> duckdb.DuckDBPyRelation | None:
        """DuckDB's view of files and frames in memory; None for what runs elsewhere."""
        if isinstance(source, duckdb.DuckDBPyRelation):
            self._ours = False
            return source
        if isinstance(source, (str, PathLike)) or _is_list_of_paths(source):
            paths = find_files(source)
            if not all(map(is_excel, paths)):
                return self._files(paths, columns, labels)
            source = excel_columns(paths)
            _check_columns(columns, list(source))
        if hasattr(source, "get_column") and not has_pyarrow():  # a Polars frame
            _check_columns(columns, source.columns)
            source = {name: _polars(source.get_column(name)) for name in columns}
        if isinstance(source, Mapping):
            source = {name: np.asarray(values) for name, values in source.items()}
            lengths = {values.shape for values in source.values()}
            if len(lengths) != 1 or len(next(iter(lengths))) != 1:
                raise InputError("A table given as a mapping needs columns of one length each.")
            self.connection.register("given", source)
            return self.connection.table("given")
        if type(source).__module__.partition(".")[0] == "pandas":
            return _from_pandas(self.connection, source)
        if hasattr(source, "__arrow_c_stream__") and not hasattr(source, "to_sql"):
            return self.connection.from_arrow(source)
        return None

    def _files(self, paths: list[str], columns: Sequence[str], labels: Sequence[str]) -> duckdb.DuckDBPyRelation:
        self._paths = paths
        kinds = {file_kind(path) for path in paths}
        kind = kinds.pop()
        if kinds or kind is None:
            raise InputError(
                f"Tables are read from {', '.join(USUAL[:-1])} and {USUAL[-1]} files, one kind at a time; got "
                f"{', '.join(Path(path).name for path in paths[:5])}."
            )
        if kind == "parquet":
            parquet: duckdb.DuckDBPyRelation = read_files(self.connection, kind, paths, union_by_name=len(paths) > 1)
            return parquet
        if kind == "json":
            if not any(Path(path).stat().st_size for path in paths):
                raise InputError(f"The table holds no rows: {Path(paths[0]).name} is empty.")
            return self._once(read_files(self.connection, kind, paths, union_by_name=len(paths) > 1), columns)
        return self._csv(paths, columns, labels)

    def _csv(self, paths: list[str], columns: Sequence[str], labels: Sequence[str]) -> duckdb.DuckDBPyRelation:
        """Labels as text, so that '007' and '7' stay two items; the rest by looking at the values."""
        how: dict[str, Any] = {"union_by_name": len(paths) > 1}
        found = read_files(self.connection, "csv", paths, **how).columns
        _check_columns(columns, found)
        for path in paths:
            own = found if len(paths) == 1 else read_files(self.connection, "csv", [path]).columns
            check_header(self.connection, path, own)
        text = dict.fromkeys(labels, "VARCHAR")
        try:
            return self._once(read_files(self.connection, "csv", paths, dtype=text, **how), columns)
        except duckdb.ConversionException:  # a value of another kind far down: look at all of them
            return self._once(read_files(self.connection, "csv", paths, dtype=text, sample_size=-1, **how), columns)

    def _once(self, relation: duckdb.DuckDBPyRelation, columns: Sequence[str]) -> duckdb.DuckDBPyRelation:
        """Text is parsed a single time for each set of columns, into a table that spills where it must."""
        relation = unpacked(relation, columns)
        _check_columns(columns, relation.columns)
        name = f"parsed_{next(self._opened)}"
        relation.project(", ".join(map(quoted, dict.fromkeys(columns)))).create(name)
        return self.connection.table(name)


@cache
def _leave_quietly() -> None:
    """At exit, empty the caches in which narwhals holds on to DuckDB; DuckDB 2 would print them as leaks."""
    atexit.register(_empty_caches)


def _empty_caches() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "narwhals"]:
        for value in list(vars(sys.modules[name]).values()):
            if callable(empty := getattr(value, "cache_clear", None)):
                empty()


def fetch(frame: Frame) -> dict[str, NDArray[Any]]:
    """Every column as an array; missing numbers are NaN, other missing values None."""
    with readable():
        native = frame.to_native()
        if isinstance(native, duckdb.DuckDBPyRelation):
            return {name: _filled(column) for name, column in native.fetchnumpy().items()}
        table = frame.collect()
        return {name: table[name].to_numpy() for name in table.columns}


def fetch_rows(frame: Frame) -> list[tuple[Any, ...]]:
    """The rows of a small result."""
    with readable():
        native = frame.to_native()
        if isinstance(native, duckdb.DuckDBPyRelation):
            rows: list[tuple[Any, ...]] = native.fetchall()
            return rows
        return [tuple(row) for row in frame.collect().rows()]


class UnreadableError(InputError):
    """What the engine says about a table, which is not yet named."""


@contextmanager
def readable() -> Iterator[None]:
    """The engine's own errors as one sentence."""
    try:
        yield
    except duckdb.Error as cause:
        raise UnreadableError(f"The table cannot be read: {why(cause)}") from None


def why(cause: BaseException) -> str:
    """The start of an engine's error on one line, as a terminal may print it."""
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    text = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in plain(" ".join(lines[:3])))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def unreadable(paths: Sequence[str], cause: BaseException) -> InputError:
    """The sentence for files that the engine cannot read; what is not UTF-8 is told with its likely encoding."""
    try:
        for path in paths:
            if file_kind(path) != "parquet" and not path.lower().endswith(".gz"):
                explain_encoding(path)
    except InputError as found:
        return found
    named = ", ".join(Path(path).name for path in paths[:FIRST]) + (", ..." if len(paths) > FIRST else "")
    return InputError(f"{named} cannot be read: {why(cause).removeprefix('The table cannot be read: ')}")


def _from_pandas(connection: duckdb.DuckDBPyConnection, frame: Any) -> duckdb.DuckDBPyRelation:
    if not hasattr(frame, "columns"):
        raise InputError(
            f"A table has columns, and a {type(frame).__name__} has none: give a frame, such as to_frame()."
        )
    try:
        return connection.from_df(frame)
    except duckdb.Error:  # rows in reverse order, which DuckDB cannot take as they lie in memory
        return connection.from_df(frame.copy())


def has_pyarrow() -> bool:
    """Whether it is installed; nothing needs it."""
    try:
        import_module("pyarrow")
    except ImportError:
        return False
    return True


def _polars(series: Any) -> NDArray[Any]:
    """A Polars column without pyarrow; with missing values, as objects, so that whole numbers stay whole."""
    if series.dtype.is_numeric() and not series.null_count() and not series.dtype.is_decimal():
        numbers: NDArray[Any] = series.to_numpy()
        return numbers
    return np.array(series.to_list(), dtype=object)


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def plain_column(name: str, kind: Any) -> str:
    """A column of any JSON values as text; enumerations too."""
    if str(kind) == "JSON":
        return f"json_extract_string({quoted(name)}, '$') AS {quoted(name)}"
    if str(kind).startswith("ENUM"):
        return f"{quoted(name)}::VARCHAR AS {quoted(name)}"
    return quoted(name)


def _check_columns(columns: Sequence[str], found: Sequence[str]) -> None:
    for name in columns:
        check_name("column", name, found)


def _lazy(source: Any) -> Frame:
    try:
        frame = nw.from_native(source)
    except TypeError:
        raise InputError(
            f"A table is a file (CSV, CSV.gz, Parquet, JSON lines), several files, or a pandas, Polars, Arrow, Ibis or "
            f"DuckDB table; got {type(source).__name__}."
        ) from None
    lazy: Frame = frame.lazy()
    return lazy


def _is_list_of_paths(source: Any) -> bool:
    return isinstance(source, (list, tuple)) and all(isinstance(one, (str, PathLike)) for one in source)


def _filled(column: NDArray[Any]) -> NDArray[Any]:
    gone = np.ma.getmaskarray(column)
    data = np.ma.getdata(column)
    if not gone.any():
        return np.asarray(data)
    filled = np.asarray(data.astype(np.float64 if np.issubdtype(data.dtype, np.number) else object))
    filled[gone] = np.nan if np.issubdtype(data.dtype, np.number) else None
    return filled
