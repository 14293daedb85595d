"""Nadeau and Bengio's second world: two Gaussian classes in the plane, a regression tree against least squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, sqrt
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from scipy.special import ndtr

from errbar.core.arrays import Floats
from errbar.lab.replicate import simulated_error
from errbar.lab.worlds.linear_splits import threshold
from errbar.lab.worlds.trees import LEAF, DevianceTree
from errbar.lab.worlds.world import Data, Learner

TREE = DevianceTree("regression")


@dataclass(frozen=True, slots=True)
class GaussiansWorld:
    """Class 0 is N((0, 0), I) and class 1 is N((1, 1), variance I), equally likely; 0/1 loss.

    Parameters
    ----------
    name, n : of the simulation; examples in a data set.
    variance : of class 1.
    n_truth : training sets over which the true error is averaged.
    """

    name: str
    n: int
    variance: float
    n_truth: int = 4000

    algorithms: ClassVar[Mapping[str, Learner]] = MappingProxyType({"tree": TREE, "least squares": threshold})
    pairs: ClassVar = (("tree", "least squares"),)

    def sample(self, n: int, rng: np.random.Generator) -> Data:
        y = (rng.random(n) < 0.5).astype(np.float64)
        scale = np.where(y == 1, sqrt(self.variance), 1.0)
        return y[:, np.newaxis] + scale[:, np.newaxis] * rng.normal(size=(n, 2)), y

    def true_error(self, algorithm: str, n_train: int) -> float:
        return simulated_error(self, algorithm, n_train)

    def risks(self, n_train: int, rng: np.random.Generator) -> Floats:
        """Exact for the rules drawn: leaves are rectangles and a line halves the plane."""
        x, y = self.sample(n_train, rng)
        w = np.linalg.lstsq(np.column_stack([np.ones(n_train), x]), y, rcond=None)[0]
        return np.array([self._tree_error(*TREE.fit(x.astype(np.float32), y)), self._line_error(*w)])

    def _line_error(self, w0: float, w1: float, w2: float) -> float:
        length = hypot(w1, w2)
        miss = 1 - ndtr((0.5 - w0) / length)
        hit = ndtr((0.5 - w0 - w1 - w2) / (sqrt(self.variance) * length))
        return float(miss + hit) / 2

    def _tree_error(self, tree: Any, says: Floats) -> float:
        error, nodes = 0.0, [(0, np.full(2, -np.inf), np.full(2, np.inf))]
        while nodes:
            node, low, high = nodes.pop()
            if tree.children_left[node] == LEAF:
                error += self._chance(1.0 - says[node], low, high) / 2
                continue
            feature, cut = tree.feature[node], tree.threshold[node]
            upper, lower = high.copy(), low.copy()
            upper[feature], lower[feature] = cut, cut
            nodes += [(tree.children_left[node], low, upper), (tree.children_right[node], lower, high)]
        return error

    def _chance(self, label: float, low: Floats, high: Floats) -> float:
        """Of a rectangle, under one class."""
        scale = sqrt(self.variance) if label == 1 else 1.0
        return float(np.prod(ndtr((high - label) / scale) - ndtr((low - label) / scale)))


SIMULATIONS = (
    GaussiansWorld("gaussians 1", 200, 1 / 2),
    GaussiansWorld("gaussians 2", 200, 1 / 6),
    GaussiansWorld("gaussians 3", 2000, 1 / 2, n_truth=1000),
    GaussiansWorld("gaussians 4", 2000, 0.173, n_truth=1000),
)
