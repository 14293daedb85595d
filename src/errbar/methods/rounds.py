"""Resampling means over rounds of splits of the same data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.variance import mean_and_variance
from errbar.types import Scores


@dataclass(frozen=True, slots=True)
class Rounds:
    """The mean over the first `n_splits` splits, and the variance of `n_rounds` further means of as many."""

    mean: float
    variance: float
    n_splits: int
    n_rounds: int


def rounds_of(scores: Scores) -> Rounds:
    """Read one series over pseudo_bootstrap; an estimate of more splits than a round has is cut to that number."""
    first, further = scores.plan.parts
    n_rounds = int(further.labels()["round"].max()) + 1
    values = scores.per_split[len(first) :].reshape(n_rounds, -1)
    n_splits = values.shape[1]
    means = np.array([mean_and_variance(row)[0] for row in values])
    return Rounds(mean_and_variance(scores.per_split[:n_splits])[0], mean_and_variance(means)[1], n_splits, n_rounds)
