"""Wilcoxon's signed-rank test of many pairs at once.

Zero differences are dropped, equal sizes share their ranks, and the law is chosen as SciPy chooses it: exact for up to
50 differences without zeros or ties, exact over all signs for up to 13 with them, else normal with the correction for
ties.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from errbar.core.arrays import Floats
from errbar.core.friedman import mid_ranks

Law = Literal["auto", "asymptotic"]

_EXACT, _EXACT_TIED = 50, 13


@dataclass(frozen=True, slots=True, eq=False)
class SignedRank:
    """One test per row.

    Parameters
    ----------
    plus, minus : rank sums of the positive and of the negative differences.
    n_used : differences that are not zero.
    pvalue : two-sided; 1 where every difference is zero.
    """

    plus: Floats
    minus: Floats
    n_used: NDArray[np.intp]
    pvalue: Floats


def signed_rank(differences: Floats, law: Law = "auto") -> SignedRank:
    """Wilcoxon's signed-rank test of every row of `differences`.

    References
    ----------
    [wilcoxon1945]; the same numbers as scipy.stats.wilcoxon

    Examples
    --------
    >>> test = signed_rank(np.array([[1.0, -2.0, 3.0, 4.0, 5.0, 6.0]]))
    >>> print(test.minus, test.pvalue)
    [2.] [0.09375]
    """
    d = np.ascontiguousarray(differences, dtype=np.float64)
    n = d.shape[1]
    keys = (np.abs(d).view(np.uint64) << np.uint64(1)) | (d > 0)  # by size, the sign in the last bit
    keys.sort(axis=1)
    zeros = np.count_nonzero(keys <= 1, axis=1)
    signs = (keys & np.uint64(1)).astype(np.float64)
    plus = signs @ np.arange(1.0, n + 1) - signs.sum(axis=1) * zeros
    begins = np.ones(keys.shape, dtype=bool)  # where a size differs from the one before
    np.greater(keys[:, 1:] ^ keys[:, :-1], 1, out=begins[:, 1:])
    tied = np.count_nonzero(begins, axis=1) + np.maximum(zeros - 1, 0) < n
    tie_term = np.zeros(d.shape[0])
    if tied.any():
        shift, tie_term = _ties(keys, begins, zeros)
        plus -= shift
    used = n - zeros
    total = used * (used + 1.0) / 2
    pvalue = _normal(plus, total, used, tie_term)
    if law == "auto" and n <= _EXACT:
        plain = (zeros == 0) & ~tied
        smaller = np.minimum(plus, total - plus)
        pvalue[plain] = np.minimum(1.0, 2 * _exact_cdf(n)[smaller[plain].astype(np.intp)])
        if n <= _EXACT_TIED:
            _exact_tied(keys, smaller, used, np.flatnonzero(~plain), pvalue)
    return SignedRank(plus, total - plus, used, pvalue)


def _ties(keys: NDArray[np.uint64], begins: NDArray[np.bool_], zeros: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """For each row: what shared ranks take off the positive rank sum, and the sum of t^3 - t.

    Of t equal sizes the q negative ones come first, so the p positive ones hold the highest ranks; shared ranks are
    p q / 2 less.
    """
    rows, n = keys.shape
    starts = np.flatnonzero(begins)
    ends = np.append(starts, rows * n)
    positive = np.zeros(rows * n + 1, dtype=np.int32)
    np.cumsum((keys.ravel() & np.uint64(1)).astype(np.uint8), dtype=np.int32, out=positive[1:])
    t, p = np.diff(ends), np.diff(positive[ends])
    first = np.searchsorted(starts, np.arange(0, rows * n, n))  # the first group of each row
    shift: Floats = np.add.reduceat(p * (t - p), first) / 2
    return shift, np.add.reduceat(t * (t * t - 1), first) - zeros * (zeros * zeros - 1.0)


def _normal(plus: Floats, total: Floats, used: NDArray[np.intp], tie_term: Floats) -> Floats:
    variance = (total * (2.0 * used + 1) / 3 - tie_term / 12) / 4  # (n(n+1)(2n+1) - sum(t^3 - t)/2) / 24
    gap = np.abs(plus - total / 2)
    z = np.divide(gap, np.sqrt(variance), out=np.zeros_like(gap), where=variance > 0)
    pvalue: Floats = np.minimum(1.0, 2 * ndtr(-z))
    return pvalue


@lru_cache(maxsize=64)
def _exact_cdf(n: int) -> Floats:
    """P(rank sum <= w), w = 0, 1, ..., each rank's sign a fair coin."""
    return _sign_law(np.arange(1, n + 1))


def _sign_law(ranks: NDArray[np.intp]) -> Floats:
    """P(sum of a random half of the whole numbers `ranks` <= w)."""
    counts = np.zeros(int(ranks.sum()) + 1)
    counts[0] = 1.0
    for rank in ranks.tolist():
        counts[rank:] += counts[: counts.size - rank].copy()
    return np.cumsum(counts) / 2.0**ranks.size


def _exact_tied(
    keys: NDArray[np.uint64], smaller: Floats, used: NDArray[np.intp], rows: NDArray[np.intp], pvalue: Floats
) -> None:
    """Over all signs, for few differences with ties or zeros: one law for each pattern of ties."""
    if rows.size == 0:
        return
    sizes = keys[rows] >> np.uint64(1)
    breaks = np.concatenate([np.zeros((rows.size, 1), dtype=bool), sizes[:, 1:] != sizes[:, :-1]], axis=1)
    breaks |= sizes == 0
    code = np.where(sizes == 0, 2, breaks) @ (3 ** np.arange(sizes.shape[1], dtype=np.int64))
    for pattern in np.unique(code):
        members = np.flatnonzero(code == pattern)
        n = int(used[rows[members[0]]])
        if n == 0:
            continue  # nothing differs: p stays 1
        twice = np.rint(2 * mid_ranks(sizes[members[:1], -n:])[0]).astype(np.intp)
        law = _sign_law(twice)
        places = np.rint(2 * smaller[rows[members]]).astype(np.intp)
        pvalue[rows[members]] = np.minimum(1.0, 2 * law[places])
