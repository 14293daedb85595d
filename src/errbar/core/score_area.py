"""Score interval for an area under the ROC curve: with width at 1, inside [0, 1], for few items of a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from errbar.check import Alternative
from errbar.core.inversion import last_accepted
from errbar.core.student import Student, critical

Sizes = Sequence[tuple[int, int]]  # positives and negatives of each fold

PRIOR = 20.0  # items in disorder that what is seen must outweigh before it may be narrower than the model


def area_variance(area: float, sizes: Sizes) -> float:
    r"""Newcombe's variance of a mean area at its true value A: what normal-like scores would give [newcombe2006].

    .. math:: \frac{A (1 - A)}{m n} \Big(1 + (N - 1) \Big(\frac{1 - A}{2 - A} + \frac{A}{1 + A}\Big)\Big),
              \qquad N = (m + n) / 2

    Over K folds the mean of theirs, over K. The same for A and 1 - A.

    >>> round(area_variance(0.9, [(10, 50)]), 10) == round(area_variance(0.1, [(10, 50)]), 10)
    True
    """
    if not 0.0 < area < 1.0:
        return 0.0
    bend = (1.0 - area) / (2.0 - area) + area / (1.0 + area)
    one = 0.0
    for m, n in sizes:
        one += (1.0 + ((m + n) / 2.0 - 1.0) * bend) / (m * n)
    return area * (1.0 - area) * one / len(sizes) ** 2


@dataclass(frozen=True, slots=True)
class ScoreArea:
    r"""The areas A with :math:`|\hat A - A| \le q \sqrt{c V(A)}`, V by `area_variance`.

    c is how many times larger the observed variance is than V at the estimate. Where it is smaller, it counts only as
    far as there are items in disorder to see it from: c = (d r + 20) / (d + 20), r the ratio, d their number.

    Parameters
    ----------
    estimate, se : the area and its observed standard error.
    df : of the quantile q.
    sizes : positives and negatives of each fold; one pair for a test set.
    disorder : d, the items of the smaller class that an item of the other class outranks.

    Examples
    --------
    >>> low, high = ScoreArea(1.0, 0.0, 9, [(10, 50)], 0).interval(0.95, "two-sided")
    >>> print(f"{low:.4f} {high:.4f}")
    0.8430 1.0000
    """

    estimate: float
    se: float
    df: float
    sizes: Sizes
    disorder: int

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        q = critical(self.df, confidence_level, alternative)
        low, high = (0.0, 1.0) if q >= 0.0 else (1.0, 0.0)  # one-sided below 50 %: on the other side of the estimate
        return (
            0.0 if alternative == "less" else self._edge(low, q),
            1.0 if alternative == "greater" else self._edge(high, q),
        )

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        return Student(self.estimate, sqrt(self._variance(null)), self.df).test(null, alternative)

    def _edge(self, end: float, q: float) -> float:
        if self.estimate == end:
            return end
        estimate, scale = self.estimate, q * q * self._scale()
        return last_accepted(lambda a: (estimate - a) ** 2 <= scale * area_variance(a, self.sizes), estimate, end)

    def _variance(self, area: float) -> float:
        return self._scale() * area_variance(area, self.sizes)

    def _scale(self) -> float:
        """c."""
        expected = area_variance(self.estimate, self.sizes)
        ratio = self.se**2 / expected if expected else 1.0
        return max(ratio, (self.disorder * ratio + PRIOR) / (self.disorder + PRIOR))
