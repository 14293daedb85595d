"""Five replications of two-fold cross-validation: the statistics of ten scores, and the law of the F test."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt

from scipy.special import fdtrc, fdtri

from errbar.check import Alternative
from errbar.core.arrays import Floats


def replication_variances(d: Floats) -> Floats:
    """s_m^2, the variance of the two scores of each replication; `d` ends in axes (replication, half).

    Examples
    --------
    >>> import numpy as np
    >>> replication_variances(np.array([[0.1, 0.3], [0.2, 0.2]])).round(3).tolist()
    [0.02, 0.0]
    """
    variances: Floats = (d[..., 0] - d[..., 1]) ** 2 / 2
    return variances


def first_score(d: Floats) -> tuple[Floats, Floats]:
    """Dietterich: the first score alone, and the mean of all five variances."""
    return d[..., 0, 0], replication_variances(d).mean(axis=-1)


def first_score_apart(d: Floats) -> tuple[Floats, Floats]:
    """First repair: the first score, and the mean of the other four variances, which it does not share."""
    return d[..., 0, 0], replication_variances(d)[..., 1:].mean(axis=-1)


def first_pair(d: Floats) -> tuple[Floats, Floats]:
    """Second repair: the mean of the first pair, which does not depend on the pair's difference."""
    return d[..., 0, :].mean(axis=-1), replication_variances(d).mean(axis=-1) / 2


@dataclass(frozen=True, slots=True)
class CombinedF:
    """Alpaydin's F: all ten squared scores, measured from the null value, over twice the sum of the variances.

    The interval is the set of null values that the test does not reject. It is empty (NaN) where the
    replications disagree more with each other than the two halves inside them ever do.
    Equal scores are defined: the interval is their value alone.

    Parameters
    ----------
    estimate : mean of the ten scores.
    spread : sum of squares of the ten scores about their mean.
    noise : sum of the five variances.
    """

    estimate: float
    spread: float
    noise: float
    se: None = None
    df: None = None

    @classmethod
    def of(cls, d: Floats) -> CombinedF:
        if (d == d[0, 0]).all():
            return cls(float(d[0, 0]), 0.0, 0.0)
        mean = float(d.mean())
        return cls(mean, float(((d - mean) ** 2).sum()), float(replication_variances(d).sum()))

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:  # noqa: ARG002
        if self.spread == 0.0:
            return self.estimate, self.estimate
        room = 2 * float(fdtri(10, 5, confidence_level)) * self.noise - self.spread
        half = sqrt(room / 10) if room >= 0 else nan
        return self.estimate - half, self.estimate + half

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:  # noqa: ARG002
        above = self.spread + 10 * (self.estimate - null) ** 2
        if self.noise == 0.0:
            return (0.0, 1.0) if above == 0.0 else (inf, 0.0)
        statistic = above / (2 * self.noise)
        return statistic, float(fdtrc(10, 5, statistic))

    def is_empty(self, confidence_level: float) -> bool:
        return isnan(self.interval(confidence_level, "two-sided")[0])
