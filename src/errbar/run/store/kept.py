"""What a run finds in its store and adds to it. Commits happen beside the fits, so nobody waits for the disk."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_path
from errbar.core.arrays import Indices
from errbar.plans.plan import Reader
from errbar.run.examples import n_features
from errbar.run.fit import Fit, Share, Task, judge, judging
from errbar.run.losses import Loss, Score
from errbar.run.saying import Recalled
from errbar.run.seeding import SHARED, Seeding, is_known, seeded
from errbar.run.store.file import PackedRow, Place, StoredRow, connect, explained, read, read_packed
from errbar.run.store.fingerprint import (
    data_fingerprint,
    fingerprint,
    metric_fingerprint,
    model_fingerprint,
    params_fingerprint,
    split_fingerprint,
    versions,
)
from errbar.run.store.packed import unpack
from errbar.run.store.patient import Lot, Patient
from errbar.run.store.shelf import Shelf, this_machine


class Kept(Protocol):
    @property
    def shelf(self) -> Shelf | None: ...
    def finished(self, place: int, shares: Sequence[Share]) -> Iterator[Fit]: ...
    def keep(self, judged: Mapping[int, Sequence[Fit]]) -> None: ...
    def check_writable(self) -> None: ...
    def notes(self) -> list[str]: ...


@contextmanager
def kept_in(path: Place | None, task: Task, families: Sequence[Mapping[str, str]]) -> Iterator[Kept]:
    """The store at `path` as this run sees it; all that was kept is committed when the context ends.

    `families` names, by metric, the shared computation of each model that has one: its rounding is its own.
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

    shelf = None

    def finished(self, place: int, shares: Sequence[Share]) -> Iterator[Fit]:  # noqa: ARG002
        return iter(())

    def keep(self, judged: Mapping[int, Sequence[Fit]]) -> None:
        """Nothing is kept."""

    def check_writable(self) -> None:
        """Nothing is written."""

    def notes(self) -> list[str]:
        return []


class InStore:
    """The fits of one run, by the fingerprints of what they depend on.

    What a model said is kept once for all metrics that look at nothing else; the losses themselves where a metric looks
    at more, or where they were computed from shared statistics.
    """

    def __init__(self, path: Place, task: Task, families: Sequence[Mapping[str, str]]) -> None:
        place = check_path("store", path).absolute()
        self._path, self._task, self._families = path, task, families
        data, now = data_fingerprint(task.data.X, task.data.y), versions()
        models = {name: model_fingerprint(name, model) for name, model in task.models.items()}
        about = {name: _about(task, name, data, now) for name in models}
        said_of: dict[bytes, str] = {}

        def key(name: str, metric: bytes, called: str, family: str) -> bytes:
            more = () if task.params is None else (params_fingerprint(task.params.fit[name]),)
            made = fingerprint(data, models[name], metric, family, now, *more)
            said_of[made] = json.dumps(about[name] | {"computed": family, "loss": called})
            return made

        splits, drawn = np.zeros((2, len(models), len(task.plan)), dtype="V16")
        self.shelf = Shelf(
            place,
            this_machine(),
            {name: row for row, name in enumerate(models)},
            splits,
            drawn,
            said_of,
            {name: key(name, b"said", "predictions", "fit") for name in models},
            [
                {name: key(name, _mark(task, metric), metric.name, computed.get(name, "fit")) for name in models}
                for metric, computed in zip(task.metrics, families, strict=True)
            ],
            [
                frozenset(name for name in models if is_known(metric) and name not in computed)
                for metric, computed in zip(task.metrics, families, strict=True)
            ],
        )
        self._patient = Patient(path)
        self._writer = Writer(self._patient)

    def finished(self, place: int, shares: Sequence[Share]) -> Iterator[Fit]:
        """Which of the shares the store has, or can work out."""
        task, reader = self._task, Reader(self._task.plan)
        seedings = {name: Seeding.of(model, *task.metrics) for name, model in task.models.items()}
        with explained(self._path), closing(connect(self._path, create=True)) as connection:
            for number, names in shares:
                train, test = reader[number]
                for name in names:
                    labels = _labels(task, seedings[name], number, train, test)
                    spot = self.shelf.models[name], number
                    self.shelf.splits[spot], self.shelf.drawn[spot] = labels[0], labels[-1]
                    found = (self._found(connection, place, name, label, test) for label in labels)
                    row = next((row for row in found if row is not None), None)
                    if row is not None:
                        yield Fit(number, name, row.losses, row.fit_seconds, row.predict_seconds, row.warnings)

    def _found(self, connection: Any, place: int, name: str, label: bytes, test: Indices) -> StoredRow | None:
        """The kept losses, or those that follow from what the model said."""
        metric = self._task.metrics[place]
        size = test.size if isinstance(metric, Loss) else 1
        row = read(connection, self._path, self.shelf.losses[place][name], label, size)
        if row is not None or name in self._families[place]:
            return row
        said = read_packed(connection, self._path, self.shelf.said[name], label)
        if said is None:
            return None
        given = judging(self._task, metric, test)
        return _recalled(metric, self._task.models[name], said, self._task.data.y[test], given)

    def check_writable(self) -> None:
        """Refuse a store that can be read only, before any fit."""
        self._patient.check_writable()

    def keep(self, judged: Mapping[int, Sequence[Fit]]) -> None:
        """Commit soon; trouble with an earlier commit is told here."""
        self._writer.put(self.shelf.lots(judged))
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


def _mark(task: Task, metric: Loss | Score) -> bytes:
    """What tells a metric from others, with what its scorer gets."""
    given = {} if task.params is None else task.params.score.get(metric.name, {})
    mark = metric_fingerprint(metric)
    return mark + params_fingerprint(given) if given else mark


def _recalled(
    metric: Loss | Score, model: Any, row: PackedRow, y: NDArray[Any], given: Mapping[str, Any]
) -> StoredRow | None:
    """Judged by what the model said; None where the metric wants more, draws or finds fault: a fit will tell."""
    try:
        with seeded(None if is_known(metric) else 0) as drawn:
            losses = judge(metric, Recalled(model, unpack(row.packed)), None, y.copy(), given)
    except Exception:  # NotKeptError, or a metric that may do anything
        return None
    return None if drawn.any else row.judged(losses)


def _about(task: Task, name: str, data: bytes, now: Mapping[str, str]) -> dict[str, Any]:
    """What `errbar store ls` shows."""
    return {
        "model": " ".join(repr(task.models[name]).split())[:300],
        "n": task.data.n,
        "n_features": n_features(task.data.X),
        "data": data.hex(),
        "versions": now,
    }
