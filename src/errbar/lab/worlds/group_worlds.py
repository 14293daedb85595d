"""More worlds of examples in groups: a learner that jumps, and the difference of two learners. Groups shift a level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.types import Plan

N_INPUTS, N_FRESH, IN_LEAF = 3, 500, 5
SPREAD = 2.0  # variance of a fresh example around its level: its own noise, and its group's shift


@dataclass(frozen=True, slots=True)
class GroupTree:
    """A regression tree on three inputs, y = sin 3x_1 + x_2 + noise, and a shift for each group as variable as that."""

    loss: str = "squared"
    loss_range: tuple[float, float] | None = None

    def losses(self, plan: Plan, rng: np.random.Generator) -> tuple[Floats, float]:
        from sklearn.tree import DecisionTreeRegressor

        assert plan.groups is not None
        x, fresh = (rng.normal(size=(size, N_INPUTS)).astype(np.float32) for size in (plan.n, N_FRESH))
        y = _level(x) + rng.normal(size=plan.n) + rng.normal(size=plan.n_groups)[plan.groups]
        squares, risks = [], list[float]()
        for train, test in plan:
            model = DecisionTreeRegressor(min_samples_leaf=IN_LEAF, random_state=0)
            tree = model.fit(x[train], y[train], check_input=False).tree_
            squares.append((tree.predict(x[test]).ravel() - y[test]) ** 2)
            if len(risks) < len(plan.parts[0]):
                risks.append(SPREAD + float(np.mean((tree.predict(fresh).ravel() - _level(fresh)) ** 2)))
        return np.concatenate(squares)[np.newaxis], float(np.mean(risks))


@dataclass(frozen=True, slots=True)
class LineLessMean:
    """Two models of y = slope x + noise, with a shift for each group: a line by least squares, and the mean of y."""

    slope: float = 0.2
    loss: str = "squared"
    loss_range: tuple[float, float] | None = None

    def losses(self, plan: Plan, rng: np.random.Generator) -> tuple[Floats, float]:
        assert plan.groups is not None
        x = rng.normal(size=plan.n)
        y = self.slope * x + rng.normal(size=plan.n) + rng.normal(size=plan.n_groups)[plan.groups]
        squares, risks = [], []
        for train, test in plan:
            middle, mean = float(x[train].mean()), float(y[train].mean())
            centred = x[train] - middle
            slope = float(centred @ y[train]) / float(centred @ centred)
            level = mean - slope * middle
            squares.append([(y[test] - level - slope * x[test]) ** 2, (y[test] - mean) ** 2])
            risks.append(level**2 + (slope - self.slope) ** 2 - mean**2 - self.slope**2)
        return np.concatenate(squares, axis=1), float(np.mean(risks[: len(plan.parts[0])]))


def _level(x: NDArray[np.float32]) -> Floats:
    first, second = x[:, :2].T.astype(np.float64)
    level: Floats = np.sin(3 * first) + second
    return level
