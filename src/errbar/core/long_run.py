"""The long-run variance of a series: n times the variance of its mean, where neighbours in time are alike.

Series lie along the last axis, and their mean has been taken off.
"""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Floats

CELLS = 1_000_000  # cosines written down at a time: a longer series is transformed
STRONGEST = 0.97  # lag-one correlation: beyond it nothing is left to recolour


def corrected_lag_one(residuals: Floats) -> Floats:
    """Lag-one autocorrelation without most of its bias in short series, (n r + 1) / (n - 3); 0 for a constant one.

    >>> corrected_lag_one(np.array([1.0, -1.0] * 5))
    array(-0.97)
    """
    n, squares = residuals.shape[-1], (residuals**2).sum(axis=-1)
    products = (residuals[..., 1:] * residuals[..., :-1]).sum(axis=-1)
    r = products / np.where(squares > 0, squares, 1.0)
    return np.where(squares > 0, np.clip((n * r + 1) / (n - 3), -STRONGEST, STRONGEST), 0.0)


def n_cosines(n: int) -> int:
    """How many of the slowest cosines: 0.4 n^(2/3) [lazarus2018], and never fewer than four."""
    return max(4, int(0.4 * n ** (2 / 3)))


def cosine_variance(residuals: Floats, count: int) -> Floats:
    r"""Mean of the squared projections on the `count` slowest cosines: about chi-squared with as many degrees.

    .. math:: \frac1B \sum_{j=1}^B \Big(\sqrt{2/n} \sum_t u_t \cos(\pi j (t - 1/2) / n)\Big)^2

    >>> u = np.array([1.0, -1.0, 1.0, -1.0])
    >>> print(f"{cosine_variance(u, 1):.6f} {2 - np.sqrt(2):.6f}")
    0.585786 0.585786
    """
    n, j = residuals.shape[-1], np.arange(1, count + 1)
    if n * count <= CELLS:
        waves = residuals @ np.cos(np.pi / n * np.outer(np.arange(n) + 0.5, j))
    else:
        waves = (np.fft.rfft(residuals, 2 * n, axis=-1)[..., 1 : count + 1] * np.exp(-0.5j * np.pi * j / n)).real
    return np.asarray(2 / n * (waves**2).mean(axis=-1))


def whitened_variance(residuals: Floats, count: int) -> Floats:
    """`cosine_variance` of what a first-order autoregression leaves over, recoloured."""
    r = corrected_lag_one(residuals)
    left = residuals[..., 1:] - r[..., np.newaxis] * residuals[..., :-1]
    left = left - left.mean(axis=-1, keepdims=True)
    return cosine_variance(left, count) / (1 - r) ** 2


def weighted_variance(residuals: Floats, weights: Floats) -> float:
    """Autocovariances of one series (divisor n) at lags 0, 1, ... with these weights, each lag but 0 twice.

    >>> weighted_variance(np.array([1.0, 0.0, -1.0, 0.0]), np.array([1.0, 0.5]))
    0.5
    """
    n = residuals.size
    covariances = np.array([residuals[k:] @ residuals[: n - k] for k in range(weights.size)]) / n
    return float(2 * weights @ covariances - weights[0] * covariances[0])
