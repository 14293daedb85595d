"""Limits that a proof gives, for losses in a known range: at any level, with the p-value that goes with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import partial
from math import exp, log

from errbar.check import Alternative
from errbar.core.arrays import Floats

SMALLEST = 1e-300  # p-values below are reported as 0
_HALVINGS = 60
_MIRRORED: dict[Alternative, Alternative] = {"two-sided": "two-sided", "less": "greater", "greater": "less"}


@dataclass(frozen=True, slots=True)
class LimitsInRange:
    """Limits for losses in [low, low + width]; those of `mean` and `_unit` are in [0, 1], the ends of a range open."""

    mean: float
    _: KW_ONLY
    low: float = 0.0
    width: float = 1.0
    se: None = None
    df: None = None

    def _unit(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        raise NotImplementedError

    def _mirrored(self) -> LimitsInRange | None:
        """The same of 1 - each loss in [0, 1], where the lower limit is the mirrored upper one."""
        return None

    @property
    def estimate(self) -> float:
        return self.low + self.width * self.mean

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        return self._in_range(*self._unit(1 - confidence_level, alternative))

    def _in_range(self, low: float, high: float) -> tuple[float, float]:
        return self.low + self.width * low, self.low + self.width * high

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        """The smallest delta at which `null` is outside; seen from the nearer end, where numbers are finer."""
        value, other = (null - self.low) / self.width, self._mirrored()
        if value <= 0.5 or other is None:
            return None, smallest_delta(partial(self._unit, alternative=alternative), value)
        rest = (self.low + self.width - null) / self.width
        return None, smallest_delta(partial(other._unit, alternative=_MIRRORED[alternative]), rest)


@dataclass(frozen=True, slots=True)
class FoldLimits(LimitsInRange):
    """The limits of the mean of folds, from an upper one: (means of the folds in [0, 1], their sizes, delta) -> it."""

    upper: Callable[[Floats, Floats, float], float]
    means: Floats
    sizes: Floats

    def _unit(self, delta: float, alternative: Alternative) -> tuple[float, float]:
        """The lower limit is the upper one of what is right; both at once take half of delta each."""
        each = delta / 2 if alternative == "two-sided" else delta
        low = 0.0 if alternative == "less" else 1 - self.upper(1 - self.means, self.sizes, each)
        return low, 1.0 if alternative == "greater" else self.upper(self.means, self.sizes, each)


def smallest_delta(limits: Callable[[float], tuple[float, float]], value: float) -> float:
    """The smallest delta at which a value is outside its limits; found by halving its logarithm."""

    def outside(delta: float) -> bool:
        low, high = limits(delta)
        return not low <= value <= high

    return 0.0 if outside(SMALLEST) else _first(outside)


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
