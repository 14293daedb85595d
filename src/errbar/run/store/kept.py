"""What a run finds in its store and adds to it. Commits happen beside the fits, so nobody waits for the disk."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, Protocol

import numpy as np

from errbar.core.arrays import Indices
from errbar.plans.plan import Reader
from errbar.run.fit import Fit, Share, Task
from errbar.run.losses import Loss
from errbar.run.seeding import SHARED, Seeding
from errbar.run.store.file import Place, StoredRow, connect, explained, read
from errbar.run.store.fingerprint import (
    data_fingerprint,
    fingerprint,
    metric_fingerprint,
    model_fingerprint,
    split_fingerprint,
    versions,
)
from errbar.run.store.patient import Lot, Patient


class Kept(Protocol):
    def finished(self, shares: Sequence[Share]) -> Iterator[Fit]: ...
    def keep(self, fits: Sequence[Fit]) -> None: ...
    def check_writable(self) -> None: ...
    def notes(self) -> list[str]: ...


@contextmanager
def kept_in(path: Place | None, task: Task, families: Mapping[str, str]) -> Iterator[Kept]:
    """The store at `path` as this run sees it; all that was kept is committed when the context ends.

    `families` names the shared computation of each model that has one: its rounding is its own.
    """
    if path is None:
        yield Nothing()
        return
    store = InStore(path, task, families)
    try:
        yield store
    finally:
        store.close()


class Nothing:
    """No store was asked for."""

    def finished(self, shares: Sequence[Share]) -> Iterator[Fit]:  # noqa: ARG002
        return iter(())

    def keep(self, fits: Sequence[Fit]) -> None:
        """Nothing is kept."""

    def check_writable(self) -> None:
        """Nothing is written."""

    def notes(self) -> list[str]:
        return []


class InStore:
    """The fits of one run, by the fingerprints of what they depend on."""

    def __init__(self, path: Place, task: Task, families: Mapping[str, str]) -> None:
        self._path, self._task = path, task
        self._rows = {name: row for row, name in enumerate(task.models)}
        # a fit that drew from generators of the process belongs to their seed; one that did not is right for any seed
        self._splits, self._drawn = np.zeros((2, len(task.models), len(task.plan)), dtype="V16")
        data, metric, now = data_fingerprint(task.data.X, task.data.y), metric_fingerprint(task.metric), versions()
        self._keys, self._about = {}, {}
        for name, model in task.models.items():
            family = families.get(name, "fit")
            key = fingerprint(data, model_fingerprint(name, model), metric, family, now)
            self._keys[name], self._about[key] = key, json.dumps(_about(task, name, data, family, now))
        self._patient = Patient(path)
        self._writer = Writer(self._patient)

    def finished(self, shares: Sequence[Share]) -> Iterator[Fit]:
        """Which of the shares the store has."""
        task, reader = self._task, Reader(self._task.plan)
        seedings = {name: Seeding.of(model, task.metric) for name, model in task.models.items()}
        sizes = task.plan.n_test if isinstance(task.metric, Loss) else np.ones(len(task.plan), dtype=np.intp)
        with explained(self._path), closing(connect(self._path, create=True)) as connection:
            for number, names in shares:
                train, test = reader[number]
                for name in names:
                    labels = _labels(task, seedings[name], number, train, test)
                    place = self._rows[name], number
                    self._splits[place], self._drawn[place] = labels[0], labels[-1]
                    size = int(sizes[number])
                    found = (read(connection, self._path, self._keys[name], label, size) for label in labels)
                    row = next((row for row in found if row is not None), None)
                    if row is not None:
                        yield Fit(number, name, row.losses, row.fit_seconds, row.predict_seconds, row.warnings)

    def check_writable(self) -> None:
        """Refuse a store that can be read only, before any fit."""
        self._patient.check_writable()

    def keep(self, fits: Sequence[Fit]) -> None:
        """Commit soon; trouble with an earlier commit is told here."""
        rows: dict[bytes, list[StoredRow]] = {}
        for fit in fits:
            labels = self._drawn if fit.drew else self._splits
            split = labels[self._rows[fit.name], fit.number].tobytes()
            row = StoredRow(split, fit.losses, fit.fit_seconds, fit.predict_seconds, fit.warnings)
            rows.setdefault(self._keys[fit.name], []).append(row)
        self._writer.put([(run, self._about[run], some) for run, some in rows.items()])
        self._patient.tell()

    def notes(self) -> list[str]:
        """Of what could not be kept, once the store is closed."""
        return self._patient.notes()

    def close(self) -> None:
        self._writer.finish()
        self._patient.tell()


class Writer(threading.Thread):
    """Commits what has come in since the last commit, then the next lot."""

    def __init__(self, patient: Patient) -> None:
        super().__init__(name="errbar-store", daemon=True)
        self._patient = patient
        self._queue: queue.SimpleQueue[list[Lot] | None] = queue.SimpleQueue()
        self.start()

    def put(self, lots: list[Lot]) -> None:
        self._queue.put(lots)

    def finish(self) -> None:
        self._queue.put(None)
        self.join()

    def run(self) -> None:
        more = True
        while more:
            came = [self._queue.get()]
            while not self._queue.empty():
                came.append(self._queue.get())
            more = None not in came
            lots = [lot for some in came if some is not None for lot in some]
            if lots:
                self._patient.keep(lots)
        self._patient.close()


def _labels(task: Task, seeding: Seeding, number: int, train: Indices, test: Indices) -> list[bytes]:
    """Under what a fit may be kept: for any seed of the generators of the process, and for the one it got."""
    states = seeding.states(task.plan, task.seed, number)
    shared = seeding.shared_seed(task.plan, task.seed, number)
    both = [states] if shared is None else [states, {**states, SHARED: shared}]
    return [split_fingerprint(task.data.n, train, test, one) for one in both]


def _about(task: Task, name: str, data: bytes, family: str, now: Mapping[str, str]) -> dict[str, Any]:
    """What `errbar store ls` shows."""
    return {
        "model": " ".join(repr(task.models[name]).split())[:300],
        "computed": family,
        "loss": task.metric.name,
        "n": task.data.n,
        "n_features": int(task.data.X.shape[1]),
        "data": data.hex(),
        "versions": now,
    }
