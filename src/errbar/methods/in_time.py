"""What methods that read losses in the order of time have in common: their record, and what they say."""

from typing import Any

from errbar.bounds.limits import sums_only
from errbar.core.long_run import corrected_lag_one
from errbar.plans.families import TestSet
from errbar.types import Scores
from errbar.types.over_time import InTime, n_times

ORDER = (
    "Losses are read in the order of time: neighbours may be alike. A slow change that hides under noise is not seen "
    "and makes the interval too narrow."
)
PLANS = ("test_set", "rolling")
CLAIM = "asymptotic in the number of times"
IN_ORDER = {"row order": "losses are read in the order of time"}
BY_NAME = "The items stand in the order of their names, not of time: read the table with time= (--time)."
FEWEST = 10  # times: with fewer nothing tells how alike neighbours are
FEW = 8  # independent times that losses should be worth; docs/results/time-order.csv


def out_of_time(scores: Scores) -> str | None:
    """What speaks against reading these losses in the order of time."""
    first = scores.plan.parts[0]
    if (kept := sums_only(scores)) is not None:
        return kept
    if isinstance(first, TestSet) and first.names is not None and first.times is None:
        return BY_NAME
    return None if (n := n_times(scores.plan)) >= FEWEST else too_few(n)


def too_few(n: int) -> str:
    return f"Losses at {n} times are too few to tell how alike neighbours are: at least {FEWEST} are needed."


OF_TIMES: dict[str, Any] = {"needs": "losses", "target": "model", "refuses": out_of_time, "exceptions": IN_ORDER}


def time_notes(series: InTime, variance: float) -> tuple[list[str | bool], dict[str, float]]:
    """How many independent times these are worth, and a warning where they are few."""
    r, own = float(corrected_lag_one(series.residuals)), float((series.residuals**2).mean())
    worth = series.n if variance <= 0 else min(series.n * own / variance, series.n * (1 - r) / (1 + r))
    alike = (
        f"Neighbouring losses are so alike (lag-one correlation {r:.2f}) that {series.n} times are worth about "
        f"{worth:.1f} independent ones: with fewer than {FEW} intervals are too narrow; a longer series is needed."
    )
    told = {} if series.n_groups is None else {"n_groups": series.n_groups}
    return [ORDER, worth < FEW and alike], {**told, "n_times": series.n, "lag_one": r, "effective_n": worth}
