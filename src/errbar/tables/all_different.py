"""Does no item of a wide table come twice? Proved with less work than it is to count each."""

from __future__ import annotations

from importlib import import_module
from math import ceil

import duckdb
import numpy as np

from errbar.tables.layout import TableLayout
from errbar.tables.source import has_pyarrow

LARGEST_BITMAP = 10**9  # distinct whole numbers that are ticked off one bit each
MOST_HASHES = 40_000_000  # of names, sorted in memory at a time, where they come all at once and are held twice
MOST_STREAMED = 120_000_000  # where they come little by little: 8 bytes each


def all_different(table: TableLayout) -> bool:
    """In DuckDB, whether no item comes twice; False where that is not proved.

    Whole numbers in a narrow range are ticked off one bit each. Other names are told apart by their 64-bit hashes:
    where no two hashes are equal, no two names are.
    """
    native = table.rows.to_native()
    if not isinstance(native, duckdb.DuckDBPyRelation):
        return False
    present = ", ".join(f"count({key})" for key in table.keys)
    n, *named = native.aggregate(f"count(*), {present}").fetchall()[0]
    if n == 0 or any(count != n for count in named):
        return False
    if len(table.keys) == 1 and table.rows.collect_schema()["k0"].is_integer():
        low, high = native.aggregate("min(k0), max(k0)").fetchall()[0]
        if high - low < min(LARGEST_BITMAP, 64 * n + 10**6):
            seen = native.aggregate(f"bit_count(bitstring_agg(k0, {low}, {high}))").fetchall()[0][0]
            return bool(seen == n)
    return not _equal_hashes(native.project(f"hash({', '.join(table.keys)}) AS h"), n)


def _equal_hashes(hashes: duckdb.DuckDBPyRelation, n: int) -> bool:
    """Whether two rows have one hash; in parts of the hashes, each of which fits in memory."""
    parts = ceil(n / (MOST_STREAMED if has_pyarrow() else MOST_HASHES))
    for part in range(parts):
        own = _fetched(hashes if parts == 1 else hashes.filter(f"h % {parts} = {part}"))
        own.sort()
        if bool((own[1:] == own[:-1]).any()):
            return True
    return False


def _fetched(hashes: duckdb.DuckDBPyRelation) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    if not has_pyarrow():
        return np.asarray(hashes.fetchnumpy()["h"])
    found = np.empty(hashes.aggregate("count(*)").fetchall()[0][0], dtype=np.uint64)
    place = 0
    for batch in import_module("pyarrow").RecordBatchReader.from_stream(hashes):
        found[place : place + batch.num_rows] = batch.column(0).to_numpy(zero_copy_only=False)
        place += batch.num_rows
    return found
