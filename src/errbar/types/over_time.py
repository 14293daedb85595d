"""Losses in the order of time: one sum for each time, whatever the splits, the series and the rows were."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.core.variance import mean_and_variance
from errbar.plans.families import TestSet
from errbar.plans.plan import Plan
from errbar.types.scores import Scores


@dataclass(frozen=True, eq=False)
class InTime:
    """Sums and numbers of losses at each time; several losses of one time (series, rows) count together.

    Parameters
    ----------
    mean : of all losses.
    sums, counts : one for each time, in order.
    n_groups : series, where they were told apart.
    """

    mean: float
    sums: Floats
    counts: Floats
    n_groups: int | None = None

    @classmethod
    def of(cls, scores: Scores) -> InTime:
        """Of one series; rows of a rolling plan are times, or belong to them where it has groups."""
        plan, losses, times = scores.plan, scores.losses, times_of(scores.plan)
        mean = mean_and_variance(losses)[0]
        if times is None:
            return cls(mean, losses, np.ones(losses.size))
        codes = np.unique(times, return_inverse=True)[1]
        n_groups = plan.n_groups if plan.kind == "test_set" else None
        sums, counts = (np.asarray(np.bincount(codes, weights), dtype=np.float64) for weights in (losses, None))
        return cls(mean, sums, counts, n_groups)

    @property
    def n(self) -> int:
        """Times."""
        return self.sums.size

    @cached_property
    def residuals(self) -> Floats:
        """What each time adds to the error of the mean, times n: without ties, losses less their mean."""
        found: Floats = (self.sums - self.mean * self.counts) * (self.n / self.counts.sum())
        return found


def n_times(plan: Plan) -> int:
    """Different times of losses."""
    times = times_of(plan)
    return plan.n if times is None else np.unique(times).size


def times_of(plan: Plan) -> Indices | None:
    """The time of each loss; None where each stands at one of its own."""
    first = plan.parts[0]
    if plan.kind == "test_set":
        return first.times if isinstance(first, TestSet) else None
    rows = np.concatenate(list(plan.tests()))
    return rows if plan.groups is None else plan.groups[rows]
