"""Replications in chunks: in parallel, in bounded memory, and resumable. The bytes depend on the seed alone.

Replication i has a stream of its own, so neither chunks nor workers nor a restart change what it gives.
"""

from __future__ import annotations

import json
import time
from functools import lru_cache
from typing import Any, Protocol
from zlib import crc32

import numpy as np

from errbar.core.arrays import Floats
from errbar.lab.worlds.world import Simulated, World
from errbar.run.one_thread import one_thread
from errbar.run.store.file import Place, Row, connect, explained, read, write
from errbar.run.store.fingerprint import fingerprint, versions

CHUNK, CHUNKS = 10, 100  # replications computed and kept together, and chunks in a long study: what a kill loses
TRUTH_SEED = 20030901  # of the true errors, whatever the seed of the study


class Replication(Protocol):
    """One data set and all that is computed on it, as a fixed number of numbers; must travel to other processes."""

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    def __call__(self, rng: np.random.Generator) -> Floats: ...


def replicate(
    one: Replication, count: int, *, seed: int, n_jobs: int | None = None, store: Place | None = None
) -> Floats:
    """Replications x numbers.

    Parameters
    ----------
    one : what is replicated.
    count : how often.
    seed : of the streams.
    n_jobs : as joblib's.
    store : a file that keeps finished chunks.
    """
    from joblib import Parallel, delayed

    width = max(CHUNK, count // CHUNKS)
    values, missing = np.empty((count, one.size)), []
    with Kept(store, one, seed) as kept:
        for start in range(0, count, width):
            stop = min(start + width, count)
            found = kept.find(start, stop)
            if found is None:
                missing.append((start, stop))
            else:
                values[start:stop] = found
        parallel = Parallel(n_jobs=n_jobs, return_as="generator_unordered", batch_size=1)
        for start, stop, found, seconds in parallel(delayed(_chunk)(one, seed, *chunk) for chunk in missing):
            values[start:stop] = found
            kept.keep(start, stop, found, seconds)
    return values


def _chunk(one: Replication, seed: int, start: int, stop: int) -> tuple[int, int, Floats, float]:
    began = time.perf_counter()
    with one_thread():
        values = np.stack([one(_stream(one.name, seed, number)) for number in range(start, stop)])
    return start, stop, values, time.perf_counter() - began


def _stream(name: str, seed: int, number: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(crc32(name.encode()), number)))


class Kept:
    """The chunks of one study in errbar's store; nothing is found and nothing kept where there is no file."""

    def __init__(self, path: Place | None, one: Replication, seed: int) -> None:
        self._path = path
        if path is None:
            return
        now = versions()
        self._run, self._size = fingerprint("lab", one, seed, now), one.size
        about = {"model": one.name, "computed": "lab", "loss": "-", "n": 0, "n_features": 0, "data": "-"}
        self._about = json.dumps({**about, "versions": now})
        self._connection = connect(path, create=True)

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        if self._path is not None:
            self._connection.close()

    def find(self, start: int, stop: int) -> Floats | None:
        if self._path is None:
            return None
        with explained(self._path):
            row = read(self._connection, self._path, self._run, _label(start, stop), (stop - start) * self._size)
        return None if row is None else row.losses.reshape(stop - start, self._size)

    def keep(self, start: int, stop: int, values: Floats, seconds: float) -> None:
        if self._path is None:
            return
        with explained(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            write(
                self._connection, self._run, self._about, [Row(_label(start, stop), values.ravel(), seconds, 0.0, ())]
            )
            self._connection.execute("COMMIT")


def _label(start: int, stop: int) -> bytes:
    return fingerprint("replications", start, stop)


class TrueErrors:
    """The errors of a world's algorithms after training on one set."""

    def __init__(self, world: Any, n_train: int) -> None:
        self.world, self.n_train = world, n_train
        self.name, self.size = f"true errors, {world.name}, {n_train}", len(world.algorithms)

    def __call__(self, rng: np.random.Generator) -> Floats:
        risks: Floats = self.world.risks(self.n_train, rng)
        return risks


def true_errors(world: World, n_train: int, *, n_jobs: int | None = None, store: Place | None = None) -> Floats:
    """One per algorithm."""
    if not isinstance(world, Simulated):
        return np.array([world.true_error(name, n_train) for name in world.algorithms])
    draws = replicate(TrueErrors(world, n_train), world.n_truth, seed=TRUTH_SEED, n_jobs=n_jobs, store=store)
    means: Floats = draws.mean(axis=0)
    return means


@lru_cache(maxsize=64)
def _remembered(world: Any, n_train: int) -> tuple[float, ...]:
    """Of a world that can be a key: a frozen one."""
    return tuple(true_errors(world, n_train).tolist())


def simulated_error(world: Any, algorithm: str, n_train: int) -> float:
    """The true error of one algorithm, simulated once."""
    return _remembered(world, n_train)[list(world.algorithms).index(algorithm)]
