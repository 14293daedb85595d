"""A bound over folds as an inference: for the mean error of the models fitted, whatever their folds have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.limits_in_range import LimitsInRange
from errbar.types import Finding, Method, Plan, Scores
from errbar.types.method import method

Upper = Callable[[Floats, Floats, float], float]  # (means of the folds in [0, 1], their sizes, delta)
PROVED = (
    "Guaranteed for independent examples{}, whatever the folds have in common; for the models fitted here, not for one "
    "fitted to all data."
)


@dataclass(frozen=True, slots=True)
class FoldLimits(LimitsInRange):
    """The limits of the mean of the folds."""

    upper: Upper
    means: Floats
    sizes: Floats

    def _unit(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        """The lower limit is the upper one of what is right; both at once take half of delta each."""
        each = delta / 2 if alternative == "two-sided" else delta
        low = 0.0 if alternative == "less" else 1 - self.upper(1 - self.means, self.sizes, each)
        return low, 1.0 if alternative == "greater" else self.upper(self.means, self.sizes, each)


def fold_finding(upper: Upper, scores: Scores, note: str = PROVED) -> Finding:
    """What a bound over folds says of the losses of the models fitted; `note` has room for the range of the losses."""
    low, high = scores.limits
    means = np.clip((scores.per_split - low) / (high - low), 0.0, 1.0)
    sizes = scores.plan.n_test[: means.size].astype(np.float64)
    losses = "" if scores.is_binary else f" with losses from {low:g} to {high:g}"
    details = {"rigorous": note is PROVED, "n_folds": int(means.size), "smallest_fold": int(sizes.min())}
    law = FoldLimits(float(means.mean()), upper, means, sizes, low=low, width=high - low)
    return Finding(law, notes=[note.format(losses)], details=details)


def over_folds(title: str, claim: str) -> Callable[[Callable[..., Finding]], Method]:
    """The record of a bound over folds: of the models fitted, for losses in a known range, without groups."""
    return method(
        title,
        ("kfold", "custom"),
        claim,
        needs="losses",
        target="proxy",
        compares="one",
        without_range="corrected_t",
        against=in_groups,
    )


def in_groups(plan: Plan, _items: bool) -> str | None:
    """What speaks against a bound for independent examples."""
    if plan.groups is None:
        return None
    return (
        "The folds keep groups together: examples of a fold are not independent then, and bounds over folds need that."
    )
