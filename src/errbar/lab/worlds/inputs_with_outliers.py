"""Bengio and Grandvalet's world: 30 Gaussian inputs, least squares, with or without outliers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from errbar.errors import InputError
from errbar.lab.worlds.linear_splits import plane
from errbar.lab.worlds.world import Data, Learner

WIDE = 100.0  # variance of an outlier's inputs, relative to the others'


@dataclass(frozen=True, slots=True)
class InputsWorld:
    """y is the sum of the inputs plus noise, R^2 = 3/4. An outlier has 10 times as wide inputs and noise.

    Parameters
    ----------
    name, n : examples in a data set.
    outliers : their share.
    n_inputs : the paper's 30.
    """

    name: str
    n: int
    outliers: float = 0.0
    n_inputs: int = 30

    algorithms: ClassVar[Mapping[str, Learner]] = MappingProxyType({"least squares": plane})
    pairs: ClassVar = ()

    def sample(self, n: int, rng: np.random.Generator) -> Data:
        scale = np.where(rng.random(n) < self.outliers, sqrt(WIDE), 1.0)
        v = 1 - self.outliers + WIDE * self.outliers
        x = scale[:, np.newaxis] * rng.normal(size=(n, self.n_inputs))
        return x, sqrt(3 / (self.n_inputs * v)) * x.sum(axis=1) + scale / sqrt(v) * rng.normal(size=n)

    def true_error(self, algorithm: str, n_train: int) -> float:
        """Exact without outliers.

        Examples
        --------
        >>> round(InputsWorld("no outliers", 60).true_error("least squares", 60), 6)
        2.105952
        """
        if self.outliers:
            raise InputError(f"The true error of {algorithm} with outliers has no closed form.")
        return (n_train + 1) * (n_train - 2) / (n_train * (n_train - self.n_inputs - 2))
