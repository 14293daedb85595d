"""Smooth functions of means over independent data sets, with studentized bootstrap intervals.

Every moment of resampling is one: data set i gives a few numbers h_i, and the moment is f(mean of h_i). The delta
method gives a standard error; data sets drawn again give the law of (f* - f) / se*, which a normal law misses where few
sets decide (variances of skewed losses).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from errbar.core.arrays import Floats

DRAWS = 999
STEP = 1e-30  # of complex derivatives
Smooth = Callable[[Floats], Floats]  # means, numbers x anything -> values, results x anything; analytic


def function_of_means(numbers: Floats, function: Smooth, *, confidence_level: float = 0.95, seed: int = 0) -> Floats:
    """Results x (value, low, high); NaN where the value is none (no spread at all).

    Parameters
    ----------
    numbers : data sets x numbers.
    function : of their means.
    seed : of the bootstrap.

    Examples
    --------
    >>> rows = np.random.default_rng(0).normal(size=(200, 1))
    >>> spread = np.column_stack([rows, rows**2])
    >>> function_of_means(spread, lambda h: np.stack([h[1] - h[0] ** 2])).round(2).tolist()
    [[0.92, 0.78, 1.11]]
    """
    n_sets = len(numbers)
    weights = np.random.default_rng(seed).multinomial(n_sets, np.full(n_sets, 1 / n_sets), size=DRAWS) / n_sets
    with np.errstate(all="ignore"):
        value, error = (found[:, 0] for found in _with_errors(numbers, function, np.full((1, n_sets), 1 / n_sets)))
        again, errors = _with_errors(numbers, function, weights)
        statistics = (again - value[:, np.newaxis]) / errors
        statistics[~np.isfinite(statistics)] = np.nan
        known = np.isfinite(statistics).any(axis=1)
        statistics[~known] = 0.0  # no spread: the value itself
        tails = (1 - confidence_level) / 2
        low, high = np.nanquantile(statistics, [tails, 1 - tails], axis=1)
        found = np.stack([value, value - high * error, value - low * error], axis=1)
    found[~np.isfinite(found).all(axis=1)] = np.nan
    return found


def _with_errors(numbers: Floats, function: Smooth, weights: Floats) -> tuple[Floats, Floats]:
    """Results x draws: the function of weighted means, and its standard errors by the delta method."""
    size = numbers.shape[1]
    means = numbers.T @ weights.T
    products = np.einsum("ik,il->ikl", numbers, numbers).reshape(len(numbers), -1)
    spread = (weights @ products).T.reshape(size, size, -1) - means[:, np.newaxis] * means[np.newaxis]
    slopes = np.stack([function(means + STEP * 1j * unit[:, np.newaxis]).imag / STEP for unit in np.eye(size)], axis=1)
    variances = np.einsum("rkb,klb,rlb->rb", slopes, spread, slopes) / (len(numbers) - 1)
    return function(means), np.sqrt(np.maximum(variances, 0.0))
