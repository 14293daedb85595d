"""The file that keeps finished fits: one SQLite database, arrays and JSON only, every row with its checksum.

A row is the losses of one model on one split, under the fingerprint of everything they depend on. Whatever is wrong
with the file ends in one `StoreError`; a row that does not match its checksum is never used.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_path
from errbar.errors import StoreError
from errbar.run.store.fingerprint import fingerprint, versions
from errbar.run.store.packed import Packed
from errbar.run.warned import Warned

Place = str | PathLike[str]

SCHEMA = 1
APPLICATION = 0x65726272  # SQLite's mark for whose file it is: "errb"
WAIT_SECONDS = 10.0  # for another process to finish writing

TABLES = (
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, about TEXT NOT NULL, created REAL NOT NULL)""",
    """CREATE TABLE fits (
        run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE, split BLOB NOT NULL, dtype TEXT NOT NULL,
        losses BLOB NOT NULL, fit_seconds REAL NOT NULL, predict_seconds REAL NOT NULL, warnings TEXT NOT NULL,
        checksum BLOB NOT NULL, finished REAL NOT NULL, PRIMARY KEY (run, split))""",
)
REASONS = {
    sqlite3.SQLITE_NOTADB: "is not a store (another kind of file, or a damaged one). Give another name, or remove it",
    sqlite3.SQLITE_CORRUPT: "is damaged. `errbar store prune` saves what can be read; or remove it and run again",
    sqlite3.SQLITE_BUSY: "is locked by another process. Wait for that process, or give another file",
    sqlite3.SQLITE_LOCKED: "is locked by another process. Wait for that process, or give another file",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full. Free some space and run again; what was kept is safe",
    sqlite3.SQLITE_IOERR: "cannot be read or written (disk full or failing?). What was kept before is safe",
    sqlite3.SQLITE_READONLY: "cannot be written: it is read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: is it a folder, or one that does not exist or may not be written?",
}

PACKED = ("<f8", "|u1")  # how losses are written, and nothing else is read


@dataclass(frozen=True, slots=True)
class StoredRow:
    """What is kept of one fit: its losses."""

    split: bytes
    losses: NDArray[np.float64]
    fit_seconds: float
    predict_seconds: float
    warnings: tuple[Warned, ...]

    @property
    def packed(self) -> Packed:
        """0/1 losses take a byte each, if that gives back the very same numbers (-0.0 is not 0.0)."""
        plain = np.ascontiguousarray(self.losses, dtype="<f8")
        if not ((plain == 0) | (plain == 1)).all() or np.signbit(plain).any():
            return Packed("<f8", plain.tobytes())
        return Packed("|u1", plain.astype("|u1").tobytes())


@dataclass(frozen=True, slots=True)
class PackedRow:
    """The same as it stands in the store; or, in place of losses, what they are made of."""

    split: bytes
    packed: Packed
    fit_seconds: float
    predict_seconds: float
    warnings: tuple[Warned, ...]

    def judged(self, losses: NDArray[np.float64]) -> StoredRow:
        return StoredRow(self.split, losses, self.fit_seconds, self.predict_seconds, self.warnings)


@contextmanager
def explained(path: Place) -> Iterator[None]:
    """Any failure of SQLite as one sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as cause:
        code = getattr(cause, "sqlite_errorcode", None)
        reason = "cannot be used" if code is None else REASONS.get(code & 0xFF, "cannot be used")
        raise StoreError(f"The store {str(path)!r} {reason} (SQLite: {cause}).") from cause


def connect(path: Place, *, create: bool, seconds: float | None = None) -> sqlite3.Connection:
    """The store at `path`, checked to be one of ours; a new one is made where there is none.

    Who writes at the same time is waited for, `WAIT_SECONDS` or as long as is said.
    """
    check_path("store", path)
    if not create and not Path(path).is_file():
        raise StoreError(f"There is no store {str(path)!r}.")
    with explained(path):
        wait = WAIT_SECONDS if seconds is None else seconds
        connection = sqlite3.connect(path, timeout=wait, isolation_level=None, check_same_thread=False)
        connection.text_factory = _text
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _text(raw: bytes) -> str:
    """Whatever it is: text that decayed does not match its checksum."""
    return raw.decode("utf-8", "replace")


def _prepare(connection: sqlite3.Connection, path: Place) -> None:
    if _is_empty(connection):
        _create(connection)
    application, schema = _value(connection, "PRAGMA application_id"), _value(connection, "PRAGMA user_version")
    if application != APPLICATION:
        raise StoreError(f"{str(path)!r} is a database of another program, not a store of errbar. Give another name.")
    if schema != SCHEMA:
        raise StoreError(
            f"The store {str(path)!r} has schema {schema}; this errbar reads schema {SCHEMA}. "
            "Give another name, or use the errbar that wrote it."
        )
    connection.execute("PRAGMA synchronous = FULL")  # what is committed survives a power cut
    connection.execute("PRAGMA foreign_keys = ON")


def _create(connection: sqlite3.Connection) -> None:
    """Tables in an empty file; two processes may come at the same moment."""
    _until_free(connection, "PRAGMA journal_mode = WAL")
    _until_free(connection, "BEGIN IMMEDIATE")
    try:
        if _is_empty(connection):
            for table in TABLES:
                connection.execute(table)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _is_empty(connection: sqlite3.Connection) -> bool:
    return bool(_value(connection, "SELECT count(*) FROM sqlite_master") == 0)


def _until_free(connection: sqlite3.Connection, statement: str) -> None:
    """SQLite's own waiting does not cover a change of journal mode."""
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as cause:
            if cause.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.05)


