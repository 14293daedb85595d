"""Where each fit of a run belongs in its store: a value that travels, so that who fits can keep what it finished."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from errbar.errors import StoreError
from errbar.run.fit import Fit, Outcome, Share, Task, fit_batch, untold
from errbar.run.store.file import PackedRow, StoredRow, connect, write
from errbar.run.store.packed import pack
from errbar.run.store.patient import Lot

BOOT = Path("/proc/sys/kernel/random/boot_id")
SHORT_SECONDS = 0.05  # that a worker waits for others who write; the driver keeps the same fits, with patience


@dataclass(frozen=True, eq=False, slots=True)
class Shelf:
    """The places of the fits of one run.

    Parameters
    ----------
    path, machine : the file, and on which machine that name means it.
    models : the row of each model in the next two.
    splits, drawn : models x splits, under what a fit is kept; and one that drew from generators of the process, whose
        seed it belongs to, while one that did not is right for any seed.
    about : what the store says of a run, by its key.
    said : keys of what models said, which is kept once for all metrics that look at nothing else.
    losses : keys of losses, by metric and model.
    recalled : the models, by metric, whose losses follow from what they said.
    """

    path: Path
    machine: str
    models: Mapping[str, int]
    splits: NDArray[Any]
    drawn: NDArray[Any]
    about: Mapping[bytes, str]
    said: Mapping[str, bytes]
    losses: Sequence[Mapping[str, bytes]]
    recalled: Sequence[frozenset[str]]

    def lots(self, judged: Mapping[int, Sequence[Fit]]) -> list[Lot]:
        """What is to be written for fits, by metric."""
        rows: dict[bytes, dict[bytes, StoredRow | PackedRow]] = {}
        for place, fits in judged.items():
            for fit in fits:
                split = (self.drawn if fit.drew else self.splits)[self.models[fit.name], fit.number].tobytes()
                packed = None if fit.said is None else pack(fit.said)
                took = fit.fit_seconds, fit.predict_seconds, fit.warnings
                if packed is not None:
                    rows.setdefault(self.said[fit.name], {})[split] = PackedRow(split, packed, *took)
                if packed is None or fit.name not in self.recalled[place]:
                    rows.setdefault(self.losses[place][fit.name], {})[split] = StoredRow(split, fit.losses, *took)
        return [(run, self.about[run], list(some.values())) for run, some in rows.items()]


def this_machine() -> str:
    """What two processes can tell by that they see the same files; SQLite's must not be written from two machines."""
    try:
        return BOOT.read_text()
    except OSError:
        return platform.node()


def fit_and_keep(task: Task, batch: Sequence[Share], starting: Callable[[int, str], None] = untold) -> Outcome:
    """`fit_batch`, and what it finished is in the store before it is handed in: the driver may be killed on the way."""
    outcome = fit_batch(task, batch, starting)
    _keep(task.shelf, outcome)
    return outcome


def _keep(shelf: Shelf | None, outcome: Outcome) -> None:
    """Where that is not possible now, or not from here, nothing is said: the driver keeps it too, and tells.

    Nor is the disk waited for; the driver does that.
    """
    if shelf is None or not outcome.fits or shelf.machine != this_machine():
        return
    lots = shelf.lots({place: [fit.by(place) for fit in outcome.fits] for place in range(len(shelf.losses))})
    with (
        suppress(StoreError, sqlite3.Error, OSError),
        closing(connect(shelf.path, create=False, seconds=SHORT_SECONDS)) as connection,
    ):
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("BEGIN IMMEDIATE")
        for run, about, rows in lots:
            write(connection, run, about, rows)
        connection.execute("COMMIT")
