"""A store without what this errbar cannot use: runs by number or age, those of other versions, what is damaged."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from errbar.errors import StoreError
from errbar.run.store.file import Place, connect, damaged, entries, entry_of, explained
from errbar.run.store.fingerprint import fingerprint

CONTENTS = {"runs": 4, "fits": 9}  # tables and their columns, in the order in which they can be filled


def prune(path: Place, *, runs: Sequence[int] = (), older_than_days: float | None = None) -> dict[str, int]:
    """Remove runs by number or by age; with neither, what this errbar cannot use: other versions', damaged rows."""
    by_use = not runs and older_than_days is None
    n_mended = _mended(path) if by_use else 0
    listed = entries(path)
    unknown = set(runs) - {entry.id for entry in listed}
    if unknown:
        raise StoreError(f"The store {str(path)!r} has no run {min(unknown)}; `errbar store ls` lists them.")
    chosen = {entry.id for entry in listed if entry.id in runs}
    if older_than_days is not None:
        edge = time.time() - 86400 * older_than_days
        chosen |= {entry.id for entry in listed if (entry.last or entry.created) < edge}
    if by_use:
        chosen = {entry.id for entry in listed if not entry.usable or entry.splits == 0}
    with explained(path), closing(connect(path, create=False)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("DELETE FROM runs WHERE id = ?", [(run,) for run in sorted(chosen)])
        connection.execute("COMMIT")
        connection.execute("VACUUM")
    removed = sum(entry.splits for entry in listed if entry.id in chosen)
    return {"removed_runs": len(chosen), "removed_fits": removed + n_mended}


def _mended(path: Place) -> int:
    """Damaged fits, and runs that nobody can tell any more, are removed; a damaged file is written anew."""
    with explained(path), closing(connect(path, create=False)) as connection:
        try:
            if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok":
                return _removed(connection)
        except sqlite3.DatabaseError as cause:
            if cause.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
        return _written_anew(connection, Path(path))


def _removed(connection: sqlite3.Connection) -> int:
    connection.execute("BEGIN IMMEDIATE")
    n_before = _count(connection)
    connection.executemany("DELETE FROM fits WHERE rowid = ?", [(row,) for row in damaged(connection)])
    untold = [(run,) for run, about in connection.execute("SELECT id, about FROM runs").fetchall() if not _told(about)]
    connection.executemany("DELETE FROM fits WHERE run = ?", untold)
    connection.executemany("DELETE FROM runs WHERE id = ?", untold)
    n_after = _count(connection)
    connection.execute("COMMIT")
    return n_before - n_after


def _written_anew(connection: sqlite3.Connection, path: Path) -> int:
    """All rows that can be read and match their checksums, in a file that takes the place of this one."""
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.errbar-", dir=path.parent)
    os.close(handle)
    try:
        with closing(connect(name, create=True)) as new:
            new.execute("BEGIN IMMEDIATE")
            keys = {row[0]: row[1] for row in _readable(connection, "runs") if _told(row[2])}
            for table, width in CONTENTS.items():
                rows = [row for row in _readable(connection, table) if _sound(table, row, keys)]
                new.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * width)})", rows)
            n_kept = _count(new)
            new.execute("COMMIT")
        n_seen = max(n_kept, sum(1 for _ in _readable(connection, "fits")))
        connection.close()
        for end in ("-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)
        Path(name).replace(path)
    finally:
        for end in ("", "-wal", "-shm"):
            Path(f"{name}{end}").unlink(missing_ok=True)
    return n_seen - n_kept


def _readable(connection: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """Rows from the first one on, up to where the file is damaged, then from the last one back."""
    seen = set()
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.DatabaseError):
            for number, *row in connection.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid {order}"):
                if number not in seen:
                    seen.add(number)
                    yield tuple(row)


def _sound(table: str, row: tuple[Any, ...], keys: dict[int, bytes]) -> bool:
    if table == "runs":
        return row[0] in keys
    run, *fields, checksum, _ = row
    return run in keys and fingerprint(keys[run], *fields) == checksum


def _told(about: Any) -> bool:
    """Whether what a run says of itself can be read."""
    try:
        entry_of({}, 0, about, 0.0, 0, 0.0, 0, None)
    except (ValueError, TypeError, KeyError):
        return False
    return True


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM fits").fetchone()[0])
