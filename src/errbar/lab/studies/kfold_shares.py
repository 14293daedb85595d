"""K-fold over many independent data sets: theta, what it is made of, and what the naive estimators make of it."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from math import sqrt
from typing import ClassVar

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.kfold_covariance import KFoldCovariance, KFoldStatistics, kfold_statistics
from errbar.core.naive_variance import th1
from errbar.lab.worlds.many_splits import folds
from errbar.lab.worlds.world import World

GROUPS = 20  # data sets are dealt to so many groups, whose spread gives standard errors
KEPT = len(fields(KFoldStatistics))


@dataclass(frozen=True, slots=True)
class KFoldRun:
    """One data set, one K-fold run of the world's one algorithm: its statistics, and th1."""

    world: World
    n_folds: int
    size: ClassVar = KEPT + 1

    @property
    def name(self) -> str:
        """The same for every K: all see the same data sets."""
        return f"{self.world.name}, n = {self.world.n}"

    def __call__(self, rng: np.random.Generator) -> Floats:
        n = self.world.n
        data, splits = self.world.sample(n, rng), folds(rng, n, self.n_folds)
        (learner,) = self.world.algorithms.values()
        losses = learner(*data, splits).ravel()
        seen = kfold_statistics(losses, np.full(self.n_folds, n // self.n_folds))
        return np.array([*astuple(seen), th1(losses)])


@dataclass(frozen=True, slots=True)
class Shares:
    """What the runs say.

    Parameters
    ----------
    mean, theta : of the cross-validation error: its mean and its variance.
    sigma2, omega, gamma : shares of theta.
    naive : E th1 / theta.
    folds_apart : E th2 / theta.
    """

    mean: float
    theta: float
    sigma2: float
    omega: float
    gamma: float
    naive: float
    folds_apart: float


def shares(values: Floats, n_folds: int) -> Shares:
    """From data sets x kept numbers."""
    runs = [KFoldStatistics(int(row[0]), int(row[1]), *row[2:KEPT]) for row in values.tolist()]
    n = runs[0].n
    covariance = KFoldCovariance.from_statistics(runs, np.full(n_folds, n // n_folds))
    theta = covariance.theta
    th2 = float(np.mean([run.l2 for run in runs])) / n
    mean = float(np.mean([run.mean for run in runs]))
    return Shares(mean, theta, *covariance.shares, float(values[:, KEPT].mean()) / theta, th2 / theta)


def with_errors(values: Floats, n_folds: int) -> tuple[Shares, Shares]:
    """The shares, and their standard errors."""
    groups = np.array([astuple(shares(values[start::GROUPS], n_folds)) for start in range(GROUPS)])
    return shares(values, n_folds), Shares(*(groups.std(axis=0, ddof=1) / sqrt(GROUPS)).tolist())
