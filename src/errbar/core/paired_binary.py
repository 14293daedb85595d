"""Two models judged right or wrong on the same examples: McNemar's tests and Tango's score interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

from scipy.special import bdtr, ndtr, ndtri

from errbar.check import Alternative

Variant = Literal["mid_p", "exact", "asymptotic", "continuity"]


@dataclass(frozen=True, slots=True)
class PairedBinary:
    """b examples that only the first model gets wrong, c that only the second does, among n.

    Examples
    --------
    >>> round(PairedBinary(25, 11, 100, "mid_p").test(0.0, "two-sided")[1], 10)
    0.0200738519
    >>> low, high = PairedBinary(0, 0, 100, "mid_p").interval(0.95, "two-sided")
    >>> round(low, 6), round(high, 6)
    (-0.036993, 0.036993)
    """

    b: int
    c: int
    n: int
    variant: Variant
    se: None = None
    df: None = None

    @property
    def estimate(self) -> float:
        return (self.b - self.c) / self.n

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        """Tango's: every difference whose score statistic is within the normal quantile."""
        outside = 1.0 - confidence_level
        z = -float(ndtri(outside / 2 if alternative == "two-sided" else outside))
        outward = 1.0 if z >= 0 else -1.0  # one-sided below 50 %: the limit lies on the other side of the estimate
        low = -1.0 if alternative == "less" else self._edge(-outward, z)
        high = 1.0 if alternative == "greater" else self._edge(outward, z)
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:  # noqa: ARG002 - the null is 0
        """Statistic (b - c) / sqrt(b + c), and the p-value of the chosen variant."""
        b, c = self.b, self.c
        z = (b - c) / sqrt(b + c) if b + c else 0.0
        if self.variant in ("exact", "mid_p"):
            return z, _binomial_pvalue(b, c, self.variant == "mid_p", alternative)
        if self.variant == "continuity" and z:  # never past zero: |b - c| = 0 stays as it is
            z -= (1 if z > 0 else -1) / sqrt(b + c)
        if alternative == "two-sided":
            return z, 2 * float(ndtr(-abs(z)))
        return z, float(ndtr(z if alternative == "less" else -z))

    def _edge(self, end: float, z: float) -> float:
        """Where the score test stops accepting between the estimate and the `end` of the possible differences."""
        inside, beyond = self.estimate, end
        if inside == end:
            return end
        while True:
            middle = (inside + beyond) / 2
            if middle in (inside, beyond):
                return inside
            gap = self.b - self.c - self.n * middle
            if gap * gap <= z * z * self.n * self._variance(middle):
                inside = middle
            else:
                beyond = middle

    def _variance(self, delta: float) -> float:
        """Variance of one example's difference, at its most likely value where the mean difference is `delta`."""
        b, c, n = self.b, self.c, self.n
        linear = -b - c + (2 * n - b + c) * delta
        constant = -c * delta * (1 - delta)
        q = (sqrt(max(linear * linear - 8 * n * constant, 0.0)) - linear) / (4 * n)
        return 2 * q + delta * (1 - delta)


def _binomial_pvalue(b: int, c: int, mid: bool, alternative: Alternative) -> float:
    """Tail of Bin(b + c, 1/2); the mid-p counts half of the observed value's probability."""
    if b + c == 0:
        return 1.0
    if alternative != "two-sided":
        return _tail(b if alternative == "less" else c, b + c, mid)
    if b == c:  # 1, less half of the observed value's probability for the mid-p [fagerland2013]
        return 0.5 + _below(b, b + c) if mid else 1.0
    return min(1.0, 2 * _tail(min(b, c), b + c, mid))


def _tail(k: int, total: int, mid: bool) -> float:
    at_most = float(bdtr(k, total, 0.5))
    return (at_most + _below(k, total)) / 2 if mid else at_most


def _below(k: int, total: int) -> float:
    """P(Bin(total, 1/2) < k)."""
    return float(bdtr(k - 1, total, 0.5)) if k else 0.0
