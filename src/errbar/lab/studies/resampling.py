"""What Nadeau and Bengio's procedures read off one data set: every split of every set-up at once."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from errbar.core.arrays import Floats
from errbar.lab.worlds.many_splits import Splits, everything, folds, halves, subsamples
from errbar.lab.worlds.world import Data, World, series_names, series_values


@dataclass(frozen=True, slots=True)
class SplitSetup:
    """Shares of the data: kept (the rest is thrown away once per data set) and tested in a split."""

    kept: float
    test: float

    def sizes(self, n: int) -> tuple[int, int]:
        """Training and test size."""
        n_test = round(self.test * n)
        return round(self.kept * n) - n_test, n_test


SETUPS = {"halves": SplitSetup(1.0, 0.5), "thrown": SplitSetup(0.6, 0.1), "natural": SplitSetup(1.0, 0.1)}
N_SPLITS = (5, 10, 15, 25)  # the papers' J
N_HALVINGS = (5, 10, 20)  # the papers' M
USUAL_SPLITS, USUAL_HALVINGS = 15, 10


@dataclass(frozen=True, slots=True)
class ResamplingDesign:
    """How much is resampled.

    Parameters
    ----------
    n_splits : splits in each set-up.
    n_rounds : further rounds of 15 splits for the pseudo-bootstrap; 0 leaves it out.
    n_halvings, half_splits : halvings for conservative Z, and splits in each half.
    """

    n_splits: int = 25
    n_rounds: int = 15
    n_halvings: int = 20
    half_splits: int = 25

    @property
    def half_grid(self) -> tuple[int, ...]:
        """The numbers of splits for which the halves' means are kept."""
        return tuple(j for j in N_SPLITS if j <= self.half_splits)

    def layout(self, n_series: int) -> dict[str, tuple[int, ...]]:
        """What is kept of a data set: name -> shape."""
        shapes: dict[str, tuple[int, ...]] = {"ten": (n_series, 5, 2), "holdout_variance": (n_series,)}
        for name in SETUPS:
            shapes[name] = (n_series, self.n_splits)
            shapes[f"{name} within"] = (n_series,)
            shapes[f"{name} rounds"] = (n_series, self.n_rounds)
        shapes["half means"] = (n_series, len(self.half_grid), self.n_halvings, 2)
        return shapes


@dataclass(frozen=True, slots=True)
class Resampling:
    """One data set of a world under a design."""

    world: World
    design: ResamplingDesign

    @property
    def name(self) -> str:
        return self.world.name

    @property
    def layout(self) -> dict[str, tuple[int, ...]]:
        return self.design.layout(len(series_names(self.world)))

    @property
    def size(self) -> int:
        return sum(map(prod, self.layout.values()))

    def __call__(self, rng: np.random.Generator) -> Floats:
        world, design, found = self.world, self.design, dict[str, Floats]()
        data = world.sample(world.n, rng)
        ten = folds(rng, world.n, 2, 5)
        found["ten"] = _means(world, data, ten).reshape(-1, 5, 2)
        for name, setup in SETUPS.items():
            parent = everything(world.n)
            if setup.kept < 1:
                parent = rng.permutation(world.n)[np.newaxis, : round(setup.kept * world.n)]
            n_test = setup.sizes(world.n)[1]
            splits = subsamples(rng, parent, design.n_splits + USUAL_SPLITS * design.n_rounds, n_test)
            losses = _losses(world, data, splits)
            means = series_values(world, losses.mean(axis=2))
            found[name] = means[:, : design.n_splits]
            rounds = means[:, design.n_splits :].reshape(len(means), design.n_rounds, USUAL_SPLITS)
            found[f"{name} rounds"] = rounds.mean(axis=2)
            inside = series_values(world, losses[:, : design.n_splits])
            found[f"{name} within"] = inside.var(axis=2, ddof=1).mean(axis=1)
            if name == "halves":
                found["holdout_variance"] = series_values(world, losses[:, 0]).var(axis=1, ddof=1)
        n_test = SETUPS["natural"].sizes(world.n)[1]
        splits = subsamples(rng, halves(rng, world.n, design.n_halvings), design.half_splits, n_test)
        means = _means(world, data, splits).reshape(-1, design.n_halvings, 2, design.half_splits)
        found["half means"] = np.stack([means[..., :j].mean(axis=-1) for j in design.half_grid], axis=1)
        return np.concatenate([found[name].ravel() for name in self.layout])

    def unpack(self, values: Floats) -> dict[str, Floats]:
        """Data sets x numbers as named arrays, data sets first."""
        ends = np.cumsum([prod(shape) for shape in self.layout.values()])[:-1]
        parts = np.split(values, ends, axis=1)
        return {
            name: part.reshape(len(values), *shape)
            for (name, shape), part in zip(self.layout.items(), parts, strict=True)
        }


def _losses(world: World, data: Data, splits: Splits) -> Floats:
    """Algorithms x splits x test examples."""
    return np.stack([learner(*data, splits) for learner in world.algorithms.values()])


def _means(world: World, data: Data, splits: Splits) -> Floats:
    """Series x splits."""
    return series_values(
        world, np.stack([learner(*data, splits).mean(axis=1) for learner in world.algorithms.values()])
    )
