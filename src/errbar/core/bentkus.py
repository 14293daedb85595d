"""The sharpest limit for a mean of [0, 1] losses that uses n and the mean alone (convex order, Bentkus and Pinelis)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from errbar.core.binomial_law import below, excess, log_pmf
from errbar.core.blocks import in_blocks
from errbar.core.relative_entropy import kl_lower, kl_upper

Floats = NDArray[np.float64]

_ROUNDS = 60


def bentkus_upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    r"""Largest p with min over whole j > nx of E(j - B)_+ / (j - nx) >= delta, where B ~ Bin(n, p).

    .. math:: P(\textstyle\sum X_i \le s) \le \min_{j > s} \frac{E (j - B)_+}{j - s}

    A sum of [0, 1] variables is below a binomial in convex order, and (j - .)_+ is convex. The best j is the
    delta-quantile of B; there j = n gives p = 1 - delta (1 - x) and j = 1 gives p = 1 - (delta (1 - nx))^(1/n).

    >>> float(bentkus_upper(*np.array([[0.5], [1.0], [0.2]]))[0])  # one loss: 1 - delta (1 - x)
    0.9
    """
    return in_blocks(_upper, x, n, delta)


def bentkus_lower(x: Floats, n: Floats, delta: Floats) -> Floats:
    """One minus the upper limit of the mirrored losses, solved for the limit itself.

    >>> float(bentkus_lower(*np.array([[0.5], [1.0], [0.2]]))[0])  # delta x
    0.1
    """
    return in_blocks(_lower, x, n, delta)


def _upper(x: Floats, n: Floats, delta: Floats) -> Floats:
    s = n * x
    goal = np.log(delta)
    first = np.where(s < 1.0, -np.expm1((goal + np.log1p(-np.minimum(s, 0.5))) / n), 1.0)
    first = np.where((s >= 0.5) & (s < 1.0), -np.expm1((goal + np.log(np.maximum(1.0 - s, 1e-300))) / n), first)
    return first
