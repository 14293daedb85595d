"""The range of k independent normal variables: the studentized range with infinitely many degrees of freedom.

Own quadrature rather than `scipy.stats.studentized_range`, whose module takes longer to import than all of errbar.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from errbar.core.arrays import Floats

_EDGE, _STEP = 8.5, 1 / 16  # the trapezoid rule on an analytic, vanishing integrand is exact to rounding here


def range_sf(q: ArrayLike, k: int) -> Floats:
    r"""P(range > q).

    .. math:: k \int \varphi(z) \big[\Phi(z)^{k-1} - (\Phi(z) - \Phi(z - q))^{k-1}\big]\, dz

    Examples
    --------
    >>> print(f"{range_sf(3.633160, 4)[0]:.6f}")
    0.050000
    """
    q = np.atleast_1d(np.asarray(q, dtype=np.float64))
    # z runs over the largest of the k, which lies above -8.5 unless all do not
    z = np.arange(-_EDGE, _EDGE + _STEP, _STEP)
    below = ndtr(z)
    weight = k * _STEP * np.exp(-0.5 * z**2) / np.sqrt(2 * np.pi) * below ** (k - 1)
    values, back = np.unique(q, return_inverse=True)
    tail = np.empty_like(values)
    for i, value in enumerate(values):  # differences of average ranks repeat, so there are few
        share = np.minimum(ndtr(z - value) / below, 1.0)
        with np.errstate(divide="ignore"):
            tail[i] = -(weight * np.expm1((k - 1) * np.log1p(-share))).sum()
    return np.where(q <= 0, 1.0, np.minimum(tail[back.reshape(q.shape)], 1.0))


def range_quantile(level: float, k: int) -> float:
    """The q that the range of k stays below with probability `level`.

    Examples
    --------
    >>> print(f"{range_quantile(0.95, 4):.6f}")
    3.633160
    """
    low, high = 0.0, 40.0
    for _ in range(60):  # halving 40 down to rounding
        middle = (low + high) / 2
        if range_sf(middle, k)[0] > 1 - level:
            low = middle
        else:
            high = middle
    return (low + high) / 2
