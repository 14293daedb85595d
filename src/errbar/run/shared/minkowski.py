"""The distance of a nearest-neighbour model: (sum of w_j |x_j - z_j|^p)^(1/p), in the units its ties are judged in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.guard import EPSILON, SAFETY, Flags

NAMED = {"euclidean": 2.0, "manhattan": 1.0, "chebyshev": np.inf}
SETTINGS = ("algorithm", "leaf_size", "metric", "p", "metric_params")  # what scikit-learn's search needs to know


@dataclass(frozen=True, eq=False, slots=True)
class Distance:
    power: float
    weights: Floats

    def of(self, differences: Floats) -> Floats:
        """Lengths of differences (features last)."""
        lengths: Floats
        if np.isinf(self.power):
            lengths = np.abs(differences).max(axis=-1)
        elif self.power == 2:
            lengths = np.sqrt(np.einsum("...p,...p->...", differences * self.weights, differences))
        else:
            lengths = ((np.abs(differences) ** self.power * self.weights).sum(axis=-1)) ** (1 / self.power)
        return lengths

    def tied(self, last: Floats, following: Floats, largest: Floats) -> Flags:
        """Whether two distances, the second no shorter, could be equal but for rounding.

        Euclidean ones may come from |x|^2 - 2 x'z + |z|^2, whose rounding is that of the squared norms.
        """
        reach = self.of(largest)
        if self.power == 2:
            return ~(following**2 - last**2 > SAFETY * EPSILON * reach**2)
        return ~(following - last > SAFETY * EPSILON * reach)


def distance_of(parameters: Mapping[str, Any], p: int) -> Distance | None:
    """The distance a model's parameters describe, or None where scikit-learn would refuse them or go another way."""
    given, name = parameters["metric_params"], parameters["metric"]
    power = NAMED.get(name) or float(parameters["p"])
    if given is None:
        return Distance(power, np.ones(p))
    if name != "minkowski" or np.isinf(power) or set(given) != {"w"} or parameters["algorithm"] == "kd_tree":
        return None
    weights = np.asarray(given["w"])
    usable = weights.shape == (p,) and weights.dtype.kind in "fiu" and np.isfinite(weights).all() and weights.min() > 0
    return Distance(power, weights.astype(np.float64)) if usable else None


def is_minkowski(value: Any) -> bool:
    return isinstance(value, str) and (value == "minkowski" or value in NAMED)


def is_power(value: Any) -> bool:
    return isinstance(value, int | float) and value >= 1


def is_mapping_or_none(value: Any) -> bool:
    return value is None or isinstance(value, dict)
