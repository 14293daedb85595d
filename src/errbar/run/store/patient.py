"""Keeping without haste: what a store cannot take now waits in memory, is tried again, and never stops a run."""

from __future__ import annotations

import os
import sqlite3
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from errbar.errors import ErrbarWarning, StoreError
from errbar.run.store import file
from errbar.run.store.file import PackedRow, Place, StoredRow, connect, explained, write

Lot = tuple[bytes, str, Sequence[StoredRow | PackedRow]]  # the key of a run, what it is about, and rows of it

SHORT_SECONDS = 0.1  # for which a store that was locked once is waited for, until the last try

_abandoned: list[sqlite3.Connection] = []  # closing one would remove the journal of the file that took its place


class Patient:
    """The writing end of one store. Writes come from one thread at a time; `tell` belongs to the run's own thread."""

    def __init__(self, path: Place) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = connect(path, create=True)
        self._known = _identity(path)
        self._waiting: list[Lot] = []
        self._reason, self._removed, self._told = "", False, False

    def check_writable(self) -> None:
        """Refuse a store that cannot be written, before any work; one that is locked just now may come free."""
        with explained(self._path):
            try:
                self._wait_for(0.0)
                self._open().execute("DELETE FROM fits WHERE FALSE")
            except sqlite3.OperationalError as cause:
                if cause.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
            self._wait_for(file.WAIT_SECONDS)

    def keep(self, lots: Sequence[Lot]) -> None:
        """Commit these and all that wait; where that fails they wait on."""
        self._waiting += lots
        try:
            with explained(self._path):
                self._notice_removal()
                self._commit(self._open())
        except Exception as cause:  # whatever it is, the run has done its work
            self._reason = str(cause) if isinstance(cause, StoreError) else f"{type(cause).__name__}: {cause}"
            self._back_off()
        else:
            self._waiting, self._reason = [], ""

    def close(self) -> None:
        """The last try, with all the patience there is."""
        if self._connection is not None and self._waiting:
            self._wait_for(file.WAIT_SECONDS)
        self.keep(())
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def notes(self) -> list[str]:
        """What the user should know of the state of things: nothing, where all is kept."""
        removed = f"The store {str(self._path)!r} was removed during the run: what it had kept until then is gone."
        waiting = sum(len(rows) for _, _, rows in self._waiting)
        late = f"{self._reason} Finished fits not kept there: {waiting}; the answer has them all."
        return [removed] * self._removed + [late] * bool(waiting and self._reason)

    def tell(self) -> None:
        """Warn of it, once."""
        notes = [] if self._told else self.notes()
        if notes:
            self._told = True
            warnings.warn(" ".join(notes), ErrbarWarning, stacklevel=5)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection, self._known = connect(self._path, create=True), _identity(self._path)
        return self._connection

    def _commit(self, connection: sqlite3.Connection) -> None:
        if not self._waiting:
            return
        before = connection.total_changes
        connection.execute("BEGIN IMMEDIATE")
        for run, about, rows in self._waiting:
            write(connection, run, about, rows)
        connection.execute("COMMIT")
        if connection.total_changes == before:  # workers have written it all, and leave the waiting for the disk to us
            self._reach_the_disk()

    def _reach_the_disk(self) -> None:
        with suppress(FileNotFoundError), Path(f"{self._path}-wal").open("rb+") as journal:
            os.fsync(journal)

    def _notice_removal(self) -> None:
        """SQLite goes on writing into a file without a name, which nobody will ever read."""
        found = _identity(self._path)
        if self._connection is None or found == self._known:
            return
        self._removed = True
        if found is None:
            self._connection.close()
        else:
            _abandoned.append(self._connection)
        self._connection = None

    def _back_off(self) -> None:
        """Out of the transaction; a connection that cannot even do that is given up."""
        if self._connection is None:
            return
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._wait_for(SHORT_SECONDS)
        except sqlite3.Error:
            self._connection.close()
            self._connection = None

    def _wait_for(self, seconds: float) -> None:
        self._open().execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def _identity(path: Place) -> tuple[int, int] | None:
    """Which file stands there; None for none."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
