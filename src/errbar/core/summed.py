"""Metrics of numbers by scikit-learn's names that are functions of a few sums over items, or of their order.

As in `counted`, `weighted` gives the metric of many bootstrap samples at once; equal to scikit-learn but for rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats

Weighted = Callable[[Any, Floats, Floats], Floats]  # (truth, said, rows of weights) -> one number a row


@dataclass(frozen=True, slots=True)
class Summed:
    """(truth, said) -> the metric of that name.

    >>> y = np.array([1.0, 2.0, 4.0])
    >>> print(f"{Summed('r2')(y, np.array([1.0, 2.0, 3.0])):.6f}")  # 1 - 1 / (14 / 3)
    0.785714
    """

    name: str

    def __call__(self, truth: Any, said: Floats) -> float:
        return float(self.weighted(truth, said, np.ones((1, truth.size)))[0])

    def weighted(self, truth: Any, said: Floats, weights: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return SUMMED[self.name](truth, said, weights)


def _means(values: Floats, weights: Floats) -> Floats:
    return np.asarray(weights @ values / weights.sum(axis=1))


def _spread(values: Floats, weights: Floats) -> Floats:
    """Weighted variances; centred first, so that nothing cancels."""
    centred = values - values.mean()
    return np.asarray(_means(centred**2, weights) - _means(centred, weights) ** 2)


def _root(truth: Floats, said: Floats, weights: Floats) -> Floats:
    return -np.sqrt(_means((truth - said) ** 2, weights))


def _r2(truth: Floats, said: Floats, weights: Floats) -> Floats:
    return 1.0 - _means((truth - said) ** 2, weights) / _spread(truth, weights)


def _explained(truth: Floats, said: Floats, weights: Floats) -> Floats:
    return 1.0 - _spread(truth - said, weights) / _spread(truth, weights)


def _median(truth: Floats, said: Floats, weights: Floats) -> Floats:
    """Minus the median absolute error: of drawn items number k and the next, where their number is even."""
    errors = np.abs(truth - said)
    order = np.argsort(errors)
    upto = np.cumsum(weights[:, order], axis=1)
    n = upto[:, -1:]
    middle = [errors[order][(upto <= k).sum(axis=1)] for k in ((n - 1) // 2, n // 2)]
    return np.asarray(-(middle[0] + middle[1]) / 2.0)


def _largest(truth: Floats, said: Floats, weights: Floats) -> Floats:
    errors = np.abs(truth - said)
    order = np.argsort(-errors)
    return np.asarray(-errors[order][(weights[:, order] > 0).argmax(axis=1)])


def _reached(positive: NDArray[np.bool_], said: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """How many positives, and how many negatives, have at least each of the different scores, the largest first."""
    order = np.argsort(-said, kind="stable")
    last = np.append(np.flatnonzero(np.diff(said[order])), said.size - 1)  # of each run of equal scores
    hits, drawn = np.cumsum(weights[:, order] * positive[order], axis=1), np.cumsum(weights[:, order], axis=1)
    return hits[:, last], drawn[:, last] - hits[:, last]


def _average_precision(positive: NDArray[np.bool_], said: Floats, weights: Floats) -> Floats:
    """Precision at every score, weighted by the share of positives that it adds."""
    hits, false = _reached(positive, said, weights)
    told = hits + false
    precision = np.where(told > 0, hits / np.where(told > 0, told, 1.0), 0.0)
    return np.asarray((np.diff(hits, axis=1, prepend=0.0) * precision).sum(axis=1) / hits[:, -1])


def _area(positive: NDArray[np.bool_], said: Floats, weights: Floats) -> Floats:
    hits, false = _reached(positive, said, weights)
    above = hits - np.diff(hits, axis=1, prepend=0.0) / 2.0  # ties count one half
    return np.asarray((np.diff(false, axis=1, prepend=0.0) * above).sum(axis=1) / (hits[:, -1] * false[:, -1]))


def _one_or_rest(truth: NDArray[np.intp], said: Floats, weights: Floats) -> Floats:
    """Areas of each label against the rest, one column a label."""
    return np.stack([_area(truth == k, said[:, k], weights) for k in range(said.shape[1])], axis=1)


def _ovr(truth: NDArray[np.intp], said: Floats, weights: Floats) -> Floats:
    return np.asarray(_one_or_rest(truth, said, weights).mean(axis=1))


def _ovr_weighted(truth: NDArray[np.intp], said: Floats, weights: Floats) -> Floats:
    counts = np.stack([weights @ (truth == k) for k in range(said.shape[1])], axis=1)
    return np.asarray((_one_or_rest(truth, said, weights) * counts).sum(axis=1) / counts.sum(axis=1))


def _ovo(truth: NDArray[np.intp], said: Floats, weights: Floats) -> Floats:
    return np.asarray(np.mean([area for area, _ in _pairs(truth, said, weights)], axis=0))


def _ovo_weighted(truth: NDArray[np.intp], said: Floats, weights: Floats) -> Floats:
    pairs = list(_pairs(truth, said, weights))
    return np.asarray(sum(area * held for area, held in pairs) / sum(held for _, held in pairs))


def _pairs(truth: NDArray[np.intp], said: Floats, weights: Floats) -> Iterator[tuple[Floats, Floats]]:
    """For each two labels the area, told by either's score, and the items of both."""
    for a, b in combinations(range(said.shape[1]), 2):
        held = (truth == a) | (truth == b)
        of_both = weights[:, held]
        areas = [_area(truth[held] == k, said[held, k], of_both) for k in (a, b)]
        yield (areas[0] + areas[1]) / 2.0, of_both.sum(axis=1)


# of numbers that `predict` gives, of a score for one of two labels, of a probability for each of several
OF_NUMBERS: dict[str, Weighted] = {
    "neg_root_mean_squared_error": _root,
    "neg_median_absolute_error": _median,
    "neg_max_error": _largest,
    "r2": _r2,
    "explained_variance": _explained,
}
OF_SCORES: dict[str, Weighted] = {"average_precision": _average_precision}
OF_PROBABILITIES: dict[str, Weighted] = {
    "roc_auc_ovr": _ovr,
    "roc_auc_ovr_weighted": _ovr_weighted,
    "roc_auc_ovo": _ovo,
    "roc_auc_ovo_weighted": _ovo_weighted,
}
SUMMED: dict[str, Weighted] = {**OF_NUMBERS, **OF_SCORES, **OF_PROBABILITIES}
