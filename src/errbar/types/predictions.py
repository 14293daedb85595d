"""What fixed models said about labelled items, for metrics that are no mean of losses (AUC, F1, any other)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.errors import InputError

Metric = Callable[[NDArray[Any], NDArray[Any]], float]


@runtime_checkable
class OfWeights(Protocol):
    """A metric that is worked out for many rows of weights at once: how often each item counts."""

    def weighted(self, truth: Any, said: Any, weights: Floats) -> Floats: ...


@dataclass(frozen=True, eq=False)
class Predictions:
    """Labels, what each model said, and the metric that judges it; in the order of `Scores.items`.

    Parameters
    ----------
    truth : one label per item.
    outputs : per model, what the metric reads: one score or predicted label per item.
    metrics : per model, (truth, output) -> one number.
    """

    truth: NDArray[Any]
    outputs: tuple[NDArray[Any], ...]
    metrics: tuple[Metric, ...]

    def pick(self, rows: Sequence[int]) -> Predictions:
        return Predictions(self.truth, tuple(self.outputs[r] for r in rows), tuple(self.metrics[r] for r in rows))

    def after(self, first: Predictions | None) -> Predictions:
        """Behind those of other models about the same items."""
        if first is None or not np.array_equal(first.truth, self.truth):
            raise InputError("These predictions are about different labels and cannot be compared.")
        return Predictions(self.truth, first.outputs + self.outputs, first.metrics + self.metrics)

    def among(self, chosen: NDArray[np.intp]) -> Predictions:
        """The same for some items, which may come more than once."""
        return Predictions(self.truth[chosen], tuple(output[chosen] for output in self.outputs), self.metrics)

    def values(self) -> NDArray[np.float64]:
        """The metric of each model on all items."""
        return np.array(
            [metric(self.truth, output) for metric, output in zip(self.metrics, self.outputs, strict=True)],
            dtype=np.float64,
        )

    def kinds(self) -> tuple[Predictions, Floats]:
        """One item of each kind, and how many there are, where items that are alike stand together."""
        columns = [self.truth, *(column for output in self.outputs for column in output.reshape(output.shape[0], -1).T)]
        changes = np.any([column[1:] != column[:-1] for column in columns], axis=0)
        first = np.concatenate(([0], 1 + np.flatnonzero(changes)))
        return self.among(first), np.diff(first, append=self.truth.size).astype(np.float64)

    @property
    def takes_weights(self) -> bool:
        return all(isinstance(metric, OfWeights) for metric in self.metrics)

    def weighted(self, weights: Floats) -> Floats:
        """The metric of each model (rows) for each row of weights."""
        quick: list[Any] = list(self.metrics)
        pairs = zip(quick, self.outputs, strict=True)
        return np.stack([metric.weighted(self.truth, output, weights) for metric, output in pairs])
