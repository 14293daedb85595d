"""F1 on a test set and its standard error by the delta method, written as a mean of influence values.

In that form the difference of two models on the same items, and items in clusters, need no formulas of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.score_interval import MidPShare, ScoreShare

Mask = NDArray[np.bool_]


def f1(tp: float, fp: float, fn: float) -> float:
    """2 TP / (2 TP + FP + FN).

    >>> round(f1(45, 12, 9), 10)
    0.8108108108
    """
    return 2.0 * tp / (2.0 * tp + fp + fn)


def f1_se(tp: float, fp: float, fn: float) -> float:
    r"""Standard error of F1 from its counts: :math:`\sqrt{F (1 - F) (2 - F) / (2 TP + FP + FN)}`.

    >>> round(f1_se(45, 12, 9), 10)
    0.0405388953
    """
    f = f1(tp, fp, fn)
    return sqrt(f * (1.0 - f) * (2.0 - f) / (2.0 * tp + fp + fn))


def f1_values(truth: Mask, said: Mask) -> tuple[float, Floats]:
    r"""F1 and one influence value per item.

    .. math:: h_i = n \frac{2\,tp_i - F (2\,tp_i + fp_i + fn_i)}{2 TP + FP + FN}, \qquad
              \widehat{Var}(F) = \frac{1}{n^2} \sum_i h_i^2

    tp_i, fp_i, fn_i: 1 where item i is a true positive, false positive, false negative. The sum equals `f1_se` squared.

    >>> truth, said = np.array([True, True, False, False]), np.array([True, False, True, False])
    >>> f, h = f1_values(truth, said)
    >>> f, bool(abs(((h**2).sum() / 16) ** 0.5 - f1_se(1, 1, 1)) < 1e-15)
    (0.5, True)
    """
    tp = (truth & said).astype(np.float64)
    weight = tp + (truth | said)
    total = float(weight.sum())
    f = 2.0 * float(tp.sum()) / total
    return f, truth.size * (2.0 * tp - f * weight) / total


def f1_variance_floor(h: float, size: float) -> float:
    """The variance of F1 = 1 - h where 2 TP + FP + FN is `size`: what it takes to lose h from a perfect score.

    >>> round(f1_variance_floor(1 - f1(45, 12, 9), 111) ** 0.5, 10)
    0.0405388953
    """
    return h * (1.0 - h) * (1.0 + h) / size


@dataclass(frozen=True, slots=True)
class F1Law:
    """F1 = 2p / (1 + p) of a share p, the true positives among items that are positive or said to be.

    >>> law = F1Law(MidPShare(20.0, 20.0), 0.0)
    >>> low, high = law.interval(0.95, "two-sided")
    >>> print(f"{low:.4f} {high:.4f}")  # p at least 0.05 ** (1 / 20)
    0.9252 1.0000
    """

    share: MidPShare | ScoreShare
    se: float

    @property
    def estimate(self) -> float:
        return 2.0 * self.share.estimate / (1.0 + self.share.estimate)

    @property
    def df(self) -> float | None:
        return self.share.df

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        low, high = self.share.interval(confidence_level, alternative)
        return 2.0 * low / (1.0 + low), 2.0 * high / (1.0 + high)

    def test(self, null: float, alternative: Alternative) -> tuple[float | None, float]:
        return self.share.test(min(1.0, max(0.0, null / (2.0 - min(null, 1.0)))), alternative)
