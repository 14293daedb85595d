"""The moments of random splits: s0 = Var L, s1 = Var mu_j, s2 = Cov(mu_j, mu_k), s3 = Cov(L, L') in one test set.

L: loss of one test example; mu_j: mean loss of split j; rho = s2/s1. From one data set only s0-s3, s1-s2, s2+mu^2
and their linear combinations have unbiased estimates [nadeau2003].
"""

from __future__ import annotations

from errbar.core.arrays import Floats
from errbar.core.variance import mean_and_variance


def within_variance(losses: Floats) -> float:
    """s0 - s3: mean over splits of the variance inside the test set; `losses` is splits x test examples.

    Examples
    --------
    >>> import numpy as np
    >>> within_variance(np.array([[0.0, 1.0], [1.0, 1.0]]))
    0.25
    """
    return float(losses.var(axis=1, ddof=1).mean())


def between_variance(values: Floats) -> float:
    """s1 - s2: variance of the split scores, divisor J - 1."""
    return mean_and_variance(values)[1]


def cross_product(values: Floats) -> float:
    """s2 + mu^2: mean product of the scores of two different splits.

    Examples
    --------
    >>> import numpy as np
    >>> round(cross_product(np.array([1.0, 2.0, 3.0])), 12)  # (1*2 + 1*3 + 2*3) / 3
    3.666666666667
    """
    mean, variance = mean_and_variance(values)
    return mean * mean - variance / values.size


def naive_correlation(ratio: float) -> float:
    """rho0 = n2/(n1 + n2), the correlation of two splits where a loss depends on its test example alone.

    Examples
    --------
    >>> import numpy as np
    >>> round(naive_correlation(1 / 5), 4)
    0.1667
    """
    return ratio / (1 + ratio)
