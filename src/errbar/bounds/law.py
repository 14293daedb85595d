"""A bound as an inference: its interval at any level, and the p-value that goes with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import exp, log

import numpy as np

from errbar.bounds.record import Side, limits
from errbar.bounds.sample import sample_limits
from errbar.bounds.table import BOUNDS
from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.variance import mean_and_variance
from errbar.errors import NeedsError
from errbar.types import Finding, More, Scores

SIDE: dict[str, Side] = {"two-sided": "two-sided", "less": "upper", "greater": "lower"}
SMALLEST = 1e-300  # p-values below are reported as 0
_HALVINGS = 60

ADVICE = {
    "errors": "For 0/1 losses no one-sided bound beats clopper_pearson, and blaker is the tightest exact interval.",
    "bounded": "For losses in a known range betting reads the losses themselves and is usually far tighter.",
}


@dataclass(frozen=True, slots=True)
class BoundLimits:
    """The limits of one bound for losses in [low, low + width]; an interval that ends at the range is open there."""

    name: str
    mean: float
    n: int
    variance: float | None = None
    losses: Floats | None = None
    low: float = 0.0
    width: float = 1.0
    se: None = None
    df: None = None

    @property
    def estimate(self) -> float:
        return self.low + self.width * self.mean

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        low, high = self._unit(1 - confidence_level, alternative)
        return self.low + self.width * low, self.low + self.width * high

    def as_computed(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        """The interval before it was moved out to the estimate."""
        low, high = self._limits(1 - confidence_level, alternative)
        return self.low + self.width * low, self.low + self.width * high

    def _unit(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        """Bets may be won against the very mean of the losses: the limit then moves out to it, which is only wider."""
        low, high = self._limits(delta, alternative)
        return (low, high) if self.losses is None else (min(low, self.mean), max(high, self.mean))

    def _limits(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        side = SIDE[alternative]
        if self.losses is None:
            ends = limits(BOUNDS[self.name], self.mean, self.n, delta, variance=self.variance, side=side)
        else:
            ends = np.asarray(sample_limits(self.name, self.losses, delta, (0.0, 1.0), side))
        if side == "two-sided":
            return float(ends[0]), float(ends[1])
        return (0.0, float(ends)) if side == "upper" else (float(ends), 1.0)

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        """The smallest delta at which `null` is outside; found by halving its logarithm."""
        unit = (null - self.low) / self.width

        def outside(delta: float) -> bool:
            low, high = self._unit(delta, alternative)
            return not low <= unit <= high

        if outside(SMALLEST):
            return None, 0.0
        return None, _first(outside)


def _first(outside: Callable[[float], bool]) -> float:
    """Where `outside`, false for small delta, becomes true; 1 where it never does."""
    top = 1 - 1e-12
    if not outside(top):
        return 1.0
    inside, beyond = log(SMALLEST), log(top)
    for _ in range(_HALVINGS):
        middle = (inside + beyond) / 2
        inside, beyond = (inside, middle) if outside(exp(middle)) else (middle, beyond)
    return exp(beyond)


def bound_finding(scores: Scores, name: str) -> Finding:
    """Bound `name` for the losses of one trained model (or the difference of two) on one test set."""
    bound = BOUNDS.get(name)
    low, high = _range(scores, name, counts=bound is not None and bound.reads in ("errors", "proportion"))
    rigorous = bound is None or bound.rigorous
    law = _limits(scores, name, low, high - low)
    return Finding(
        law,
        notes=[
            "Guaranteed for independent test examples."
            if rigorous
            else "Not guaranteed: a good approximation at best.",
            ADVICE["errors" if scores.is_binary and not scores.is_difference else "bounded"],
        ],
        details={"rigorous": rigorous, "n_errors": _errors(scores)},
        at=partial(_moved, law),
    )


def _moved(law: BoundLimits, level: float, alternative: Alternative) -> More:
    """What was computed, where a limit was moved out to the estimate."""
    if law.losses is None or law.estimate not in law.interval(level, alternative):
        return More()
    computed = law.as_computed(level, alternative)
    return More() if computed[0] <= law.estimate <= computed[1] else More(details={"unclipped": [*computed]})


def _limits(scores: Scores, name: str, low: float, width: float) -> BoundLimits:
    if name not in BOUNDS:
        losses = scores.blind_losses
        mean = mean_and_variance(losses)[0]
        unit = np.clip((losses - low) / width, 0.0, 1.0)  # rounding at the ends of the range
        return BoundLimits(name, (mean - low) / width, losses.size, None, unit, low, width)
    moments = scores.moments
    mean = min(1.0, max(0.0, (moments.mean - low) / width))
    variance = None
    if BOUNDS[name].reads == "variance" and moments.n > 1:
        variance = moments.variance / width / width
    return BoundLimits(name, mean, moments.n, variance, None, low, width)


def _range(scores: Scores, name: str, counts: bool) -> tuple[float, float]:
    if counts:
        return 0.0, 1.0
    if scores.loss_range is not None:
        return scores.loss_range
    if scores.is_binary:
        return (-1.0, 1.0) if scores.is_difference else (0.0, 1.0)
    raise NeedsError(
        f"{name} needs losses in a known range, and {scores.loss!r} has none: give loss_range= (or score_range=) "
        "with the scores, or use method='holdout_t'."
    )


def _errors(scores: Scores) -> int | None:
    if not scores.is_binary or scores.is_difference:
        return None
    ones = round(scores.moments.mean * scores.moments.n)
    return scores.moments.n - ones if scores.greater_is_better else ones
