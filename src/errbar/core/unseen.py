"""Items that are all alike say nothing of how much they vary, only how rare an item that is not like them must be."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from errbar.check import Alternative
from errbar.core.student import share_outside


@dataclass(frozen=True, slots=True)
class Unseen:
    r"""A mean of items that were all equal: the share of others is at most :math:`1 - \alpha^{1/k}` after k items.

    The mean then lies between the estimate and that share of the way to either end of its range. Where an end is
    infinite, so is the limit.

    Parameters
    ----------
    estimate : what every item says.
    low_high : the range.
    k : independent items.

    Examples
    --------
    >>> low, high = Unseen(0.0, (0.0, 1.0), 100).interval(0.95, "two-sided")
    >>> low, round(high, 4)
    (0.0, 0.0362)
    """

    estimate: float
    low_high: tuple[float, float]
    k: int
    se: float = 0.0
    df: None = None

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        outside = share_outside(confidence_level, alternative)
        share = 1.0 - outside ** (1.0 / self.k)
        low, high = self.low_high
        low = low if alternative == "less" else self._towards(low, share)
        high = high if alternative == "greater" else self._towards(high, share)
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        if null == self.estimate or (alternative != "two-sided" and (null > self.estimate) != (alternative == "less")):
            return None, 1.0
        end = self.low_high[0] if null < self.estimate else self.low_high[1]
        if abs(end) == inf:
            return None, 1.0
        share = (null - self.estimate) / (end - self.estimate) if end != self.estimate else 1.0
        tail = max(0.0, 1.0 - share) ** self.k
        return None, min(1.0, (2.0 if alternative == "two-sided" else 1.0) * tail)

    def _towards(self, end: float, share: float) -> float:
        return end if end in (self.estimate, inf, -inf) else self.estimate + share * (end - self.estimate)
