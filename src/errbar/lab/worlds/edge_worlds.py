"""Worlds at the edges, small enough to be computed for a thousand data sets: fixed rules, a line, a cut, and groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from errbar.core.arrays import Floats
from errbar.types import Plan


class EdgeWorld(Protocol):
    """Losses of a data set's every test, models x tests in the order of the plan, and the mean true risk behind."""

    @property
    def loss(self) -> str: ...
    @property
    def loss_range(self) -> tuple[float, float] | None: ...
    def losses(self, plan: Plan, rng: np.random.Generator) -> tuple[Floats, float]: ...


def tests_of(plan: Plan) -> NDArray[np.intp]:
    """The tested examples of all splits, one after another."""
    return np.concatenate(list(plan.tests()))


@dataclass(frozen=True, slots=True)
class FixedRule:
    """A classifier that learns nothing and errs with probability `error`."""

    error: float
    loss: str = "zero_one"
    loss_range: tuple[float, float] | None = (0.0, 1.0)

    def losses(self, plan: Plan, rng: np.random.Generator) -> tuple[Floats, float]:
        wrong = (rng.random(plan.n) < self.error).astype(float)
        return wrong[np.newaxis, tests_of(plan)], self.error


@dataclass(frozen=True, slots=True)
class FixedPair:
    """Two of them: only the first errs with probability `first`, only the second with `second`."""

    first: float
    second: float
    loss: str = "zero_one"
    loss_range: tuple[float, float] | None = (0.0, 1.0)

    def losses(self, plan: Plan, rng: np.random.Generator) -> tuple[Floats, float]:
        place = rng.random(plan.n)
        wrong = np.stack([place < self.first, place > 1 - self.second]).astype(float)
        return wrong[:, tests_of(plan)], self.first - self.second


@dataclass(frozen=True, slots=True)
class LearnedCut:
    """Two normal classes one apart on a line, cut midway between their means in the training set.

    `error` is what the best cut leaves.
    """

    error: float
    loss: str = "zero_one"
    loss_range: tuple[float, float] | None = (0.0, 1.0)

    def losses(self, plan: Plan, rng: np.random.Generator) -> tuple[Floats, float]:
        y = rng.random(plan.n) < 0.5
        away = -float(ndtri(self.error))
        x = np.where(y, away, -away) + rng.normal(size=plan.n)
        wrong, risks = [], []
        for train, test in plan:
            upper = y[train]
            cut = (_mean(x[train][upper], away) + _mean(x[train][~upper], -away)) / 2
            wrong.append((x[test] > cut) != y[test])
            risks.append(ndtr(-(away - cut)) / 2 + ndtr(-(away + cut)) / 2)
        return np.concatenate(wrong)[np.newaxis].astype(float), float(np.mean(risks[: len(plan.parts[0])]))


@dataclass(frozen=True, slots=True)
class Line:
    """A line fitted by least squares, y = x + noise; with groups, an intercept for each, as variable as the noise."""

    loss: str = "squared"
    loss_range: tuple[float, float] | None = None

    def losses(self, plan: Plan, rng: np.random.Generator) -> tuple[Floats, float]:
        shift = 0.0 if plan.groups is None else rng.normal(size=plan.n_groups)[plan.groups]
        x, noise = rng.normal(size=plan.n), rng.normal(size=plan.n) + shift
        least = 1.0 if plan.groups is None else 2.0
        squares, risks = [], []
        for train, test in plan:
            centred = x[train] - x[train].mean()
            slope = float(centred @ noise[train]) / float(centred @ centred)  # less 1, the true one
            level = float(noise[train].mean() - slope * x[train].mean())
            squares.append((noise[test] - level - slope * x[test]) ** 2)
            risks.append(least + level**2 + slope**2)
        return np.concatenate(squares)[np.newaxis], float(np.mean(risks[: len(plan.parts[0])]))


@dataclass(frozen=True, slots=True)
class GroupRates:
    """A fixed classifier whose error rate differs by group: beta, mean `error`, correlation `alike` within a group."""

    error: float
    alike: float = 0.2
    loss: str = "zero_one"
    loss_range: tuple[float, float] | None = (0.0, 1.0)

    def losses(self, plan: Plan, rng: np.random.Generator) -> tuple[Floats, float]:
        assert plan.groups is not None
        weight = (1 - self.alike) / self.alike
        rates = rng.beta(self.error * weight, (1 - self.error) * weight, size=plan.n_groups)
        wrong = (rng.random(plan.n) < rates[plan.groups]).astype(float)
        return wrong[np.newaxis, tests_of(plan)], self.error


def _mean(values: Floats, otherwise: float) -> float:
    return float(values.mean()) if values.size else otherwise
