"""Nadeau and Bengio's third world: letters as a finite population, a tree against one neighbour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from errbar.core.arrays import Floats
from errbar.lab.replicate import simulated_error
from errbar.lab.worlds.letters_data import Letters
from errbar.lab.worlds.nearest_splits import Nearest
from errbar.lab.worlds.trees import DevianceTree
from errbar.lab.worlds.world import Data, Learner

DISTORTIONS = (1, 5, 10, 17.25, 25, 2048)
STRETCHED, SHRUNK = (1, 3, 9, 16), (5, 11, 13)  # features, counted from 1, whose squares count w and 1/w times
TREE = DevianceTree("classification")
TESTED = 1500  # letters on which a rule's error is measured


def distorted(w: float) -> Nearest:
    """One neighbour in the metric of distortion w."""
    weights = np.ones(16)
    weights[np.array(STRETCHED) - 1], weights[np.array(SHRUNK) - 1] = w, 1 / w
    return Nearest(tuple(weights.tolist()))


@dataclass(frozen=True, slots=True)
class LettersWorld:
    """Data sets drawn without replacement from 20000 letters; 0/1 loss. All six simulations share the tree.

    Parameters
    ----------
    letters : the population.
    n : letters in a data set.
    n_truth : training sets over which the true error is averaged.
    """

    letters: Letters = field(repr=False)
    n: int = 300
    n_truth: int = 1000
    name: str = "letters"

    @property
    def algorithms(self) -> Mapping[str, Learner]:
        return MappingProxyType({"tree": TREE, **{f"neighbour {w:g}": distorted(w) for w in DISTORTIONS}})

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        return tuple(("tree", f"neighbour {w:g}") for w in DISTORTIONS)

    def sample(self, n: int, rng: np.random.Generator) -> Data:
        chosen = rng.choice(len(self.letters.y), n, replace=False)
        return self.letters.x[chosen], self.letters.y[chosen]

    def true_error(self, algorithm: str, n_train: int) -> float:
        return simulated_error(self, algorithm, n_train)

    def risks(self, n_train: int, rng: np.random.Generator) -> Floats:
        """On letters that were not trained on."""
        x, y = self.sample(n_train + TESTED, rng)
        tree, says = TREE.fit(x[:n_train].astype(np.float32), y[:n_train])
        errors = [says[tree.apply(x[n_train:].astype(np.float32))] != y[n_train:]]
        for w in DISTORTIONS:
            nearest = distorted(w).squared_distances(x[n_train:], x[:n_train]).argmin(axis=1)
            errors.append(y[nearest] != y[n_train:])
        means: Floats = np.array(errors).mean(axis=1)
        return means
