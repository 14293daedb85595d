"""A world: data with a known truth, and the algorithms that are judged there. Twenty lines make a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

import numpy as np

from errbar.core.arrays import Floats
from errbar.lab.worlds.many_splits import Splits

Data = tuple[Floats, Floats]  # inputs, examples x features; targets
Learner = Callable[[Floats, Floats, Splits], Floats]  # (x, y, splits) -> losses, splits x test examples


class World(Protocol):
    """What a study needs to know."""

    @property
    def name(self) -> str: ...
    @property
    def n(self) -> int: ...
    @property
    def algorithms(self) -> Mapping[str, Learner]: ...
    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The comparisons: (a, b) stands for the error of a less that of b."""
        ...

    def sample(self, n: int, rng: np.random.Generator) -> Data: ...

    def true_error(self, algorithm: str, n_train: int) -> float:
        """The expected loss of the algorithm trained on `n_train` examples."""
        ...


@runtime_checkable
class Simulated(Protocol):
    """A world whose true errors are averages over many training sets."""

    @property
    def n_truth(self) -> int:
        """Training sets that the average takes."""
        ...

    def risks(self, n_train: int, rng: np.random.Generator) -> Floats:
        """For one training set drawn, the error of each algorithm on all other data, exactly or nearly so."""
        ...


def series_names(world: World) -> list[str]:
    """All that is studied: every algorithm, then every comparison."""
    return [*world.algorithms, *(f"{a} - {b}" for a, b in world.pairs)]


def series_values(world: World, values: Floats) -> Floats:
    """The same for numbers: rows for algorithms, completed by rows for comparisons."""
    row = {name: place for place, name in enumerate(world.algorithms)}
    differences = [values[row[a]] - values[row[b]] for a, b in world.pairs]
    return np.stack([*values, *differences])
