"""Estimates with laws of their own, added up with weights -> one law: a gap, an average of subgroups."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, sqrt

from errbar.answers.ask import series_of
from errbar.check import Alternative
from errbar.types import Result
from errbar.types.law import Law

_HALVINGS = 50


def standard_error(result: Result) -> float | None:
    """Its own; that of the mean where its method needs none and items stand alone."""
    if result.se is not None or result._source is None:
        return result.se
    series = series_of(result._source.scores, result._source.names)
    if series.plan.groups is not None or series.predictions is not None or series.plan.kind != "test_set":
        return None
    return sqrt(series.moments.variance / series.moments.n)


@dataclass(frozen=True, slots=True)
class Weighted:
    r"""A sum of estimates; each end is as far from it as theirs take it [zou2008].

    .. math:: \sum w_k \hat a_k - \sqrt{\sum w_k^2 (\hat a_k - l_k)^2}, \quad
              \sum w_k \hat a_k + \sqrt{\sum w_k^2 (u_k - \hat a_k)^2}

    with the two distances of an estimate swapped where its weight is negative. For estimates that may depend on each
    other (`apart=False`) the distances are added, which is never too narrow.
    """

    laws: tuple[Law, ...]
    weights: tuple[float, ...]
    apart: bool = True
    se: float | None = None
    df: None = None

    @property
    def estimate(self) -> float:
        return float(sum(weight * law.estimate for weight, law in zip(self.weights, self.laws, strict=True)))

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        level = confidence_level if alternative == "two-sided" else max(0.0, 2.0 * confidence_level - 1.0)
        below, above = [], []
        for weight, law in zip(self.weights, self.laws, strict=True):
            low, high = law.interval(level, "two-sided") if level > 0.0 else (law.estimate, law.estimate)
            under, over = law.estimate - low, high - law.estimate
            below.append(abs(weight) * (under if weight >= 0 else over))
            above.append(abs(weight) * (over if weight >= 0 else under))
        low, high = (hypot(*one) if self.apart else sum(one) for one in (below, above))
        return (
            -inf if alternative == "less" else self.estimate - low,
            inf if alternative == "greater" else self.estimate + high,
        )

    def test(self, null: float, alternative: Alternative) -> tuple[None, float]:
        """The smallest level at which the interval leaves the null out."""
        outside, inside = 1.0, 0.0  # p-values
        for _ in range(_HALVINGS):
            p = (outside + inside) / 2.0
            low, high = self.interval(1.0 - p, alternative)
            outside, inside = (outside, p) if low <= null <= high else (p, inside)
        return None, outside
