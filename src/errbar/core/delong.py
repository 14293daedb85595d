"""The area under the ROC curve and its covariance between models, from ranks alone."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.student import Student

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


def cv_auc(scores: Floats, positive: Mask, folds: NDArray[np.intp]) -> tuple[float, Floats]:
    r"""Mean of the folds' areas, and one influence value per item [ledell2015].

    .. math:: \frac{1}{p_1}(\text{share of fold negatives below} - A_v), \qquad
              \frac{1}{p_0}(\text{share of fold positives above} - A_v)

    p_1, p_0: shares of positives and negatives in all the data; A_v: area in fold v.
    """
    share, values, areas = float(positive.mean()), np.empty(scores.size), []
    for fold in np.unique(folds):
        inside = folds == fold
        above, below = auc_components(scores[inside], positive[inside])
        areas.append(float(above.mean()))
        values[inside & positive] = (above - areas[-1]) / share
        values[inside & ~positive] = (below - areas[-1]) / (1.0 - share)
    return float(np.mean(areas)), values


def cv_auc_se(values: Floats, folds: NDArray[np.intp]) -> float:
    """Square root of the mean over folds of the mean squared influence value, over n [ledell2015]."""
    return sqrt(float(np.mean([(values[folds == fold] ** 2).mean() for fold in np.unique(folds)])) / values.size)


def _midranks(values: Floats) -> Floats:
    """Ranks from 1, ties sharing their mean."""
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    middles: Floats = ends - (counts - 1) / 2.0
    return middles[codes]


@dataclass(frozen=True, slots=True)
class Logit:
    """A share in (0, 1) whose log odds follow Student's law (`df` infinite: the normal) with scale se / (p (1 - p)).

    At 0 or 1 the log odds are undefined; the interval is then that of the plain scale, cut to [0, 1].
    """

    estimate: float
    se: float
    df: float = inf

    def interval(self, confidence_level: float, alternative: Alternative) -> tuple[float, float]:
        if not 0.0 < self.estimate < 1.0:
            low, high = Student(self.estimate, self.se, self.df).interval(confidence_level, alternative)
            return max(0.0, low), min(1.0, high)
        low, high = self._odds().interval(confidence_level, alternative)
        return _expit(low), _expit(high)

    def test(self, null: float, alternative: Alternative) -> tuple[float, float]:
        """On the log odds where they exist, so that it agrees with the interval."""
        if not 0.0 < self.estimate < 1.0:
            return Student(self.estimate, self.se, self.df).test(null, alternative)
        return self._odds().test(_logit(null), alternative)

    def _odds(self) -> Student:
        return Student(_logit(self.estimate), self.se / (self.estimate * (1.0 - self.estimate)), self.df)


def _logit(p: float) -> float:
    if not 0.0 < p < 1.0:
        return -inf if p <= 0.0 else inf
    return log(p) - log(1.0 - p)


def _expit(x: float) -> float:
    if x < 0.0:
        return exp(x) / (1.0 + exp(x)) if x > -700.0 else 0.0
    return 1.0 / (1.0 + exp(-x)) if x < 700.0 else 1.0
