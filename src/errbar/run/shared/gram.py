"""Sums, class sums and Gram matrices of every training set: those of its parent minus those of its test set.

Columns are centred on the whole data once, so that differences of sums of squares keep their digits;
`guard.py` judges whether a downdate lost too many of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.cuts import Batch, PerParent
from errbar.run.shared.guard import diagonals

Statistic = Callable[[Floats, int], Floats]  # (splits x rows x columns, number of features) -> splits x ...

ROWS = 8192  # parents are summed in chunks of so many rows: small temporaries, whatever n


class GramTable:
    """X about a centre beside its targets: (1, y) for regression, one indicator per class for classification."""

    def __init__(self, X: Floats, targets: Floats, centre: Floats) -> None:
        self.p = X.shape[1]
        self.centre = centre
        self.rows = np.empty((X.shape[0], self.p + targets.shape[1]))
        np.subtract(X, self.centre, out=self.rows[:, : self.p])
        self.rows[:, self.p :] = targets
        self._sums: dict[Statistic, PerParent[Floats]] = {}

    @cached_property
    def spread(self) -> Floats:
        """The largest absolute value of each centred feature."""
        largest: Floats = np.maximum(self.rows.max(axis=0), -self.rows.min(axis=0))[: self.p]
        return largest

    def of_parents(self, batch: Batch, statistic: Statistic) -> Floats:
        """The statistic of each split's parent."""
        if statistic not in self._sums:
            self._sums[statistic] = PerParent(partial(self._sum, statistic))
        of_splits: Floats = np.stack(self._sums[statistic](batch))[batch.which]
        return of_splits

    def _sum(self, statistic: Statistic, members: Indices | None) -> Floats:
        n = self.rows.shape[0] if members is None else members.size
        total: Floats = np.zeros(())
        for start in range(0, n, ROWS):
            some = slice(start, min(start + ROWS, n))
            rows = self.rows[some] if members is None else self.rows.take(members[some], axis=0)
            total = total + statistic(rows[np.newaxis], self.p)[0]
        return total


@dataclass(eq=False)
class GramBlock:
    """One batch seen through a table: test rows and training statistics, computed when first asked for."""

    table: GramTable
    batch: Batch

    @cached_property
    def rows(self) -> Floats:
        """Splits x test examples x columns."""
        return self.table.rows.take(self.batch.test, axis=0)

    @property
    def x(self) -> Floats:
        """The centred features of the test examples."""
        return self.rows[:, :, : self.table.p]

    @cached_property
    def squared(self) -> Floats:
        """The same, squared."""
        return np.square(self.x)

    @cached_property
    def gram(self) -> Floats:
        """Splits x columns x columns: features and targets against each other."""
        return self.of_training(whole_gram)

    @cached_property
    def sums(self) -> Floats:
        """Splits x targets x columns: sums of all columns, weighted by each target."""
        return self.of_training(_sums)

    @cached_property
    def squares(self) -> Floats:
        """Splits x targets x features: sums of squares, weighted by each target."""
        if not self.batch.leaves:
            return self.parent(_squares)
        return self.parent(_squares) - self.rows[:, :, self.table.p :].transpose(0, 2, 1) @ self.squared

    def parent(self, statistic: Statistic) -> Floats:
        return self.table.of_parents(self.batch, statistic)

    def of_training(self, statistic: Statistic) -> Floats:
        """A statistic of each training set."""
        parent = self.parent(statistic)
        return parent - statistic(self.rows, self.table.p) if self.batch.leaves else parent

    @cached_property
    def counts(self) -> Floats:
        """Splits x classes: training examples of each class (exact)."""
        return diagonals(self.sums[:, :, self.table.p :])

    @cached_property
    def parent_counts(self) -> Floats:
        """Splits x classes: the parents' examples of each class."""
        return diagonals(self.parent(_sums)[:, :, self.table.p :])

    @cached_property
    def parent_squares(self) -> Floats:
        """Splits x columns: each parent's sums of squares, what a downdate of the Gram matrix starts from."""
        return diagonals(self.parent(whole_gram))

    @cached_property
    def parent_class_squares(self) -> Floats:
        """Splits x targets x features: the parents' sums of squares, weighted by each target."""
        return self.parent(_squares)


def class_grams(rows: Floats, p: int) -> Floats:
    """Splits x classes x features x features."""
    x = rows[:, :, :p]
    weighted = [x * rows[:, :, c, np.newaxis] for c in range(p, rows.shape[2])]
    return np.stack([one.transpose(0, 2, 1) @ x for one in weighted], axis=1)


def whole_gram(rows: Floats, _: int) -> Floats:
    """Features and targets against each other."""
    return rows.transpose(0, 2, 1) @ rows


def _sums(rows: Floats, p: int) -> Floats:
    return rows[:, :, p:].transpose(0, 2, 1) @ rows


def _squares(rows: Floats, p: int) -> Floats:
    return rows[:, :, p:].transpose(0, 2, 1) @ np.square(rows[:, :, :p])
