"""Laws of losses in [0, 1] whose mean is known, to draw from."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, pi, sqrt
from typing import Protocol

import numpy as np
from scipy.special import ndtr

from errbar.check import check_number
from errbar.core.arrays import Floats
from errbar.errors import InputError


class LossLaw(Protocol):
    """Losses in [0, 1] with a known mean."""

    @property
    def mean(self) -> float: ...
    def draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Floats: ...


@dataclass(frozen=True, slots=True)
class Bernoulli:
    """0/1 losses."""

    mean: float

    def __post_init__(self) -> None:
        if not 0.0 <= check_number("mean", self.mean) <= 1.0:
            raise InputError(f"mean must lie between 0 and 1; got {self.mean:g}.")

    def draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Floats:
        return np.asarray(rng.random(size) < self.mean, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Beta:
    """Beta(a, b) losses."""

    a: float
    b: float

    def __post_init__(self) -> None:
        if min(check_number("a", self.a), check_number("b", self.b)) <= 0.0:
            raise InputError(f"a and b must be above 0; got {self.a:g} and {self.b:g}.")

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b)

    def draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Floats:
        return rng.beta(self.a, self.b, size)


@dataclass(frozen=True, slots=True)
class ClippedNormal:
    """A normal law cut off at 0 and 1; `mean` is the mean after cutting."""

    centre: float
    sd: float

    def __post_init__(self) -> None:
        check_number("centre", self.centre)
        if check_number("sd", self.sd) <= 0.0:
            raise InputError(f"sd must be above 0; got {self.sd:g}.")

    @property
    def mean(self) -> float:
        low, high = -self.centre / self.sd, (1 - self.centre) / self.sd
        inside = float(ndtr(high) - ndtr(low))
        bend = (exp(-low * low / 2) - exp(-high * high / 2)) / sqrt(2 * pi)
        return self.centre * inside + self.sd * bend + float(ndtr(-high))

    def draw(self, rng: np.random.Generator, size: tuple[int, ...]) -> Floats:
        return np.clip(rng.normal(self.centre, self.sd, size), 0.0, 1.0)
