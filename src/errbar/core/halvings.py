"""What two disjoint halves of the data say about the variance of a resampling estimate."""

from __future__ import annotations

from errbar.core.arrays import Floats


def half_differences(values: Floats) -> Floats:
    """mu_(m) - mu^c_(m) for each halving; `values` ends in axes (halving, half, split)."""
    means = values.mean(axis=-1)
    differences: Floats = means[..., 0] - means[..., 1]
    return differences


def halves_variance(differences: Floats) -> Floats:
    """Mean of D_m^2 / 2: unbiased for the variance of the resampling mean at the halves' training size.

    Examples
    --------
    >>> import numpy as np
    >>> pairs = np.array([[.21, .27], [.25, .19], [.30, .22], [.18, .20]])[:, :, None]
    >>> print(f"{halves_variance(half_differences(pairs)) ** 0.5:.10f}")
    0.0418330013
    """
    variance: Floats = (differences**2).mean(axis=-1) / 2
    return variance
