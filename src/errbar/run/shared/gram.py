"""Sums, class sums and Gram matrices of every training set: those of its parent minus those of its test set.

Columns are centred on the whole data once, so that differences of sums of squares keep their digits;
`guard.py` judges whether a downdate lost too many of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.cuts import Batch, PerParent
from errbar.run.shared.guard import diagonals

Statistic = Callable[[Floats, int], Floats]  # (splits x rows x columns, number of features) -> splits x ...

ROWS = 8192  # parents are summed in chunks of so many rows: small temporaries, whatever n
LARGEST = 2**25  # bytes of X beyond which rows are made piece by piece
SIDE_BY_SIDE = 32  # rows, where the ends of columns are looked for
NUMBERS = 2**15  # of test rows at once, 256 KB: whoever reads them finds them in the processor's cache


class GramTable:
    """X about a centre beside its targets: (1, y) for regression, one indicator per class for classification.

    Of a large X rows are made when they are asked for: all of them together would be a second copy.
    """

    def __init__(self, X: Floats, targets: Floats, centre: Floats) -> None:
        (self.n, self.p), self.width = X.shape, X.shape[1] + targets.shape[1]
        self.centre = centre
        self._X, self._targets = X, targets
        self._large = X.nbytes > LARGEST
        self._sums: dict[Statistic, PerParent[Floats]] = {}

    @cached_property
    def rows(self) -> Floats:
        """All of them."""
        return self._made(slice(None))

    def _made(self, members: Indices | slice) -> Floats:
        x = self._X[members]
        rows = np.empty((len(x), self.width))
        np.subtract(x, self.centre, out=rows[:, : self.p])
        rows[:, self.p :] = self._targets[members]
        return rows

    def read(self, members: Indices, out: Floats) -> None:
        """Write the rows of some examples into `out`."""
        if not self._large:
            self.rows.take(members, axis=0, out=out, mode="clip")  # without a copy in between
            return
        some, into = members.reshape(-1), out.reshape(-1, self.width)
        for start in range(0, some.size, ROWS):
            into[start : start + ROWS] = self._made(some[start : start + ROWS])

    @cached_property
    def spread(self) -> Floats:
        """The largest absolute value of each centred feature."""
        low, high = column_ends(self._X)
        spread: Floats = np.maximum(high - self.centre, self.centre - low)
        return spread

    def of_parents(self, batch: Batch, statistic: Statistic) -> Floats:
        """The statistic of each split's parent."""
        if statistic not in self._sums:
            self._sums[statistic] = PerParent(partial(self._sum, statistic))
        of_splits: Floats = np.stack(self._sums[statistic](batch))[batch.which]
        return of_splits

    def _sum(self, statistic: Statistic, members: Indices | None) -> Floats:
        n = self._X.shape[0] if members is None else members.size
        total: Floats = np.zeros(())
        for start in range(0, n, ROWS):
            some = slice(start, start + ROWS)
            total = total + statistic(self._some(some if members is None else members[some])[np.newaxis], self.p)[0]
        return total

    def _some(self, members: Indices | slice) -> Floats:
        if self._large:
            return self._made(members)
        return self.rows[members] if isinstance(members, slice) else self.rows.take(members, axis=0)


@dataclass(eq=False)
class GramBlock:
    """One batch seen through a table: test rows and training statistics, computed when first asked for."""

    table: GramTable
    batch: Batch

    @cached_property
    def rows(self) -> Floats:
        """Splits x test examples x columns."""
        rows = np.empty((*self.batch.test.shape, self.table.width))
        self.table.read(self.batch.test, rows)
        return rows

    @property
    def x(self) -> Floats:
        """The centred features of the test examples."""
        return self.rows[:, :, : self.table.p]

    @cached_property
    def gram(self) -> Floats:
        """Splits x columns x columns: features and targets against each other."""
        return self.of_training(whole_gram)

    @cached_property
    def sums(self) -> Floats:
        """Splits x targets x columns: sums of all columns, weighted by each target."""
        if "_with_squares" in self.__dict__:
            return self._with_squares[:, :, : self.table.width]
        return self.of_training(_sums)

    @cached_property
    def squares(self) -> Floats:
        """Splits x targets x features: sums of squares, weighted by each target. Who asks for them first has both."""
        return self._with_squares[:, :, self.table.width :]

    @cached_property
    def _with_squares(self) -> Floats:
        return self.of_training(_sums_and_squares)

    def parent(self, statistic: Statistic) -> Floats:
        return self.table.of_parents(self.batch, statistic)

    def of_training(self, statistic: Statistic) -> Floats:
        """A statistic of each training set."""
        parent = self.parent(statistic)
        if not self.batch.leaves:
            return parent
        found: Floats = np.empty_like(parent)
        for some, rows in self._few():
            np.subtract(parent[some], statistic(rows, self.table.p), out=found[some])
        return found

    def scores(self, linear: Floats, constants: Floats, quadratic: Floats | None = None) -> Floats:
        """Splits x test examples x outputs: features, and their squares, times what each split makes of them.

        `linear`, `quadratic` : splits x features x outputs; `constants` : splits x outputs.
        """
        p, found = self.table.p, np.empty((*self.batch.test.shape, linear.shape[2]))
        for some, rows in self._few():
            np.matmul(rows[:, :, :p], linear[some], out=found[some])
            if quadratic is not None:
                found[some] += np.square(rows)[:, :, :p] @ quadratic[some]  # of whole rows: they stand in a row
            found[some] += constants[some, np.newaxis]
        return found

    def _few(self) -> Iterator[tuple[slice, Floats]]:
        """The test rows of a few splits at a time, in memory that the next few write over."""
        test, width = self.batch.test, self.table.width
        count = min(len(test), max(1, NUMBERS // (test.shape[1] * width)))
        memory = np.empty((count, test.shape[1], width))
        for start in range(0, len(test), count):
            some = slice(start, min(start + count, len(test)))
            rows = memory[: some.stop - start]
            self.table.read(test[some], rows)
            yield some, rows

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
        return self.parent(_sums_and_squares)[:, :, self.table.width :]


def column_ends(X: Floats) -> tuple[Floats, Floats]:
    """Smallest and largest of each column; rows are laid side by side first, for NumPy is slow on short ones."""
    if len(X) < SIDE_BY_SIDE:
        return X.min(axis=0), X.max(axis=0)
    (n, p), left = X.shape, len(X) % SIDE_BY_SIDE
    wide, rest = X[: n - left].reshape(-1, SIDE_BY_SIDE * p), X[n - left :]
    low, high = (np.concatenate((ends.reshape(-1, p), rest)) for ends in (wide.min(axis=0), wide.max(axis=0)))
    return low.min(axis=0), high.max(axis=0)


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


def _sums_and_squares(rows: Floats, p: int) -> Floats:
    squares = rows[:, :, p:].transpose(0, 2, 1) @ np.square(rows)[:, :, :p]
    return np.concatenate((_sums(rows, p), squares), axis=2)
