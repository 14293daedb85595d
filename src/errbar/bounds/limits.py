"""A bound as an inference: its interval at any level, and the p-value that goes with it."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from errbar.bounds.bound import AnyBound, Bound, SampleBound
from errbar.bounds.numbers import Side, both
from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.limits_in_range import LimitsInRange
from errbar.core.variance import mean_and_variance
from errbar.types import Finding, Scores
from errbar.types.law import unclipped
from errbar.types.scores import ONLY_SUMS

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
        bound, side = self.bound, SIDE[alternative]
        if isinstance(bound, SampleBound) and self.losses is not None:
            low, high = both(bound(self.losses, delta, side=side), side)
        else:
            assert isinstance(bound, Bound)
            low, high = both(bound(self.mean, self.n, delta, variance=self.variance, side=side), side)
        return float(low), float(high)

    def _mirrored(self) -> "BoundLimits | None":
        losses = None if self.losses is None else 1.0 - self.losses
        return replace(self, mean=1.0 - self.mean, losses=losses) if self.bound.compares == "either" else None


def bound_finding(bound: AnyBound, scores: Scores) -> Finding:
    """What a bound says of the losses of one trained model (or the difference of two) on one test set."""
    low, high = (0.0, 1.0) if bound.counts else scores.limits
    law, counted = _limits(scores, bound, low, high - low), scores.is_binary and not scores.is_difference
    details = {"rigorous": bound.rigorous, "n_errors": _errors(scores) if counted else None}
    at = None if law.losses is None else partial(unclipped, law)
    return Finding(law, _notes(bound, scores, counted, f"from {low:g} to {high:g}"), details, at=at)


def _notes(bound: AnyBound, scores: Scores, counted: bool, span: str) -> list[str]:
    """What is proved, of which losses; and what would be tighter, unless it is what was asked."""
    numbers = ("differences of " if scores.is_difference else "") + ("scores" if scores.greater_is_better else "losses")
    proved = PROVED.format("" if counted else f" with {numbers} {span}")
    advice = [] if bound.reads == "losses" and not counted else [ADVICE["errors" if counted else "bounded"]]
    return [proved if bound.rigorous else NOT_PROVED, *advice]


def sums_only(scores: Scores) -> str | None:
    """What speaks against a bound that reads each loss."""
    return None if scores.sums is None else ONLY_SUMS


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


def _errors(scores: Scores) -> int:
    ones = round(scores.moments.mean * scores.moments.n)
    return scores.moments.n - ones if scores.greater_is_better else ones
