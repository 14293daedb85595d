"""Limits for a proportion from its exact law: Clopper-Pearson and mid-p."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainccinv, betaincinv

from errbar.core.arrays import Floats
from errbar.core.blocks import in_blocks
from errbar.core.tail_roots import lower_limit, upper_limit


def halved(delta: Floats) -> Floats:
    """What each of two limits may miss; the number next to 0 has no half, and is taken whole."""
    return np.maximum(delta / 2, 5e-324)


def clopper_pearson_upper(k: Floats, n: Floats, delta: Floats) -> Floats:
    """Largest p with P(Bin(n, p) <= k) >= delta.

    >>> print(f"{clopper_pearson_upper(*np.array([[0.0], [10.0], [0.05]]))[0]:.12f}")  # 1 - 0.05^(1/10)
    0.258865550893
    """
    return in_blocks(_clopper_pearson_upper, k, n, delta)


def clopper_pearson_lower(k: Floats, n: Floats, delta: Floats) -> Floats:
    """Smallest p with P(Bin(n, p) >= k) >= delta.

    >>> print(f"{clopper_pearson_lower(*np.array([[10.0], [10.0], [0.05]]))[0]:.12f}")  # 0.05^(1/10)
    0.741134449107
    """
    return in_blocks(_clopper_pearson_lower, k, n, delta)


def mid_p_upper(k: Floats, n: Floats, delta: Floats) -> Floats:
    """The p with P(X < k) + P(X = k) / 2 = delta.

    >>> print(f"{mid_p_upper(*np.array([[0.0], [10.0], [0.05]]))[0]:.12f}")  # 1 - 0.1^(1/10)
    0.205671765276
    """
    return in_blocks(partial(upper_limit, share=0.5), k, n, delta)


def mid_p_lower(k: Floats, n: Floats, delta: Floats) -> Floats:
    """The p with P(X > k) + P(X = k) / 2 = delta.

    >>> print(f"{mid_p_lower(*np.array([[10.0], [10.0], [0.05]]))[0]:.12f}")  # 0.1^(1/10)
    0.794328234724
    """
    return in_blocks(partial(lower_limit, share=0.5), k, n, delta)


def library_serves(n: Floats, delta: Floats) -> NDArray[np.bool_]:
    """Where SciPy's inverse beta function is accurate to 1e-13.

    Elsewhere it can be off by a factor of 2.4 (n = 10091, k = 999, delta = 0.05, SciPy 1.17) or NaN (n = 10, k = 1,
    delta = 1e-300), and the limits are found on the tail itself.

    >>> library_serves(np.array([1000.0, 10091.0]), np.array([0.05, 0.05]))
    array([ True, False])
    """
    return (n <= 1000.0) & (delta >= 1e-4) & (delta <= 1.0 - 1e-4)


def _clopper_pearson_upper(k: Floats, n: Floats, delta: Floats) -> Floats:
    easy = library_serves(n, delta)
    p = betainccinv(k + 1.0, np.maximum(n - k, 1.0), delta, out=np.ones(k.shape), where=easy & (k < n))
    if not easy.all():
        p[~easy] = upper_limit(k[~easy], n[~easy], delta[~easy], 1.0)
    return np.asarray(p)


def _clopper_pearson_lower(k: Floats, n: Floats, delta: Floats) -> Floats:
    easy = library_serves(n, delta)
    p = betaincinv(np.maximum(k, 1.0), n - k + 1.0, delta, out=np.zeros(k.shape), where=easy & (k > 0))
    if not easy.all():
        p[~easy] = lower_limit(k[~easy], n[~easy], delta[~easy], 1.0)
    return np.asarray(p)
