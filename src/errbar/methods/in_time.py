"""Losses in the order of time: one sum for each time, whatever the splits, the series and the rows were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from errbar.bounds.limits import sums_only
from errbar.core.arrays import Floats, Indices
from errbar.core.long_run import corrected_lag_one
from errbar.core.variance import mean_and_variance
from errbar.plans.families import TestSet
from errbar.types import Finding, Method, Plan, Scores
from errbar.types.method import method

ORDER = (
    "Losses are read in the order of time: neighbours may be alike. A slow change that hides under noise is not seen "
    "and makes the interval too narrow."
)
FEWEST = 10  # times: with fewer nothing tells how alike neighbours are
FEW = 8  # independent times that losses should be worth; docs/results/time-order.csv


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

    @property
    def n(self) -> int:
        """Times."""
        return self.sums.size

    @cached_property
    def residuals(self) -> Floats:
        """What each time adds to the error of the mean, times n: without ties, losses less their mean."""
        found: Floats = (self.sums - self.mean * self.counts) * (self.n / self.counts.sum())
        return found


def losses_in_time(scores: Scores) -> InTime:
    """The losses of one series; rows of a rolling plan are times, or belong to them where it has groups."""
    plan, losses, times = scores.plan, scores.losses, _times(scores.plan)
    mean = mean_and_variance(losses)[0]
    if times is None:
        return InTime(mean, losses, np.ones(losses.size))
    codes = np.unique(times, return_inverse=True)[1]
    n_groups = plan.n_groups if plan.kind == "test_set" else None
    sums, counts = (np.asarray(np.bincount(codes, weights), dtype=np.float64) for weights in (losses, None))
    return InTime(mean, sums, counts, n_groups)


def _times(plan: Plan) -> Indices | None:
    """The time of each loss; None where each stands at one of its own."""
    first = plan.parts[0]
    if plan.kind == "test_set":
        return first.times if isinstance(first, TestSet) else None
    rows = np.concatenate(list(plan.tests()))
    return rows if plan.groups is None else plan.groups[rows]


def n_times(plan: Plan) -> int:
    """Different rows that a rolling plan tests, or groups of them where groups are times."""
    rows = np.unique(np.concatenate(list(plan.tests())))
    return rows.size if plan.groups is None else np.unique(plan.groups[rows]).size


def out_of_time(scores: Scores) -> str | None:
    """What speaks against reading these losses in the order of time."""
    first, kept = scores.plan.parts[0], sums_only(scores)
    if kept is not None:
        return kept
    if isinstance(first, TestSet) and first.names is not None and first.times is None:
        return "The items stand in the order of their names, not of time: read the table with time= (--time)."
    times = _times(scores.plan)
    n = scores.losses.size if times is None else np.unique(times).size
    return None if n >= FEWEST else too_few(n)


def too_few(n: int) -> str:
    return f"Losses at {n} times are too few to tell how alike neighbours are: at least {FEWEST} are needed."


def time_notes(series: InTime, variance: float) -> tuple[list[str], dict[str, float]]:
    """How many independent times these are worth, and a warning where they are few."""
    r, own = float(corrected_lag_one(series.residuals)), float((series.residuals**2).mean())
    worth = series.n if variance <= 0 else min(series.n * own / variance, series.n * (1 - r) / (1 + r))
    notes, told = [ORDER], {} if series.n_groups is None else {"n_groups": series.n_groups}
    if worth < FEW:
        notes.append(
            f"Neighbouring losses are so alike (lag-one correlation {r:.2f}) that {series.n} times are worth about "
            f"{worth:.1f} independent ones: with fewer than {FEW} intervals are too narrow; a longer series is needed."
        )
    return notes, {**told, "n_times": series.n, "lag_one": r, "effective_n": worth}


def over_times(title: str, slow_from: float = inf) -> Callable[[Callable[..., Finding]], Method]:
    """The record of a method that reads losses in the order of time."""
    return method(
        title,
        ("test_set", "rolling"),
        "asymptotic in the number of times",
        needs="losses",
        target="model",
        refuses=out_of_time,
        slow_from=slow_from,
        exceptions={"row order": "losses are read in the order of time"},
    )
