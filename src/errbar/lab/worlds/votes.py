"""Labels decided by the sign of a sum or product of a few inputs, some flipped: where shallow trees are at a loss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from errbar.lab.worlds.world import Data


@dataclass(frozen=True, slots=True)
class VotesWorld:
    """The first `n_voting` of `n_inputs` Gaussian inputs decide.

    Parameters
    ----------
    by : "sum", or "product" (an exclusive or: no single input helps).
    n_inputs, n_voting : all inputs, and those that count.
    flipped : share of labels that are wrong.
    """

    by: Literal["sum", "product"]
    n_inputs: int
    n_voting: int
    flipped: float

    def sample(self, n: int, rng: np.random.Generator) -> Data:
        """
        >>> x, y = VotesWorld("product", 4, 2, 0.0).sample(50, np.random.default_rng(0))
        >>> bool(((x[:, 0] * x[:, 1] > 0) == y).all())
        True
        """
        x = rng.normal(size=(n, self.n_inputs))
        votes = x[:, : self.n_voting]
        decided = (votes.sum(axis=1) if self.by == "sum" else votes.prod(axis=1)) > 0
        return x, (decided ^ (rng.random(n) < self.flipped)).astype(np.float64)
