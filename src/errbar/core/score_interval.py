"""Intervals for a share with width at 0 and 1: Wilson's at any effective number of items, and mid-p from counts."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import betainc

from errbar.check import Alternative
from errbar.core.binomial import mid_p_lower, mid_p_upper
from errbar.core.student import Student, critical, share_outside


@dataclass(frozen=True, slots=True)
class ScoreShare:
    r"""The p with :math:`|\hat p - p| \le q \sqrt{p (1 - p) / m}`: never of zero width, never outside [0, 1].

    Parameters
    ----------
    estimate : the observed share.
    size : m, the number of independent items it is worth.
    df : of the quantile q; `inf` for the normal law.
    se : reported, not used.

    Examples
    --------
    >>> from math import inf
    >>> low, high = ScoreShare(0.9, 20, inf, 0.0).interval(0.95, "two-sided")
    >>> print(f"{low:.10f} {high:.10f}")
    0.6989663548 0.9721335188
    """

    estimate: float
    size: float
    df: float
    se: float

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        q = critical(self.df, confidence_level, alternative)
        p, m = self.estimate, self.size
        centre = p + q * q / (2.0 * m)
        reach = q * sqrt(max(0.0, p * (1.0 - p) / m + (q / (2.0 * m)) ** 2))
        scale = 1.0 + q * q / m
        low = 0.0 if alternative == "less" else max((centre - reach) / scale, 0.0)
        high = 1.0 if alternative == "greater" else min((centre + reach) / scale, 1.0)
        if q >= 0.0:  # exact ends where every item agrees, and no rounding that puts the estimate outside
            low, high = (0.0 if p == 0.0 else min(low, p)), (1.0 if p == 1.0 else max(high, p))
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        se = sqrt(null * (1.0 - null) / self.size) if 0.0 < null < 1.0 else 0.0
        return Student(self.estimate, se, self.df).test(null, alternative)


@dataclass(frozen=True, slots=True)
class MidPShare:
    """k of n: the shares whose two tail probabilities, half of k's own counted, both exceed the level.

    Examples
    --------
    >>> low, high = MidPShare(0.0, 10.0).interval(0.9, "two-sided")
    >>> low, round(high, 10)  # 1 - 0.1 ** (1 / 10)
    (0.0, 0.2056717653)
    """

    k: float
    n: float
    df: None = None

    @property
    def estimate(self) -> float:
        return self.k / self.n

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        outside = share_outside(confidence_level, alternative)
        given = (np.array([self.k]), np.array([self.n]), np.array([outside]))
        low = 0.0 if alternative == "less" or self.k == 0.0 else float(mid_p_lower(*given)[0])
        high = 1.0 if alternative == "greater" or self.k == self.n else float(mid_p_upper(*given)[0])
        return min(low, self.estimate), max(high, self.estimate)  # which only matters at levels near 0

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        above = (self._reaches(self.k, null) + self._reaches(self.k + 1.0, null)) / 2.0
        if alternative == "two-sided":
            return None, min(1.0, 2.0 * min(above, 1.0 - above))
        return None, above if alternative == "greater" else 1.0 - above

    def _reaches(self, k: float, p: float) -> float:
        """P(X >= k)."""
        if k <= 0.0 or k > self.n:
            return float(k <= 0.0)
        return float(betainc(k, self.n - k + 1.0, p))


@dataclass(frozen=True, slots=True)
class InRange:
    """A share as a mean of losses in [low, low + width].

    >>> law = InRange(ScoreShare(0.9, 20, float("inf"), 0.0), 1.0, 2.0)
    >>> low, high = law.interval(0.95, "two-sided")
    >>> print(f"{law.estimate:.1f} {low:.8f} {high:.8f}")
    2.8 2.39793271 2.94426704
    """

    share: ScoreShare
    low: float
    width: float

    @property
    def estimate(self) -> float:
        return self.low + self.width * self.share.estimate

    @property
    def se(self) -> float:
        return self.width * self.share.se

    @property
    def df(self) -> float:
        return self.share.df

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        low, high = self.share.interval(confidence_level, alternative)
        return self.low + self.width * low, self.low + self.width * high

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        return self.share.test((null - self.low) / self.width, alternative)
