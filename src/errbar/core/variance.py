"""Means and variances of split scores. Equal numbers have exactly zero variance, whatever rounding says."""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Floats


def mean_and_variance(values: Floats) -> tuple[float, float]:
    """Mean and unbiased variance (divisor J - 1)."""
    mean, variance = means_and_variances(values)
    return float(mean), float(variance)


def means_and_variances(values: Floats) -> tuple[Floats, Floats]:
    """The same of many series at once: along the last axis."""
    first = values[..., :1]
    constant = (values == first).all(axis=-1)
    means = np.where(constant, first[..., 0], values.mean(axis=-1))
    squares = ((values - means[..., np.newaxis]) ** 2).sum(axis=-1)
    return means, np.where(constant, 0.0, squares / max(values.shape[-1] - 1, 1))


def corrected_factor(n_splits: int, ratio: float) -> float:
    """1/J + n2/n1: what multiplies the variance of split scores in the corrected resampled t.

    Examples
    --------
    >>> round(corrected_factor(15, 1 / 9), 5)
    0.17778
    """
    return 1 / n_splits + ratio
