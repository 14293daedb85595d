"""Many splits of one data set at once, as two arrays. Drawn in one stroke, they cost little.

`draws` rebuilds any split alone, which a study never needs; the laws are the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Indices


@dataclass(frozen=True, eq=False, slots=True)
class Splits:
    """Splits of one size. Each is cut from a parent, in order: first all splits of the first parent, and so on.

    Parameters
    ----------
    parents : parents x members, the examples that splits are cut from.
    test, train : splits x examples; together they are the split's parent.
    """

    parents: Indices
    test: Indices
    train: Indices

    @property
    def per_parent(self) -> int:
        return len(self.test) // len(self.parents)


def subsamples(rng: np.random.Generator, parents: Indices, n_splits: int, n_test: int) -> Splits:
    """`n_splits` independent splits of each parent, `n_test` of its members tested."""
    n_parents, size = parents.shape
    order = np.argpartition(rng.random((n_parents * n_splits, size)), n_test - 1, axis=1)
    order += size * np.repeat(np.arange(n_parents), n_splits)[:, np.newaxis]
    members = parents.ravel().take(order)
    return Splits(parents, members[:, :n_test], members[:, n_test:])


def folds(rng: np.random.Generator, n: int, n_folds: int, n_repeats: int = 1) -> Splits:
    """K folds of equal size, repeated."""
    order = np.argsort(rng.random((n_repeats, n)), axis=1)
    tests = order.reshape(n_repeats, n_folds, n // n_folds)
    others = [np.delete(tests, fold, axis=1).reshape(n_repeats, -1) for fold in range(n_folds)]
    trains = np.stack(others, axis=1)
    return Splits(np.arange(n)[np.newaxis], tests.reshape(-1, n // n_folds), trains.reshape(-1, trains.shape[2]))


def halves(rng: np.random.Generator, n: int, n_halvings: int) -> Indices:
    """(2 n_halvings) x floor(n/2): the two disjoint halves of each random halving, an odd example left out."""
    order = np.argsort(rng.random((n_halvings, n)), axis=1)
    return order[:, : n // 2 * 2].reshape(2 * n_halvings, n // 2)


def everything(n: int) -> Indices:
    """One parent: all examples."""
    return np.arange(n)[np.newaxis]
