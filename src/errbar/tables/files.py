"""Where DuckDB reads files, and nowhere else: the file that was named, and nothing that its path seems to say.

DuckDB takes `data[1].csv` for a pattern that data1.csv matches, `~` for a home folder, and a folder called `loss=0` for
a column.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Sequence
from glob import glob
from os import PathLike, fspath
from os.path import isfile  # says no to a name that is too long
from pathlib import Path
from typing import Any, Literal

import duckdb

from errbar.errors import InputError
from errbar.tables.file_text import check_mark, plain, shown
from errbar.types.zips import check_gzip

FileKind = Literal["csv", "parquet", "json"]

KINDS: dict[str, FileKind] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "json",
    ".ndjson": "json",
    ".json": "json",
}
USUAL = (".csv", ".csv.gz", ".parquet", ".jsonl", ".ndjson")  # what a refusal names; the others spell the same kinds

# nothing is fetched over a network: Parquet and JSON are built in, and no other extension is installed or loaded
SETTINGS = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
MOST_COLUMNS = 20_000  # of a CSV file, which takes DuckDB half a minute; more are a table written sideways
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


def connect() -> duckdb.DuckDBPyConnection:
    """A DuckDB of its own, in memory, that stays off the network."""
    return duckdb.connect(config={name: str(value).lower() for name, value in SETTINGS.items()})


def file_kind(path: str) -> FileKind | None:
    """By the ending, .gz aside."""
    return KINDS.get(next((s.lower() for s in reversed(Path(path).suffixes) if s.lower() != ".gz"), ""))


def find_files(source: Any) -> list[str]:
    """Paths and patterns as existing files, sorted inside each pattern; a file that has the very name comes first."""
    several = isinstance(source, Iterable) and not isinstance(source, str) and getattr(source, "shape", None) != ()
    given = list(source) if several else [source]
    if not all(isinstance(path, str | PathLike) for path in given):
        raise InputError(f"A table is a file, several of them, or a frame; got {source!r:.80}.")
    paths = []
    for one in (str(fspath(path)) for path in given):
        if _ELSEWHERE.match(one):
            raise InputError(f"{shown(one)} is not on this machine: errbar reads local files; download it first.")
        if "\0" in one or plain(one) != one:
            raise InputError(f"{shown(one)} is no name of a file that can be read here: rename it.")
        is_pattern = any(sign in one for sign in "*?[") and not isfile(one)  # noqa: PTH113
        found = sorted(glob(one, recursive=True)) if is_pattern else [one]  # noqa: PTH207
        if not found or not all(map(isfile, found)):
            raise InputError(f"There is no file {one!r:.200}.")
        paths += found
    if not paths:
        raise InputError("No file is given.")
    return paths


def read_files(connection: Any, kind: FileKind, paths: Sequence[str], **how: Any) -> Any:
    """A relation over exactly these files; the connection may open no others from here on."""
    _confine(connection, paths)
    if kind != "parquet":
        for path in paths:
            _check_unpacked(path)
            check_mark(path)
    if kind == "csv":
        for path in paths:
            _check_width(path)
    reader = {"csv": connection.read_csv, "parquet": connection.read_parquet, "json": connection.read_json}[kind]
    return reader([_literal(path) for path in paths], hive_partitioning=False, **how)


def _confine(connection: Any, paths: Sequence[str]) -> None:
    """A file that names another one, or a path that is read as a pattern, reaches nothing."""
    if connection.execute("SELECT current_setting('enable_external_access')").fetchall()[0][0]:
        spelled = [name for path in paths for name in (str(Path(path).absolute()), _literal(path))]
        connection.execute(f"SET allowed_paths = [{', '.join(map(_text, dict.fromkeys(spelled)))}]")
        connection.execute("SET enable_external_access = false")


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _check_unpacked(path: str) -> None:
    if path.lower().endswith(".gz"):
        try:
            check_gzip(Path(path))
        except (OSError, EOFError, zlib.error):
            raise InputError(f"{Path(path).name} cannot be read: it is damaged, or not compressed as .gz.") from None


def _check_width(path: str) -> None:
    """Refuse a header of more columns than a table has; the engine takes a buffer for each."""
    try:
        with gzip.open(path) if path.lower().endswith(".gz") else Path(path).open("rb") as file:
            first = file.readline(64 * MOST_COLUMNS)
    except (OSError, EOFError, zlib.error):
        raise InputError(f"{Path(path).name} cannot be read: it is damaged, or not compressed as .gz.") from None
    n = 1 + max(first.count(sign) for sign in (b",", b";", b"\t", b"|"))
    if n > MOST_COLUMNS:
        raise InputError(
            f"{Path(path).name} has {n:,} columns or more; errbar reads up to {MOST_COLUMNS:,}: are rows and columns "
            "swapped?"
        )


def _literal(path: str) -> str:
    """
    >>> _literal("/data[1]/*.csv")
    '/data[[]1]/[*].csv'
    """
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in str(Path(path).absolute()))
