"""Where data sets come from: the user's rows without replacement, a bootstrap of few rows, or a world that goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from errbar.core.arrays import Indices
from errbar.run.checked import Data
from errbar.run.outside import take

LARGE = 4  # so many times n rows are a population; fewer are drawn from with replacement
OUTSIDE = 1000  # rows at most on which a model's true error is measured


class Population(Protocol):
    """What an audit needs to know about where its data sets come from."""

    @property
    def key(self) -> tuple[Any, ...]:
        """All that the drawn sets depend on, besides n and the generator."""
        ...

    @property
    def notes(self) -> tuple[str, ...]: ...

    def draw(self, n: int, rng: np.random.Generator) -> Data:
        """A data set in the first `n` rows, and after them the rows that its truth is computed from."""
        ...

    def stretch(self, n: int) -> float:
        """By how much deviations from the truth must be enlarged to be those of an endless population."""
        ...

    def shrink(self, n: int, n_tested: int) -> float:
        """By how much deviations from the error of fitted models must be reduced: it is measured on a sample."""
        ...


@dataclass(frozen=True, eq=False)
class Rows:
    """The user's rows, drawn without replacement; the truth comes from the rows not drawn.

    Parameters
    ----------
    data : the population.
    """

    data: Data

    @property
    def key(self) -> tuple[Any, ...]:
        return ("rows", self.data.X, self.data.y, OUTSIDE)

    @property
    def notes(self) -> tuple[str, ...]:
        return (
            f"The {self.data.n:,} rows are the population: data sets are drawn from them without replacement, the "
            f"truth comes from the rows not drawn (at most {OUTSIDE:,} for each data set). Such data sets overlap, so "
            "deviations from the truth are enlarged by sqrt(N / (N - n)) to be those of an endless population.",
        )

    def draw(self, n: int, rng: np.random.Generator) -> Data:
        return take(self.data, rng.permutation(self.data.n)[: n + self._outside(n)])

    def _outside(self, n: int) -> int:
        return min(OUTSIDE, self.data.n - n)

    def stretch(self, n: int) -> float:
        return float(np.sqrt(self.data.n / (self.data.n - n)))

    def shrink(self, n: int, n_tested: int) -> float:
        return _shrink(self._outside(n), n_tested)


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """Few rows, drawn with replacement: the population is these rows, each as often as any other, without end.

    Parameters
    ----------
    data : the rows.
    """

    data: Data

    @property
    def key(self) -> tuple[Any, ...]:
        return ("bootstrap", self.data.X, self.data.y)

    @property
    def notes(self) -> tuple[str, ...]:
        return (
            f"There are only {self.data.n:,} rows, too few for data sets that hardly overlap. So rows are drawn with "
            "replacement, and the truth is the mean loss over all of them. A row then comes several times in one data "
            "set, in training and in test sets alike: errors are lower than on new rows, far lower for neighbours and "
            "deep trees. Read the coverages as a rough guide, and not for such models.",
        )

    def draw(self, n: int, rng: np.random.Generator) -> Data:
        rows: Indices = np.concatenate((rng.integers(self.data.n, size=n), np.arange(self.data.n)))
        return take(self.data, rows)

    def stretch(self, n: int) -> float:  # noqa: ARG002 - independent draws
        return 1.0

    def shrink(self, n: int, n_tested: int) -> float:  # noqa: ARG002 - the truth is exact
        return 1.0


@dataclass(frozen=True)
class Endless:
    """A world that draws as many examples as one likes.

    Parameters
    ----------
    name : all that tells this world from others.
    sample : (n, generator) -> inputs, targets.
    n_outside : fresh examples for the truth of each data set.
    """

    name: str
    sample: Callable[[int, np.random.Generator], tuple[Any, Any]]
    n_outside: int = OUTSIDE

    @property
    def key(self) -> tuple[Any, ...]:
        return ("endless", self.name, self.n_outside)

    @property
    def notes(self) -> tuple[str, ...]:
        return (f"Data sets and the {self.n_outside:,} examples of their truth are drawn afresh ({self.name}).",)

    def draw(self, n: int, rng: np.random.Generator) -> Data:
        X, y = self.sample(n + self.n_outside, rng)
        return Data(X, y, None, n + self.n_outside)

    def stretch(self, n: int) -> float:  # noqa: ARG002 - independent draws
        return 1.0

    def shrink(self, n: int, n_tested: int) -> float:  # noqa: ARG002
        return _shrink(self.n_outside, n_tested)


def _shrink(n_outside: int, n_tested: int) -> float:
    """Var(estimate - measured error) is s^2 (1/n_tested + 1/n_outside) where it should be s^2/n_tested."""
    return float(np.sqrt(n_outside / (n_outside + n_tested)))


def population_of(data: Data, n: int, kind: Literal["auto", "rows", "bootstrap"]) -> Rows | Bootstrap:
    """The user's rows: as a population where there are at least 4 n of them, otherwise bootstrapped."""
    large = data.n >= LARGE * n if kind == "auto" else kind == "rows"
    return Rows(data) if large else Bootstrap(data)
