"""What all J scores of independent splits may come to when the first j are known: draws of their mean and variance.

Given the data, random splits are independent draws of one law. With flat priors for its mean and the logarithm of its
variance, the scores still to come follow from those seen; the draws are fixed points that fill the space evenly, so
that the same scores always give the same answer.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.special import gammaincinv, ndtri

from errbar.core.arrays import Floats, Indices

DRAWS = 4096  # and as many mirrored ones: a series and its negative are told the same


def completed(mean: Floats, variance: Floats, have: int, n_splits: int) -> tuple[Floats, Floats]:
    """Means and variances (divisor J - 1) of `n_splits` scores, series x draws, of which `have` are known.

    Examples
    --------
    >>> means, variances = completed(np.array([0.1]), np.array([0.04]), 10, 25)
    >>> print(f"{means.mean():.3f} {means.std():.3f}")  # sd: sqrt((1/10 - 1/25) 9/7 0.04)
    0.100 0.056
    >>> bool(abs(np.median(variances) - 0.04) < 0.004)
    True
    """
    left = n_splits - have
    spread, normal, inside = _points(have, left)
    v = (variance * (have - 1))[..., None] / spread
    rest = mean[..., None] + normal * np.sqrt(v * (1 / have + 1 / left))
    between = have * left / n_splits * (rest - mean[..., None]) ** 2
    squares = (variance * (have - 1))[..., None] + v * inside + between
    return (have * mean[..., None] + left * rest) / n_splits, squares / (n_splits - 1)


@lru_cache(maxsize=256)
def _points(have: int, left: int) -> tuple[Floats, Floats, Floats]:
    """Draws of chi-squared with have - 1, of the normal law, and of chi-squared with left - 1 degrees of freedom."""
    places = np.arange(DRAWS)
    u, v, w = (places + 0.5) / DRAWS, _mirrored(places, 2), _mirrored(places, 3)
    inside = 2.0 * gammaincinv((left - 1) / 2, w) if left > 1 else np.zeros(DRAWS)
    normal, spread = ndtri(v), 2.0 * gammaincinv((have - 1) / 2, u)
    return np.tile(spread, 2), np.concatenate((normal, -normal)), np.tile(inside, 2)


def _mirrored(places: Indices, base: int) -> Floats:
    """The digits of whole numbers behind the point, the last first (van der Corput), in the middle of their cells."""
    found, digit = np.zeros(places.size), 1.0
    while places.any():
        digit /= base
        found += digit * (places % base)
        places = places // base
    return found + digit / 2
