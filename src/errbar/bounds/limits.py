"""A bound as an inference: its interval at any level, and the p-value that goes with it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.bounds.bound import AnyBound, Bound, SampleBound
from errbar.bounds.numbers import Side, both
from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.limits_in_range import LimitsInRange
from errbar.core.variance import mean_and_variance
from errbar.types import Finding, More, Scores

SIDE: dict[str, Side] = {"two-sided": "two-sided", "less": "upper", "greater": "lower"}
PROVED = "Guaranteed for independent test examples{}."
NOT_PROVED = "Not guaranteed: a good approximation at best."
ADVICE = {
    "errors": "For 0/1 losses no one-sided bound beats clopper_pearson, and blaker is the tightest exact interval.",
    "bounded": "For losses in a known range betting reads the losses themselves and is usually far tighter.",
}


@dataclass(frozen=True, slots=True)
class BoundLimits(LimitsInRange):
    """The limits of one bound."""

    bound: AnyBound
    n: int
    variance: float | None = None
    losses: Floats | None = None

    def as_computed(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        """The interval before it was moved out to the estimate."""
        return self._in_range(*self._limits(1 - confidence_level, alternative))

    def _unit(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        """Bets may be won against the very mean of the losses: the limit then moves out to it, which is only wider."""
        low, high = self._limits(delta, alternative)
        return (low, high) if self.losses is None else (min(low, self.mean), max(high, self.mean))

    def _limits(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        side = SIDE[alternative]
        if isinstance(self.bound, SampleBound):
            assert self.losses is not None
            low, high = both(self.bound(self.losses, delta, side=side), side)
        else:
            assert isinstance(self.bound, Bound)
            low, high = both(self.bound(self.mean, self.n, delta, variance=self.variance, side=side), side)
        return float(low), float(high)

    def moved(self, level: float, alternative: Alternative) -> More:
        """What was computed, where a limit was moved out to the estimate."""
        if self.losses is None or self.estimate not in self.interval(level, alternative):
            return More()
        computed = self.as_computed(level, alternative)
        return More() if computed[0] <= self.estimate <= computed[1] else More(details={"unclipped": [*computed]})


def bound_finding(bound: AnyBound, scores: Scores) -> Finding:
    """What a bound says of the losses of one trained model (or the difference of two) on one test set."""
    low, high = _range(scores, bound)
    law = _limits(scores, bound, low, high - low)
    return Finding(
        law,
        notes=_notes(bound, scores, low, high),
        details={"rigorous": bound.rigorous, "n_errors": _errors(scores)},
        at=law.moved,
    )


def _notes(bound: AnyBound, scores: Scores, low: float, high: float) -> list[str]:
    """What is proved, of which losses; and what would be tighter, unless it is what was asked."""
    counted = _errors(scores) is not None
    proved = PROVED.format("" if counted else f" with {_numbers_are(scores)} from {low:g} to {high:g}")
    advice = [] if bound.reads == "losses" and not counted else [ADVICE["errors" if counted else "bounded"]]
    return [proved if bound.rigorous else NOT_PROVED, *advice]


def _numbers_are(scores: Scores) -> str:
    kind = "scores" if scores.greater_is_better else "losses"
    return f"differences of {kind}" if scores.is_difference else kind


def sums_only(scores: Scores) -> str | None:
    """What speaks against a bound that reads each loss."""
    if scores.sums is None:
        return None
    return "Each loss is needed here, and only sums were kept: read the table with keep='items'."


def _limits(scores: Scores, bound: AnyBound, low: float, width: float) -> BoundLimits:
    if isinstance(bound, SampleBound):
        losses = scores.blind_losses
        mean = mean_and_variance(losses)[0]
        unit = np.clip((losses - low) / width, 0.0, 1.0)  # rounding at the ends of the range
        return BoundLimits((mean - low) / width, bound, losses.size, None, unit, low=low, width=width)
    moments = scores.moments
    mean = min(1.0, max(0.0, (moments.mean - low) / width))
    variance = moments.variance / width / width if bound.reads == "variance" and moments.n > 1 else None
    return BoundLimits(mean, bound, moments.n, variance, low=low, width=width)


def _range(scores: Scores, bound: AnyBound) -> tuple[float, float]:
    if bound.counts:
        return 0.0, 1.0
    if scores.loss_range is not None:
        return scores.loss_range
    return (-1.0, 1.0) if scores.is_difference else (0.0, 1.0)


def _errors(scores: Scores) -> int | None:
    if not scores.is_binary or scores.is_difference:
        return None
    ones = round(scores.moments.mean * scores.moments.n)
    return scores.moments.n - ones if scores.greater_is_better else ones
