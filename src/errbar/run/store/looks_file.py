"""The proposals of a search, judged on the same items, in one SQLite file: text and numbers, no pickle.

A look is read and written inside one transaction, so that two loops that write at once take different looks. A file
that cannot be read or written gives no verdict.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from errbar.errors import InputError, StoreError

APPLICATION, SCHEMA = 0x65624C67, 1  # "ebLg"
WAIT_SECONDS = 30.0
TABLES = (
    "CREATE TABLE about (one INTEGER PRIMARY KEY CHECK (one = 1), items TEXT NOT NULL, metric TEXT NOT NULL, "
    "alpha REAL NOT NULL, looks INTEGER NOT NULL, margin REAL NOT NULL)",
    "CREATE TABLE proposals (look INTEGER PRIMARY KEY, mark TEXT NOT NULL UNIQUE, name TEXT NOT NULL, "
    "base TEXT NOT NULL, level REAL NOT NULL, pvalue REAL NOT NULL, kept INTEGER NOT NULL)",
)


@dataclass(frozen=True, slots=True)
class LooksAbout:
    """What a file of looks is about, fixed at the first look."""

    items: str
    metric: str
    alpha: float
    looks: int
    margin: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """One look: which number it was, what was judged, at which level, and whether it was kept."""

    look: int
    mark: str
    name: str
    base: str
    level: float
    pvalue: float
    kept: bool


@contextmanager
def looks_file(path: Path, about: LooksAbout) -> Iterator[sqlite3.Connection]:
    """The file inside one transaction; made at the first look, refused where it is about anything else."""
    if not path.resolve().parent.is_dir():
        raise InputError(f"There is no folder for the ledger {path}.")
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            _prepare(connection, path, about)
            yield connection
            connection.execute("COMMIT")
    except sqlite3.Error as cause:
        raise StoreError(f"The ledger {path} cannot be used, and nothing was decided: {cause}.") from None


def proposals(connection: sqlite3.Connection) -> list[Proposal]:
    rows = connection.execute("SELECT look, mark, name, base, level, pvalue, kept FROM proposals ORDER BY look")
    return [Proposal(look, mark, name, base, level, p, bool(kept)) for look, mark, name, base, level, p, kept in rows]


def add(connection: sqlite3.Connection, one: Proposal) -> None:
    connection.execute(
        "INSERT INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?)",
        (one.look, one.mark, one.name, one.base, one.level, one.pvalue, int(one.kept)),
    )


def _prepare(connection: sqlite3.Connection, path: Path, about: LooksAbout) -> None:
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        for table in TABLES:
            connection.execute(table)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
        given = (about.items, about.metric, about.alpha, about.looks, about.margin)
        connection.execute("INSERT INTO about VALUES (1, ?, ?, ?, ?, ?)", given)
    marks = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    if marks != [APPLICATION, SCHEMA]:
        raise StoreError(f"{path} is no ledger of errbar, or of another version: name another file.")
    found = LooksAbout(*connection.execute("SELECT items, metric, alpha, looks, margin FROM about").fetchone())
    for name, words in (
        ("items", "other items: fresh items take a new ledger"),
        ("metric", f"another metric, {found.metric!r}"),
        ("alpha", f"another error rate, {found.alpha:g}"),
        ("looks", f"another number of looks, {found.looks:,}"),
        ("margin", f"another margin, {found.margin:g}"),
    ):
        if getattr(found, name) != getattr(about, name):
            raise InputError(f"The ledger {path.name} is about {words}.")
