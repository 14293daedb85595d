"""Many tests at once: p-values adjusted so that the family as a whole keeps its level.

The order of the input does not matter; the answer comes in the order of the input. Names as in statsmodels.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from errbar.check import check_finite, check_name
from errbar.core.arrays import Floats
from errbar.errors import InputError


def adjusted(pvalues: ArrayLike, correction: str = "holm") -> Floats:
    """Adjusted p-values: reject where one is below the level.

    Parameters
    ----------
    pvalues : one per hypothesis, in any order.
    correction : "holm" (any dependence), "simes-hochberg" (positive dependence), "fdr_bh" (share of false
        rejections, not their presence), "bonferroni" or "none".

    Examples
    --------
    >>> p = [.01, .04, .03, .005]
    >>> print(adjusted(p, "holm"), adjusted(p, "simes-hochberg"))
    [0.03 0.06 0.06 0.02] [0.03 0.04 0.04 0.02]
    """
    rule = CORRECTIONS[check_name("correction", correction, CORRECTIONS)]
    p = check_finite("pvalues", pvalues)
    if p.ndim != 1:
        raise InputError(f"pvalues must be a list of numbers; got an array of shape {p.shape}.")
    if ((p < 0) | (p > 1)).any():
        raise InputError(f"pvalues must lie between 0 and 1; got {p[(p < 0) | (p > 1)][0]:g}.")
    order = np.argsort(p, kind="stable")
    out = np.empty_like(p)
    out[order] = np.minimum(rule(p[order]), 1.0)
    return out


def family_level(confidence_level: float, n_tests: int) -> float:
    """Level of each of `n_tests` intervals that together hold at `confidence_level`, whatever their dependence.

    Examples
    --------
    >>> round(family_level(0.95, 10), 6)
    0.995
    """
    return 1.0 - (1.0 - confidence_level) / max(n_tests, 1)


def interval_level(pvalues: ArrayLike, correction: str, confidence_level: float) -> float:
    """Level of the intervals that go with adjusted p-values.

    Without correction each stands alone; with "fdr_bh" at most 1 - level of those shown to differ miss in the mean
    [benjamini2005]; else all hold at once.

    Examples
    --------
    >>> [round(interval_level([.001, .02, .03, .6], name, 0.95), 6) for name in ("none", "fdr_bh", "holm")]
    [0.95, 0.9625, 0.9875]
    """
    adjusted_pvalues = adjusted(pvalues, correction)
    m, outside = adjusted_pvalues.size, 1.0 - confidence_level
    shown = int(np.count_nonzero(adjusted_pvalues < outside))
    parts = {"none": m, "fdr_bh": max(1, shown)}.get(correction, 1)
    return 1.0 - outside * parts / max(m, 1)


def in_step(low: Floats, high: Floats, estimate: Floats, differs: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Intervals that tell the tests' story: with 0 at most at an end where a pair differs, with 0 inside elsewhere.

    A stepwise test sees more than intervals of one step can. What it adds is which of the two is better and no more:
    such an interval ends at 0. (Intervals that hold all at once and follow Holm's steps throughout would say no more
    of any pair that differs [strassburger2008].)
    """
    low = np.where(differs & (estimate > 0), np.maximum(low, 0.0), np.where(differs, low, np.minimum(low, 0.0)))
    high = np.where(differs & (estimate < 0), np.minimum(high, 0.0), np.where(differs, high, np.maximum(high, 0.0)))
    return low, high


def _holm(p: Floats) -> Floats:
    """p_(i) (m - i + 1), never less than a smaller p-value's."""
    return np.maximum.accumulate(p * np.arange(p.size, 0, -1))


def _simes_hochberg(p: Floats) -> Floats:
    """p_(i) (m - i + 1), never more than a larger p-value's."""
    return _running_minimum(p * np.arange(p.size, 0, -1))


def _fdr_bh(p: Floats) -> Floats:
    """p_(i) m / i, never more than a larger p-value's."""
    return _running_minimum(p * p.size / np.arange(1, p.size + 1))


def _bonferroni(p: Floats) -> Floats:
    return p * p.size


def _none(p: Floats) -> Floats:
    return p


def _running_minimum(p: Floats) -> Floats:
    """From the largest p-value down."""
    return np.minimum.accumulate(p[::-1])[::-1]


CORRECTIONS: dict[str, Callable[[Floats], Floats]] = {
    "holm": _holm,
    "simes-hochberg": _simes_hochberg,
    "fdr_bh": _fdr_bh,
    "bonferroni": _bonferroni,
    "none": _none,
}
