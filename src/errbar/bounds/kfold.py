"""Bounds from K folds of m examples, for the mean error of the K models fitted.

Averaging K fold bounds, each at delta (the survey's eq. 51), is not a bound at delta: `kfold_average` is kept to show
it. The other four hold for any dependence between the folds.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaincc

from errbar import bounds
from errbar.bounds.bound import Bound
from errbar.bounds.numbers import check_delta, check_mean, check_n, check_shapes
from errbar.check import check_name, check_number
from errbar.core.arrays import Floats
from errbar.core.binomial_law import stirling_error
from errbar.core.concentration import chebyshev_upper, hoeffding_upper
from errbar.core.relative_entropy import kl_upper
from errbar.errors import InputError


def kfold_average(name: str, fold_means: ArrayLike, m: ArrayLike, delta: float) -> float:
    """Average of the folds' upper limits, each at delta. NOT guaranteed: a learner with two rules breaks it.

    >>> kfold_average("hoeffding", [0.0, 0.2], 50, 0.05) == kfold_hoeffding([0.0, 0.2], 50, 0.05)
    True
    """
    x, size = _folds(fold_means, m)
    return float(_mean_bound(name)(x, size, check_number("delta", delta)).mean())


def kfold_union(name: str, fold_means: ArrayLike, m: ArrayLike, delta: float) -> float:
    """Average of the folds' upper limits, each at delta/K: holds for every bound.

    >>> kfold_union("hoeffding", [0.0, 0.2], 50, 0.05) > kfold_average("hoeffding", [0.0, 0.2], 50, 0.05)
    True
    """
    x, size = _folds(fold_means, m)
    return float(_mean_bound(name)(x, size, check_number("delta", delta) / x.size).mean())


def kfold_hoeffding(fold_means: ArrayLike, m: ArrayLike, delta: float) -> float:
    r"""Hoeffding's bound at delta itself: \bar x + \sqrt{\ln(1/\delta) / (2m)}, by Jensen on the generating function.

    >>> f"{kfold_hoeffding([0.0], 5, 0.05):.10f}"
    '0.5473328305'
    """
    return _of_smallest(hoeffding_upper, fold_means, m, delta)


def kfold_chebyshev(fold_means: ArrayLike, m: ArrayLike, delta: float) -> float:
    """Chebyshev's bound at delta itself: the squared deviation over L(1 - L) is jointly convex.

    >>> f"{kfold_chebyshev([0.0], 5, 0.05):.4f}"
    '0.8000'
    """
    return _of_smallest(chebyshev_upper, fold_means, m, delta)


def kfold_kl(fold_means: ArrayLike, m: ArrayLike, delta: float) -> float:
    r"""kl(\bar x, p) <= \ln(\xi(m)/\delta)/m, \xi(m) = \sum_i C(m,i) (i/m)^i (1-i/m)^{m-i}: joint convexity and Jensen.

    >>> f"{kfold_kl([0.0], 5, 0.05):.10f}"
    '0.5727100485'
    """

    def within(x: Floats, size: Floats, level: Floats) -> Floats:
        return kl_upper(x, (np.log(xi(int(size[0]))) - np.log(level)) / size)

    return _of_smallest(within, fold_means, m, delta)


def xi(m: int) -> float:
    r"""E exp(m kl(mean, p)) at its largest, \xi(m) = m! m^{-m} \sum_{i \le m} m^i / i!: at most 2 sqrt(m).

    Abel's identity turns the sum over fold errors into a tail of the Poisson law.

    >>> f"{xi(5):.4f}"
    '3.5104'
    """
    return float(np.sqrt(2.0 * np.pi * m) * np.exp(stirling_error(np.array(float(m)))) * gammaincc(m + 1.0, m))


def _mean_bound(name: str) -> Bound:
    known = {key: bound for key, bound in bounds.BOUNDS.items() if bound.sided != "both only"}
    return known[check_name("bound", name, known)]


def _folds(fold_means: ArrayLike, m: ArrayLike) -> tuple[Floats, Floats]:
    means, sizes = np.atleast_1d(check_mean(fold_means)), check_n(m)
    check_shapes(fold_means=means, m=sizes)
    x, size = np.broadcast_arrays(means, sizes)
    if x.ndim != 1 or not x.size:
        raise InputError(f"Give one mean per fold; got shape {x.shape}.")
    return x, size


def _of_smallest(upper: Callable[..., Floats], fold_means: ArrayLike, m: ArrayLike, delta: float) -> float:
    """At the average per fold, not pooled; unequal folds count with the smallest."""
    x, size = _folds(fold_means, m)
    level = check_delta(check_number("delta", delta))
    found = upper(*(np.atleast_1d(one) for one in (x.mean(), size.min(), level)))
    return float(np.clip(found, 0.0, 1.0)[0])
