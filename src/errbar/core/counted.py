"""Metrics of predicted labels by scikit-learn's names: functions of how often each label was said for each.

A bootstrap sample is a row of weights, how often each item was drawn, so thousands of samples are one sum over items.
The numbers are those of scikit-learn on the drawn rows, to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats

Codes = NDArray[np.intp]

FEW = 64  # cells of a table: adding up by a product of matrices is then quicker
MOST = 100  # labels; a table of more is dearer than the scorer


@dataclass(frozen=True, slots=True)
class Counted:
    """(codes of the true labels, codes of those said) -> the metric; `weighted` gives it for rows of weights.

    Parameters
    ----------
    name : scikit-learn's name of the scorer.
    size : number of labels; their codes are 0, 1, ...
    positive : the code that "precision", "recall", "f1" and "jaccard" count.

    Examples
    --------
    >>> truth, said = np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1])
    >>> Counted("balanced_accuracy", 2)(truth, said)
    0.8333333333333333
    >>> Counted("balanced_accuracy", 2).weighted(truth, said, np.array([[1.0, 1, 1, 1], [2, 0, 0, 1]]))
    array([0.83333333, 1.        ])
    """

    name: str
    size: int
    positive: int | None = None

    def __call__(self, truth: Codes, said: Codes) -> float:
        return float(self.weighted(truth, said, np.ones((1, truth.size)))[0])

    def weighted(self, truth: Codes, said: Codes, weights: Floats) -> Floats:
        """One number per row of weights, which are whole numbers."""
        tables = count_tables(truth, said, self.size, weights)
        if self.name in WHOLE:
            return WHOLE[self.name](tables)
        kind, _, average = self.name.partition("_")
        right, true, told = _margins(tables)
        if average == "micro":
            right, true, told = (np.sum(one, axis=1, keepdims=True) for one in (right, true, told))
        values = _ratio(*SHARES[kind](right, true, told))
        if average == "":
            return np.asarray(values[:, self.positive])
        if average == "micro":
            return np.asarray(values[:, 0])
        if average == "weighted":
            return np.asarray((values * true).sum(axis=1) / true.sum(axis=1))
        return _mean(values, (true + told) > 0)


def count_tables(truth: Codes, said: Codes, size: int, weights: Floats) -> Floats:
    """Rows of weights -> tables of (true label, label said)."""
    held, codes = np.unique(truth * size + said, return_inverse=True)
    tables = np.zeros((weights.shape[0], size * size))
    if held.size <= FEW:
        tables[:, held] = weights @ np.eye(held.size)[codes.reshape(-1)]
    else:
        order = np.argsort(codes.reshape(-1), kind="stable")
        starts = np.concatenate(([0], np.cumsum(np.bincount(codes.reshape(-1)))[:-1]))
        tables[:, held] = np.add.reduceat(weights[:, order], starts, axis=1)
    return tables.reshape(-1, size, size)


def _margins(tables: Floats) -> tuple[Floats, Floats, Floats]:
    """Of each label: how often right, how often true, how often said."""
    return np.diagonal(tables, axis1=1, axis2=2).copy(), tables.sum(axis=2), tables.sum(axis=1)


def _ratio(above: Floats, below: Floats) -> Floats:
    """0 where there is nothing to divide by, as scikit-learn has it."""
    return np.asarray(np.where(below > 0, above / np.where(below > 0, below, 1.0), 0.0))


def _mean(values: Floats, counted: NDArray[np.bool_]) -> Floats:
    """Over the labels that count in each table."""
    means: Floats = values.mean(axis=1)
    for row in np.flatnonzero(~counted.all(axis=1)):
        means[row] = values[row, counted[row]].mean()
    return means


def _balanced_accuracy(tables: Floats) -> Floats:
    right, true, _ = _margins(tables)
    return _mean(_ratio(right, true), true > 0)


def _accuracy(tables: Floats) -> Floats:
    return np.asarray(_margins(tables)[0].sum(axis=1) / tables.sum(axis=(1, 2)))


def _matthews_corrcoef(tables: Floats) -> Floats:
    right, true, told = _margins(tables)
    n = true.sum(axis=1)
    both, truths, tolds = (
        a * n - b for a, b in ((right.sum(axis=1), (true * told).sum(axis=1)), (n, (true**2).sum(axis=1)),
                               (n, (told**2).sum(axis=1)))
    )  # fmt: skip
    spread = tolds * truths
    return np.asarray(np.where(spread > 0, both / np.sqrt(np.where(spread > 0, spread, 1.0)), 0.0))


WHOLE: dict[str, Callable[[Floats], Floats]] = {
    "accuracy": _accuracy,
    "balanced_accuracy": _balanced_accuracy,
    "matthews_corrcoef": _matthews_corrcoef,
}
# per label: what is divided by what, from how often it is right, true and said
SHARES: dict[str, Callable[[Floats, Floats, Floats], tuple[Floats, Floats]]] = {
    "precision": lambda right, true, told: (right, told),  # noqa: ARG005
    "recall": lambda right, true, told: (right, true),  # noqa: ARG005
    "f1": lambda right, true, told: (2.0 * right, true + told),
    "jaccard": lambda right, true, told: (right, true + told - right),
}
AVERAGED = tuple(f"{kind}_{average}" for kind in SHARES for average in ("macro", "micro", "weighted"))
