"""The arithmetic of nested cross-validation (Bates, Hastie and Tibshirani) on losses sorted into passes.

A pass is one (repeat, fold): its outer losses are those on the fold, its inner losses those of a cross-validation
among the other folds.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np

from errbar.core.arrays import Floats, Indices


@dataclass(frozen=True, slots=True)
class Passes:
    """Losses, the number of the pass each one belongs to, and of the cluster inside that pass.

    Clusters are numbered so that none spans two passes; where examples are independent each is its own.
    """

    values: Floats
    number: Indices
    cluster: Indices

    @property
    def mean(self) -> float:
        return float(self.values.mean())

    def means(self) -> Floats:
        """Mean loss of each pass."""
        return np.asarray(np.bincount(self.number, weights=self.values) / np.bincount(self.number))

    def clusters(self) -> Indices:
        """Number of clusters in each pass."""
        pass_of = np.full(int(self.cluster.max()) + 1, -1, dtype=np.intp)
        pass_of[self.cluster] = self.number
        return np.bincount(pass_of[pass_of >= 0], minlength=int(self.number.max()) + 1)

    def variance_of_means(self) -> Floats:
        """For each pass the variance of its mean: s^2/m, between clusters where there are any (CR1)."""
        residuals = np.bincount(self.cluster, weights=self.values - self.means()[self.number])
        pass_of = np.zeros(residuals.size, dtype=np.intp)
        pass_of[self.cluster] = self.number
        squares, count = np.bincount(pass_of, weights=residuals**2), self.clusters()
        return np.asarray(squares / np.bincount(self.number) ** 2 * count / (count - 1))

    def variance(self) -> float:
        """Variance of one loss about the mean of all, inflated where clusters make the mean vary more."""
        residuals, count = np.bincount(self.cluster, weights=self.values - self.mean), int(self.clusters().sum())
        return float(residuals @ residuals) / self.values.size * count / (count - 1)


@dataclass(frozen=True, slots=True)
class NestedEstimate:
    """Estimate and standard error, and what they are made of.

    Parameters
    ----------
    estimate, se : the bias-corrected error and its standard error.
    cv_error, nested_error, bias : mean outer loss, mean inner loss, what is subtracted from the latter.
    mse : estimated mean squared error of the inner cross-validation; noise can make it negative.
    raw_se : the standard error before it is kept within [s/sqrt(n), sqrt(K) s/sqrt(n)].
    clamped : whether it had to be: "no", "low" (raised) or "high" (cut).
    """

    estimate: float
    se: float
    cv_error: float
    nested_error: float
    bias: float
    mse: float
    raw_se: float
    clamped: Literal["no", "low", "high"]


def nested_estimate(outer: Passes, inner: Passes, *, n: int, n_folds: int, bias_factor: float) -> NestedEstimate:
    """Bias-corrected error and standard error from outer and inner losses of `n` examples in `n_folds` folds."""
    shift = outer.values[0]  # equal losses then have exactly zero variance
    outer = Passes(outer.values - shift, outer.number, outer.cluster)
    inner = Passes(inner.values - shift, inner.number, inner.cluster)
    mse = float(np.mean((inner.means() - outer.means()) ** 2 - outer.variance_of_means()))
    raw = sqrt(max(0.0, mse) * (n_folds - 1) / n_folds)
    least = sqrt(inner.variance() / n)
    most = sqrt(n_folds) * least
    bias = bias_factor * (inner.mean - outer.mean)
    return NestedEstimate(
        estimate=float(shift) + (inner.mean - bias),
        se=max(least, min(raw, most)),
        cv_error=float(shift) + outer.mean,
        nested_error=float(shift) + inner.mean,
        bias=bias,
        mse=mse,
        raw_se=raw,
        clamped="low" if raw < least else "high" if raw > most else "no",
    )
