"""Means and variances of split scores. Equal numbers have exactly zero variance, whatever rounding says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def mean_and_variance(values: Floats) -> tuple[float, float]:
    """Mean and unbiased variance (divisor J - 1)."""
    if (values == values[0]).all():
        return float(values[0]), 0.0
    mean = float(values.mean())
    return mean, float(((values - mean) ** 2).sum() / (values.size - 1))


def corrected_factor(n_splits: int, ratio: float) -> float:
    """1/J + n2/n1: what multiplies the variance of split scores in the corrected resampled t.

    Examples
    --------
    >>> round(corrected_factor(15, 1 / 9), 5)
    0.17778
    """
    return 1 / n_splits + ratio