def _value(connection: sqlite3.Connection, query: str, *arguments: Any) -> Any:
    return connection.execute(query, arguments).fetchone()[0]


def read(connection: sqlite3.Connection, path: Place, run: bytes, split: bytes, size: int) -> StoredRow | None:
    """The kept losses of a split, or None; such that were tampered with or decayed are an error."""
    row = read_packed(connection, path, run, split)
    if row is None:
        return None
    dtype, losses = row.packed
    if dtype not in PACKED or len(losses) != size * np.dtype(dtype).itemsize:
        raise _damage(path)
    return row.judged(np.frombuffer(losses, dtype=dtype).astype(np.float64))


def read_packed(connection: sqlite3.Connection, path: Place, run: bytes, split: bytes) -> PackedRow | None:
    """The same as it stands there."""
    found = connection.execute(
        "SELECT dtype, losses, fit_seconds, predict_seconds, warnings, checksum FROM fits "
        "WHERE run = (SELECT id FROM runs WHERE key = ?) AND split = ?",
        (run, split),
    ).fetchone()
    if found is None:
        return None
    *fields, checksum = found
    dtype, losses, fit_seconds, predict_seconds, warnings = fields
    if fingerprint(run, split, *fields) != checksum:
        raise _damage(path)
    try:
        warned = tuple((str(kind), str(text)) for kind, text in json.loads(warnings))
    except (TypeError, ValueError, RecursionError):
        raise StoreError(f"The store {str(path)!r} holds a split that errbar did not write: start another.") from None
    return PackedRow(split, Packed(dtype, losses), fit_seconds, predict_seconds, warned)


def _damage(path: Place) -> StoreError:
    return StoreError(
        f"The store {str(path)!r} is damaged: a kept split does not match its checksum. "
        "`errbar store prune` removes what is damaged."
    )


def write(connection: sqlite3.Connection, run: bytes, about: str, rows: Sequence[StoredRow | PackedRow]) -> None:
    """Rows of one run; part of a transaction. What another process kept meanwhile stays."""
    connection.execute("INSERT OR IGNORE INTO runs (key, about, created) VALUES (?, ?, ?)", (run, about, time.time()))
    number = _value(connection, "SELECT id FROM runs WHERE key = ?", run)
    for row in rows:
        fields = (*row.packed, row.fit_seconds, row.predict_seconds, json.dumps(row.warnings))
        connection.execute(
            "INSERT OR IGNORE INTO fits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (number, row.split, *fields, fingerprint(run, row.split, *fields), time.time()),
        )


# -- errbar store ls | info -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One model on one data set under one loss, and how much of it is kept."""

    id: int
    model: str
    computed: str
    loss: str
    n: int
    n_features: int
    data: str
    splits: int
    seconds: float
    size: int
    created: float
    last: float | None
    usable: bool


def entries(path: Place) -> list[Entry]:
    """Everything in the store, oldest first; what other versions fitted is not usable by this one."""
    now = versions()
    with explained(path), closing(connect(path, create=False)) as connection:
        found = connection.execute(
            "SELECT runs.id, about, created, count(split), coalesce(sum(fit_seconds + predict_seconds), 0), "
            "coalesce(sum(length(losses)), 0), max(finished) FROM runs LEFT JOIN fits ON run = runs.id "
            "GROUP BY runs.id ORDER BY runs.id"
        ).fetchall()
    try:
        return [entry_of(now, *row) for row in found]
    except (ValueError, TypeError, KeyError) as cause:
        raise StoreError(
            f"The store {str(path)!r} is damaged: what it says of a run cannot be read ({cause}). "
            "`errbar store prune` removes what is damaged."
        ) from cause


def entry_of(now: Mapping[str, str], number: int, text: str, created: float, splits: int, *totals: Any) -> Entry:
    about, (seconds, size, last) = json.loads(text), totals
    usable = about.pop("versions") == now
    return Entry(number, splits=splits, seconds=seconds, size=size, created=created, last=last, usable=usable, **about)


def info(path: Place) -> dict[str, Any]:
    """The store as a whole; every row is checked."""
    listed = entries(path)
    with explained(path), closing(connect(path, create=False)) as connection:
        sound = _value(connection, "PRAGMA integrity_check(1)") == "ok"
        n_damaged = len(damaged(connection))
    return {
        "file": str(path),
        "schema": SCHEMA,
        "bytes": Path(path).stat().st_size,
        "runs": len(listed),
        "usable_runs": sum(entry.usable for entry in listed),
        "fits": sum(entry.splits for entry in listed),
        "seconds": sum(entry.seconds for entry in listed),
        "sound": sound and not n_damaged,
        "damaged_fits": n_damaged,
    }


def damaged(connection: sqlite3.Connection) -> list[int]:
    """The rows that do not match their checksums."""
    rows = connection.execute(
        "SELECT fits.rowid, checksum, key, split, dtype, losses, fit_seconds, predict_seconds, warnings "
        "FROM fits JOIN runs ON run = runs.id"
    )
    return [number for number, checksum, *fields in rows if fingerprint(*fields) != checksum]
