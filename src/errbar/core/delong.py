"""The area under the ROC curve and its covariance between models, from ranks alone."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from errbar.check import Alternative
from errbar.core.student import Student

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def auc_components(scores: Floats, positive: Mask) -> tuple[Floats, Floats]:
    r"""DeLong's structural components of one model, in O(n log n) [sun2014].

    .. math:: V^{10}_i = \frac1n \sum_j \psi(x_i, y_j), \qquad V^{01}_j = \frac1m \sum_i \psi(x_i, y_j)

    x, y: scores of the m positives and n negatives; psi = 1, 1/2 or 0 as x is above, equal to or below y. Both
    means are the area under the curve.

    >>> above, below = auc_components(np.array([.9, .4, .4, .1]), np.array([True, True, False, False]))
    >>> above.tolist(), below.tolist()
    ([1.0, 0.75], [0.75, 1.0])
    """
    m, n = int(positive.sum()), int((~positive).sum())
    overall, own_positive, own_negative = _midranks(scores), _midranks(scores[positive]), _midranks(scores[~positive])
    return (overall[positive] - own_positive) / n, 1.0 - (overall[~positive] - own_negative) / m


def auc_covariance(models: Floats, positive: Mask) -> tuple[Floats, Floats]:
    """Areas of k models scored on the same items (k x items) and their k x k covariance S10/m + S01/n [delong1988]."""
    pairs = [auc_components(row, positive) for row in models]
    above, below = np.stack([a for a, _ in pairs]), np.stack([b for _, b in pairs])
    areas: Floats = above.mean(axis=1)
    return areas, np.atleast_2d(np.cov(above)) / above.shape[1] + np.atleast_2d(np.cov(below)) / below.shape[1]


def cv_auc(scores: Floats, positive: Mask, folds: NDArray[np.intp]) -> tuple[float, float]:
    r"""Mean of the folds' areas and its standard error from influence values [ledell2015].

    .. math:: \frac{1}{p_1}(\text{share of fold negatives below} - A_v), \qquad
              \frac{1}{p_0}(\text{share of fold positives above} - A_v)

    p_1, p_0: shares of positives and negatives in all the data; A_v: area in fold v. The variance is the mean over
    folds of the mean squared value, over n.
    """
    share = float(positive.mean())
    areas, squares = [], []
    for fold in np.unique(folds):
        inside = folds == fold
        above, below = auc_components(scores[inside], positive[inside])
        area = float(above.mean())
        values = np.concatenate(((above - area) / share, (below - area) / (1.0 - share)))
        areas.append(area)
        squares.append(float((values**2).mean()))
    return float(np.mean(areas)), sqrt(float(np.mean(squares)) / scores.size)


def _midranks(values: Floats) -> Floats:
    """Ranks from 1, ties sharing their mean."""
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    middles: Floats = ends - (counts - 1) / 2.0
    return middles[codes]


@dataclass(frozen=True, slots=True)
class Logit:
    """A share in (0, 1) whose log odds are normal with standard error se / (p (1 - p)).

    At 0 or 1 the log odds are undefined; the interval is then normal on the plain scale, cut to [0, 1].
    """

    estimate: float
    se: float

    @property
    def df(self) -> float:
        return inf

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        low, high = 0.0, 1.0
        outside = (1.0 - confidence_level) / (2.0 if alternative == "two-sided" else 1.0)
        if not 0.0 < self.estimate < 1.0:
            plain = Student(self.estimate, self.se, inf).interval(confidence_level, alternative)
            return max(low, plain[0]), min(high, plain[1])
        reach = -float(ndtri(outside)) * self.se / (self.estimate * (1.0 - self.estimate))
        if alternative != "less":
            low = _expit(_logit(self.estimate) - reach)
        if alternative != "greater":
            high = _expit(_logit(self.estimate) + reach)
        return low, high

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        """On the log odds where they exist, so that it agrees with the interval."""
        if not (0.0 < self.estimate < 1.0 and 0.0 < null < 1.0):
            return Student(self.estimate, self.se, inf).test(null, alternative)
        se = self.se / (self.estimate * (1.0 - self.estimate))
        return Student(_logit(self.estimate), se, inf).test(_logit(null), alternative)


def _logit(p: float) -> float:
    return log(p) - log(1.0 - p)


def _expit(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -700.0 else 0.0
