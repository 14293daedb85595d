"""Which labels a model takes for which: counts, and shares of each true label with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.core.binomial import clopper_pearson_lower, clopper_pearson_upper
from errbar.errors import InputError
from errbar.show.as_text import percent
from errbar.types.answer import Answer

MOST = 100  # labels


@dataclass(frozen=True, eq=False, repr=False)
class Confusion(Answer):
    """What `eb.curve(scores, kind="confusion")` gives. A row for each true label, a column for each predicted one.

    Parameters
    ----------
    labels : of rows and columns.
    counts : items of each kind; of items judged several times, the mean count.
    shares : of the items of each true label (rows add up to 1).
    low, high : exact limits of each single share.
    simultaneous_low, simultaneous_high : limits of all shares at once (Bonferroni).
    confidence_level : of both.
    n : items.
    notes : honest limits, in sentences.
    """

    labels: tuple[Any, ...]
    counts: Floats
    shares: Floats
    low: Floats
    high: Floats
    simultaneous_low: Floats
    simultaneous_high: Floats
    confidence_level: float
    n: int
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, truth: NDArray[Any], said: NDArray[Any], times: int, level: float, notes: tuple[str, ...] = ()
    ) -> Confusion:
        """From the labels of items that were each judged `times` times."""
        try:
            labels = np.unique(np.concatenate([truth, said]))
        except TypeError:
            raise InputError("The labels mix types (say, numbers and text), so they cannot be ordered.") from None
        if labels.size > MOST:
            raise InputError(f"Confusions are for at most {MOST} labels; these are {labels.size}.")
        rows, columns = np.searchsorted(labels, truth), np.searchsorted(labels, said)
        k = labels.size
        counts = np.bincount(rows * k + columns, minlength=k * k).reshape(k, k) / times
        n = np.broadcast_to(counts.sum(axis=1, keepdims=True), counts.shape)
        unseen = [label for label, items in zip(labels.tolist(), n[:, 0], strict=True) if items == 0]
        if unseen:
            notes = (*notes, f"Predicted, but no item's true label: {', '.join(map(str, unseen))}.")
        seen = n > 0
        of = np.where(seen, n, 1.0)
        distinct = int(seen[:, 0].sum()) * (k if k > 2 else 1)  # of two shares of a row one says all

        def limits(outside: float) -> tuple[Floats, Floats]:
            given = counts, of, np.full(counts.shape, outside / 2.0)
            low, high = clopper_pearson_lower(*given), clopper_pearson_upper(*given)
            return np.where(seen, low, np.nan), np.where(seen, high, np.nan)

        outside = 1.0 - level
        return cls(
            tuple(labels.tolist()),
            counts,
            np.where(seen, counts / of, np.nan),
            *limits(outside),
            *limits(outside / distinct),
            level,
            truth.size // times,
            notes,
        )

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row per true and predicted label."""
        from errbar.types.frame import frame

        k = len(self.labels)
        names = ("counts", "shares", "low", "high", "simultaneous_low", "simultaneous_high")
        columns = {name.removesuffix("s"): getattr(self, name).ravel() for name in names}
        return frame({"truth": np.repeat(self.labels, k), "said": np.tile(self.labels, k), **columns})

    def plot(self, ax: Any = None) -> Any:
        """Draw the shares as a table of colours with their limits; returns the matplotlib axes."""
        from errbar.show.confusion import plot_confusion

        return plot_confusion(self, ax)

    def __str__(self) -> str:
        right = float(np.trace(self.counts))
        count = f"{right:.1f}".removesuffix(".0")
        return (
            f"{count} of {self.n} items are given their own label ({100 * right / self.n:.1f} %); "
            f"{len(self.labels)} labels, limits at {percent(self.confidence_level)}"
        )
