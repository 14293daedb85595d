"""The variance estimators people use for K-fold, and exactly how far off each one is.

No estimator is unbiased for theta = Var(mean) under every distribution (Bengio and Grandvalet): a quadratic one would
need coefficients that sum to one and to zero. Repeating the folds on the same data does not help.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from errbar.core.arrays import Floats
from errbar.core.kfold_covariance import KFoldCovariance, Sizes, kfold_statistics
from errbar.core.variance import mean_and_variance
from errbar.errors import InputError


def th1(losses: Floats) -> float:
    r"""All losses as if independent: sum of (e_i - mean)^2 / (n (n - 1)).

    Examples
    --------
    >>> import numpy as np
    >>> th1(np.array([1.0, 3.0, 2.0, 6.0]))
    1.1666666666666667
    """
    return mean_and_variance(losses)[1] / losses.size


def th1_bias(covariance: KFoldCovariance) -> float:
    """E th1 - theta = -((m - 1) omega + (n - m) gamma) / (n - 1)."""
    n, m = covariance.n, covariance.fold_size
    return -((m - 1) * covariance.omega + (n - m) * covariance.gamma) / (n - 1)


def th2(losses: Floats, n_test: Sizes) -> float:
    """Fold means as if independent: sum of (fold mean - mean)^2 / (K (K - 1)), which is l2 / n.

    With unequal folds l2 / n is taken as the definition; its bias stays -gamma.

    Examples
    --------
    >>> import numpy as np
    >>> th2(np.array([1.0, 3.0, 2.0, 6.0]), np.array([2, 2]))
    1.0
    """
    return kfold_statistics(losses, n_test).l2 / losses.size


def th2_bias(covariance: KFoldCovariance) -> float:
    """E th2 - theta = -gamma, whatever the folds."""
    return -covariance.gamma


# -- special cases: what changes when the training sets do not overlap, or the test sets are single examples ------


def replicated_holdout(losses: ArrayLike) -> float:
    """K hold-outs with independent training and test sets: gamma is 0 and th2 is unbiased for Var(mean).

    Parameters
    ----------
    losses : one row per independent hold-out, its test losses.

    Examples
    --------
    >>> replicated_holdout([[1.0, 3.0], [2.0, 6.0]])
    1.0
    """
    rows = np.asarray(losses, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[0] < 2:
        raise InputError(f"Give one row of losses per hold-out, at least two; got shape {rows.shape}.")
    return mean_and_variance(rows.mean(axis=1))[1] / len(rows)


def single_holdout(losses: Floats) -> float:
    """One ordinary hold-out: s^2 / m estimates (sigma2 - omega) / m, the test-set part of Var(mean) alone.

    The part that comes with the training set, omega, cannot be seen: the bias is -omega.

    Examples
    --------
    >>> import numpy as np
    >>> single_holdout(np.array([1.0, 3.0]))
    1.0
    """
    return th1(losses)


def single_holdout_bias(covariance: KFoldCovariance) -> float:
    """E s^2 / m - Var(mean of one test set) = -omega."""
    return -covariance.omega


def two_fold(losses: Floats) -> float:
    """Two folds: th2 = (difference of the two fold means)^2 / 4, with bias -gamma.

    The two training sets are disjoint, yet gamma is not 0: each half is the other half's training set.

    Examples
    --------
    >>> import numpy as np
    >>> two_fold(np.array([1.0, 3.0, 2.0, 6.0]))
    1.0
    """
    if losses.size % 2:
        raise InputError(f"Two folds of equal size need an even number of losses; got {losses.size}.")
    first, second = losses.reshape(2, -1).mean(axis=1)
    return float((first - second) ** 2 / 4)


def leave_one_out(losses: Floats) -> float:
    """Leave-one-out (m = 1): omega is absent, th1 and th2 are the same number, and its bias is -gamma.

    Examples
    --------
    >>> import numpy as np
    >>> leave_one_out(np.array([1.0, 3.0, 2.0, 6.0]))
    1.1666666666666667
    """
    return th1(losses)
