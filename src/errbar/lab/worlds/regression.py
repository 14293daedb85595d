"""Nadeau and Bengio's first world: one input, the mean against the least-squares line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from errbar.lab.worlds.linear_splits import line, mean
from errbar.lab.worlds.world import Data, Learner


@dataclass(frozen=True, slots=True)
class RegressionWorld:
    """X ~ N(10, x_variance), Y | X ~ N(100 + slope X, noise); squared loss.

    Parameters
    ----------
    name, n : of the simulation; examples in a data set.
    slope, x_variance, noise : of the law above (variances, not standard deviations).
    """

    name: str
    n: int
    slope: float
    x_variance: float
    noise: float

    algorithms: ClassVar[Mapping[str, Learner]] = MappingProxyType({"mean": mean, "line": line})
    pairs: ClassVar = (("mean", "line"),)

    def sample(self, n: int, rng: np.random.Generator) -> Data:
        x = rng.normal(10.0, sqrt(self.x_variance), n)
        return x[:, np.newaxis], 100.0 + self.slope * x + rng.normal(0.0, sqrt(self.noise), n)

    def true_error(self, algorithm: str, n_train: int) -> float:
        """Exact; the line's because E 1/Sxx = 1 / (x_variance (n - 3)).

        Examples
        --------
        >>> tie = SIMULATIONS[0]
        >>> tie.true_error("mean", 100), round(tie.true_error("line", 100), 10)
        (98.98, 98.98)
        """
        spread = (n_train + 1) / n_train
        if algorithm == "mean":
            return spread * (self.noise + self.slope**2 * self.x_variance)
        return spread * (n_train - 2) / (n_train - 3) * self.noise


SIMULATIONS = (
    RegressionWorld("regression 1", 200, 1.0, 1.0, 97.0),
    RegressionWorld("regression 2", 200, 2.0, 2.0, 64.0),
    RegressionWorld("regression 3", 2000, 0.1, 1.0, 9.97),
    RegressionWorld("regression 4", 2000, 0.1, 5.0, 9.0),
)
