"""Replications of a study: each from a stream of its own, so that the bytes depend on the seed alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol
from zlib import crc32

import numpy as np

from errbar.core.arrays import Floats
from errbar.lab.study import AS_USUAL, How
from errbar.lab.worlds.world import Simulated, World
from errbar.run.many import ask_sets

TRUTH_SEED = 20030901  # of the true errors, whatever the seed of the study


class Replication(Protocol):
    """One data set and all that is computed on it, as a fixed number of numbers; must travel to other processes."""

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    def __call__(self, rng: np.random.Generator) -> Floats: ...


@dataclass(frozen=True, slots=True)
class Numbered:
    """Replication by number."""

    one: Replication
    seed: int

    def __call__(self, number: int) -> Floats:
        stream = np.random.SeedSequence(self.seed, spawn_key=(crc32(self.one.name.encode()), number))
        return self.one(np.random.default_rng(stream))


def replicate(one: Replication, count: int, how: How = AS_USUAL) -> Floats:
    """Replications x numbers; `how.store` keeps the finished ones."""
    about = {"model": one.name, "computed": "lab", "loss": "-", "n": 0, "n_features": 0, "data": "-"}
    return ask_sets(
        Numbered(one, how.seed),
        count,
        size=one.size,
        key=("lab", one, how.seed),
        about=about,
        n_jobs=how.n_jobs,
        store=how.store,
        progress=False,
    )


class TrueErrors:
    """The errors of a world's algorithms after training on one set."""

    def __init__(self, world: Any, n_train: int) -> None:
        self.world, self.n_train = world, n_train
        self.name, self.size = f"true errors, {world.name}, {n_train}", len(world.algorithms)

    def __call__(self, rng: np.random.Generator) -> Floats:
        risks: Floats = self.world.risks(self.n_train, rng)
        return risks


def true_errors(world: World, n_train: int, how: How = AS_USUAL) -> Floats:
    """One per algorithm."""
    if not isinstance(world, Simulated):
        return np.array([world.true_error(name, n_train) for name in world.algorithms])
    draws = replicate(TrueErrors(world, n_train), world.n_truth, replace(how, seed=TRUTH_SEED))
    means: Floats = draws.mean(axis=0)
    return means


@lru_cache(maxsize=64)
def _remembered(world: Any, n_train: int) -> tuple[float, ...]:
    """Of a world that can be a key: a frozen one."""
    return tuple(true_errors(world, n_train).tolist())


def simulated_error(world: Any, algorithm: str, n_train: int) -> float:
    """The true error of one algorithm, simulated once."""
    return _remembered(world, n_train)[list(world.algorithms).index(algorithm)]
