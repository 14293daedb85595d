"""Interval and p-value from an estimate, its standard error and degrees of freedom."""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf, isinf

import numpy as np
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from errbar.check import Alternative
from errbar.core.arrays import Floats


def share_outside(confidence_level: float, alternative: Alternative) -> float:
    """What an interval leaves out on each side that it ends on."""
    return (1.0 - confidence_level) / (2.0 if alternative == "two-sided" else 1.0)


@dataclass(frozen=True, slots=True)
class Student:
    """(estimate - mu) / se follows Student's law with `df` degrees of freedom (`inf`: the normal law).

    Zero `se` is defined: the interval is the estimate alone, p is 1 where the null hypothesis equals the
    estimate (or lies on the side the alternative excludes) and 0 otherwise.

    Examples
    --------
    >>> low, high = Student(0.0, 1.0, 14.0).interval(0.90, "two-sided")
    >>> round(high, 4)
    1.7613
    """

    estimate: float
    se: float
    df: float

    def quantile(self, p: float) -> float:
        return float(ndtri(p) if isinf(self.df) else stdtrit(self.df, p))

    def cdf(self, t: float) -> float:
        return float(ndtr(t) if isinf(self.df) else stdtr(self.df, t))

    def cdfs(self, t: Floats) -> Floats:
        return np.asarray(ndtr(t) if isinf(self.df) else stdtr(self.df, t))

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        reach = -self.quantile(share_outside(confidence_level, alternative)) * self.se if self.se else 0.0
        low = -inf if alternative == "less" else self.estimate - reach
        return low, inf if alternative == "greater" else self.estimate + reach

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        """Statistic and p-value of mu = null; "less" means: is mu below null?"""
        gap = self.estimate - null
        if self.se == 0:
            statistic = copysign(inf, gap) if gap else 0.0
            if gap == 0:
                return statistic, 1.0
            agrees = alternative == "two-sided" or (gap < 0) == (alternative == "less")
            return statistic, 0.0 if agrees else 1.0
        statistic = gap / self.se
        if alternative == "two-sided":
            return statistic, min(1.0, 2 * self.cdf(-abs(statistic)))
        return statistic, self.cdf(statistic if alternative == "less" else -statistic)


def critical(df: float, confidence_level: float, alternative: Alternative) -> float:
    """How many standard errors an interval reaches on each side that it ends on; negative below 50 %, one-sided."""
    return -Student(0.0, 1.0, df).quantile(share_outside(confidence_level, alternative))
