"""Error rates over splits and their differences: the corrected variance, with width where few errors were seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.cut import cut
from errbar.core.student import Student

Number = TypeVar("Number", float, Floats)

PRETENDED = 2  # examples on which two models disagree, one either way, that a difference is read with


def effective_size(share: float, variance: float, n: float) -> float:
    r"""How many independent 0/1 losses have this variance of their mean: n, or fewer where it is larger than theirs.

    .. math:: n / \max\{1,\; V n / (p' (1 - p'))\}, \qquad p' = \min\{\max\{p, 1/(2n)\}, 1 - 1/(2n)\}

    Examples
    --------
    >>> effective_size(0.5, 0.005, 100), effective_size(0.5, 0.0, 100)
    (50.0, 100.0)
    """
    p = min(max(share, 0.5 / n), 1.0 - 0.5 / n)
    return n / max(1.0, variance * n / (p * (1.0 - p)))


@dataclass(frozen=True, slots=True)
class BoundedStudent(Student):
    """Student's interval, cut at -1 and 1: the difference of two error rates.

    Examples
    --------
    >>> BoundedStudent(0.9, 0.1, 9.0).interval(0.95, "two-sided")[1]
    1.0
    >>> BoundedStudent(0.0, 0.5, 5.0).interval(0.001, "less")  # a limit that hardly ever holds
    (-1.0, -1.0)
    """

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        return cut(Student.interval(self, confidence_level, alternative), (-1.0, 1.0))

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        if abs(null) > 1.0:  # no difference can be that large
            return Student.test(BoundedStudent(self.estimate, 0.0, self.df), 1.0 if null > 0 else -1.0, alternative)
        return Student.test(self, null, alternative)


def difference_variance(variance: Number, n: float) -> Number:
    """V + 2/n^2: the variance of a difference of error rates had two more examples told the models apart."""
    return variance + PRETENDED / n**2
