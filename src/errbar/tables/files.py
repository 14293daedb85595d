"""Where DuckDB reads files, and nowhere else: the file that was named, and nothing that its path seems to say.

DuckDB takes `data[1].csv` for a pattern that data1.csv matches, `~` for a home folder, and a folder called `loss=0` for
a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from glob import glob
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal

from errbar.errors import InputError

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


def file_kind(path: str) -> FileKind | None:
    """By the ending, .gz aside."""
    return KINDS.get(next((s.lower() for s in reversed(Path(path).suffixes) if s.lower() != ".gz"), ""))


def find_files(source: Any) -> list[str]:
    """Paths and patterns as existing files, sorted inside each pattern; a file that has the very name comes first."""
    given = [source] if isinstance(source, (str, PathLike)) else list(source)
    paths = []
    for one in (str(fspath(path)) for path in given):
        is_pattern = any(sign in one for sign in "*?[") and not Path(one).is_file()
        found = sorted(glob(one, recursive=True)) if is_pattern else [one]  # noqa: PTH207
        if not found or not all(Path(path).is_file() for path in found):
            raise InputError(f"There is no file {one!r}.")
        paths += found
    if not paths:
        raise InputError("No file is given.")
    return paths


def read_files(connection: Any, kind: FileKind, paths: Sequence[str], **how: Any) -> Any:
    """A relation over exactly these files."""
    reader = {"csv": connection.read_csv, "parquet": connection.read_parquet, "json": connection.read_json}[kind]
    return reader([_literal(path) for path in paths], hive_partitioning=False, **how)


def _literal(path: str) -> str:
    """
    >>> _literal("/data[1]/*.csv")
    '/data[[]1]/[*].csv'
    """
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in str(Path(path).absolute()))
