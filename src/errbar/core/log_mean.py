"""The mean of losses that cannot pass one end of their range: Student's law for the log of its distance from that end.

A small sample of skewed losses that happens to hold no large one knows neither its mean nor its spread. The log keeps
the interval on the right side of the end, and a spread learnt from all subgroups together stands in for its own: their
standard deviation, or that of a lognormal law through the largest quarter of their losses, if that is larger. Losses
without an end have the standard deviation of all, and reach further by their skewness over the root of their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, expm1, inf, isfinite, log1p, sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.student import Student

COCHRAN = 25.0  # items for each unit of squared skewness, for a mean to be near normal [cochran1977]
_FAR = 700.0  # exp beyond is infinite
_QUARTER = 0.5966  # mean of a normal value above its upper quartile, less that quartile
_SLACK = 0.25  # of a standard error or so, by which the tail is taken for longer than it looks
_STEEPEST = 5.0  # of the tail: a standard deviation of 270,000 means


@dataclass(frozen=True, slots=True)
class LogMean:
    """log |mean - origin| follows Student's law with scale se / |estimate - origin|; the origin is an end of the range.

    >>> low, high = LogMean(2.0, 0.5, inf).interval(0.95, "two-sided")
    >>> print(f"{low:.4f} {high:.4f}")  # 2 exp(-+ 1.96 / 4)
    1.2253 3.2646
    """

    estimate: float
    se: float
    df: float
    origin: float = 0.0

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        low, high = self._logs().interval(confidence_level, self._turned(alternative))
        ends = [self._grown(end) for end in (low, high)]
        return min(ends), max(ends)

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        """On the logs, so that it agrees with the interval."""
        grown = self._sign * (null - self.estimate) / self._far
        return self._logs().test(log1p(grown) if grown > -1.0 else -inf, self._turned(alternative))

    @property
    def _sign(self) -> float:
        return 1.0 if self.estimate > self.origin else -1.0

    def _turned(self, alternative: Alternative) -> Alternative:
        """Seen from the upper end, less is greater."""
        if alternative == "two-sided" or self._sign > 0:
            return alternative
        return "less" if alternative == "greater" else "greater"

    @property
    def _far(self) -> float:
        return abs(self.estimate - self.origin)

    def _grown(self, log: float) -> float:
        """Where the distance from the origin is exp(log) times the estimate's."""
        if log == -inf:
            return self.origin
        return self.estimate + self._sign * self._far * (expm1(log) if log < _FAR else inf)

    def _logs(self) -> Student:
        """Of how many times as far from the origin: about 0, so that a far origin costs no digits."""
        return Student(0.0, self.se / self._far, self.df)


@dataclass(frozen=True, slots=True)
class Skewed:
    """What all subgroups' losses together say of their shape.

    Parameters
    ----------
    origin : the end of the range that losses lie away from, None where there is none.
    spread : standard deviation inside subgroups, in units of their distance from the origin where there is one.
    skewness : its size.
    n : losses in all.
    """

    origin: float | None
    spread: float
    skewness: float
    n: int

    @classmethod
    def of(cls, losses: Floats, codes: NDArray[np.intp], low_high: tuple[float, float]) -> Skewed:
        """Of losses that may lie in `low_high`, each in the subgroup of its code."""
        sizes = np.bincount(codes)
        means = np.bincount(codes, losses) / sizes
        plain = _shape((losses - means[codes]), sizes.size)
        end = low_high[0] if plain[1] >= 0.0 else low_high[1]
        away = np.abs(means - end) if isfinite(end) else np.zeros(1)
        origin = end if away.min() > 0.0 else None
        spread, skewness = plain
        if origin is not None:
            spread, skewness = _shape((losses - means[codes]) / away[codes], sizes.size)
            spread = max(spread, tail_spread(np.abs(losses - origin) / away[codes]))
        return cls(origin, spread, abs(skewness), int(losses.size))

    @property
    def is_hidden(self) -> bool:
        """Whether all of the losses are too few for a mean of such skewness, as far as it is above chance's."""
        shown = max(0.0, self.skewness - 2.0 * sqrt(6.0 / self.n))
        return COCHRAN * shown**2 > self.n


def tail_spread(away: Floats) -> float:
    """Standard deviation over mean of a lognormal law through the largest quarter of these distances; zeros stay zeros.

    >>> from scipy.special import ndtri
    >>> x = np.exp(1.2 * ndtri((np.arange(4000) + 0.5) / 4000))
    >>> print(f"{tail_spread(x):.2f} {np.sqrt(np.exp(1.2**2) - 1):.2f}")
    1.82 1.79
    """
    seen = np.sort(away[away > 0.0])
    k = max(3, -(-seen.size // 4))
    if seen.size <= k:
        return 0.0
    slope = float(np.log(seen[-k:] / seen[-k - 1]).mean()) / _QUARTER * (1.0 + _SLACK / sqrt(k))
    return sqrt(max(0.0, exp(min(slope, _STEEPEST) ** 2) * away.size / seen.size - 1.0))


def _shape(deviations: Floats, n_means: int) -> tuple[float, float]:
    """Standard deviation, and skewness."""
    variance = float(deviations @ deviations) / max(1, deviations.size - n_means)
    third = float((deviations**3).mean())
    return sqrt(variance), third / variance**1.5 if variance > 0.0 else 0.0
