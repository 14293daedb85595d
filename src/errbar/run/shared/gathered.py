"""The data as the paths read them, gathered once for all models of a run."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats, Indices
from errbar.run.shared.cuts import Batch, Cuts, PerParent, counted
from errbar.run.shared.gram import GramBlock, GramTable, column_ends

Kind = Literal["regression", "classification"]
T = TypeVar("T")

NUMBERS = 2**20  # features of test examples per batch: 8 MB; smaller batches cost more calls than they save in cache
WIDEST = 512  # splits per batch


def dense(X: Any) -> Floats | None:
    """X as a finite float64 matrix, or None where scikit-learn would compute in another precision, or refuse."""
    if hasattr(X, "tocsr"):
        return None
    array = X.to_numpy() if hasattr(X, "to_numpy") else np.asarray(X)
    if array.ndim != 2 or array.shape[1] == 0 or (array.dtype != np.float64 and array.dtype.kind not in "iu"):
        return None
    array = np.ascontiguousarray(array, dtype=np.float64)
    return array if np.isfinite(array).all() else None


class Maker:
    """Makes what several ask for: for the first of them."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made


class Source(Maker):
    """Features, labels and the tables made of them; `divided`: where a scaler divides some features only, which."""

    def __init__(self, X: Floats, y: NDArray[Any], cuts: Cuts, divided: NDArray[np.bool_] | None = None) -> None:
        super().__init__()
        self.X = X
        self.divided = divided
        self.y = y
        self.cuts = cuts
        self._totals = PerParent(self._total)
        self._counts = PerParent(self._count)
        self._orders = PerParent(self._order)

    @cached_property
    def largest(self) -> Floats:
        """The largest absolute value of each feature: what rounding is measured by."""
        low, high = self._ends
        largest: Floats = np.maximum(high, -low)
        return largest

    @cached_property
    def constant(self) -> NDArray[np.bool_]:
        """The features that have one value only."""
        low, high = self._ends
        return np.equal(low, high)

    @cached_property
    def _ends(self) -> tuple[Floats, Floats]:
        return column_ends(self.X)

    @cached_property
    def centre(self) -> Floats:
        """What features are centred on; exactly its value where one has only one."""
        centre: Floats = np.where(self.constant, self.X[0], self.X.mean(axis=0))
        return centre

    @cached_property
    def classes(self) -> NDArray[Any]:
        return np.unique(self.y)

    @cached_property
    def codes(self) -> NDArray[np.intp]:
        """For each example the place of its label among the classes."""
        return np.searchsorted(self.classes, self.y)

    @cached_property
    def values(self) -> Floats:
        """y as numbers."""
        return self.y.astype(np.float64, copy=False)

    @cached_property
    def largest_value(self) -> float:
        """The largest absolute value of y."""
        return float(np.abs(self.values).max())

    @cached_property
    def middle(self) -> float:
        """What y is centred on; exactly its value where it has only one."""
        constant = self.values.min() == self.values.max()
        return float(self.values[0] if constant else self.values.mean())

    @cached_property
    def centred_values(self) -> Floats:
        return self.values - self.middle

    def _total(self, rows: Indices | None) -> float:
        return float((self.centred_values if rows is None else self.centred_values.take(rows)).sum())

    def totals(self, batch: Batch) -> Floats:
        """Of each split's parent, the sum of the centred y."""
        return np.array(self._totals(batch))[batch.which]

    def _count(self, rows: Indices | None) -> NDArray[np.intp]:
        return np.bincount(self.codes if rows is None else self.codes.take(rows), minlength=self.classes.size)

    def counts(self, batch: Batch) -> NDArray[np.intp]:
        """Of each split's parent, the examples of each class."""
        return np.stack(self._counts(batch))[batch.which]

    def _order(self, rows: Indices | None) -> Indices:
        rows = np.arange(self.y.size) if rows is None else rows
        return rows[np.argsort(self.values[rows], kind="stable")]

    def orders(self, batch: Batch) -> list[Indices]:
        """Of each distinct parent, the examples with the smallest y first."""
        return self._orders(batch)

    def splits_at_once(self, n_test: int) -> int:
        p = int(self.X.shape[1])
        return max(1, min(WIDEST, NUMBERS // (max(n_test, p) * p)))

    def table(self, kind: Kind, centred: bool) -> GramTable:
        centre = self.centre if centred else np.zeros(self.X.shape[1])
        return self.once(("table", kind, centred), lambda: GramTable(self.X, self._targets(kind, centred), centre))

    def _targets(self, kind: Kind, centred: bool) -> Floats:
        if kind == "classification":
            return np.asarray(self.codes[:, np.newaxis] == np.arange(self.classes.size), dtype=np.float64)
        return np.stack((np.ones(self.y.size), self.centred_values if centred else self.values), axis=1)


class Step(Maker):
    """One batch of splits, with the blocks that several models of the run share."""

    whole_rows = True  # whether blocks show the features of the source as they are

    def __init__(self, source: Source, batch: Batch) -> None:
        super().__init__()
        self.source = source
        self.batch = batch

    def block(self, kind: Kind, centred: bool = True) -> GramBlock:
        return self.once(("block", kind, centred), lambda: GramBlock(self.source.table(kind, centred), self.batch))

    @cached_property
    def n_train(self) -> NDArray[np.intp]:
        n = self.source.y.size
        sizes = np.array([n if parent.rows is None else parent.rows.size for parent in self.batch.parents])
        return sizes[self.batch.which] - (self.batch.test.shape[1] if self.batch.leaves else 0)

    @cached_property
    def targets(self) -> Floats:
        """Splits x test examples: the centred y."""
        return self.source.centred_values.take(self.batch.test)

    @cached_property
    def class_counts(self) -> NDArray[np.intp]:
        """Splits x classes: training examples of each class."""
        counts = self.source.counts(self.batch)
        if not self.batch.leaves:
            return counts
        return counts - counted(self.source.codes.take(self.batch.test), counts.shape[1])
