"""A difference whose observed spread may be too small to be believed: Student's law with a floor under its scale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from errbar.check import Alternative
from errbar.core.inversion import last_accepted
from errbar.core.student import Student, critical

PRIOR = 20.0  # items on which the models differ that what is seen must outweigh before the floor is halved


def fading(differing: int) -> float:
    """The share of the floor that is left when the models were seen to differ on so many items."""
    return PRIOR / (differing + PRIOR)


@dataclass(frozen=True, slots=True)
class Floored:
    """A difference in [-1, 1]; a true value h away has at least the variance `floor(h)`, whatever was observed.

    `floor` is the variance of a share-like score h below its perfect value: what it takes to be wrong by h. So two
    models that never differ have an interval with width. h^2 / floor(h) must increase.

    Parameters
    ----------
    estimate, observed, df : the difference, its observed standard error, and the degrees of freedom of that.
    floor : distance -> variance.

    Examples
    --------
    >>> law = Floored(0.0, 0.0, float("inf"), lambda h: h * (1 - h) / 50)
    >>> low, high = law.interval(0.95, "two-sided")
    >>> print(f"{low:.4f} {high:.4f}")
    -0.0713 0.0713
    """

    estimate: float
    observed: float
    df: float
    floor: Callable[[float], float]

    @property
    def se(self) -> float:
        """The reach of one standard error."""
        return self._reach(1.0)

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        q = critical(self.df, confidence_level, alternative)
        reach = self._reach(abs(q)) * (1.0 if q >= 0.0 else -1.0)
        low = -1.0 if alternative == "less" else max(-1.0, self.estimate - reach)
        high = 1.0 if alternative == "greater" else min(1.0, self.estimate + reach)
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        return Student(self.estimate, self._scale(abs(self.estimate - null)), self.df).test(null, alternative)

    def _reach(self, q: float) -> float:
        """The farthest value whose statistic is within q."""
        seen = q * self.observed
        return max(seen, last_accepted(lambda h: h * h <= q * q * self.floor(h), 0.0, 1.0))

    def _scale(self, h: float) -> float:
        return max(self.observed, sqrt(self.floor(h)) if h < 1.0 else 0.0)
