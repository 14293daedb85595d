"""What fixed models said about labelled items, for metrics that are no mean of losses (AUC, F1, any other)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Metric = Callable[[NDArray[Any], NDArray[Any]], float]


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

    def among(self, chosen: NDArray[np.intp]) -> Predictions:
        """The same for some items, which may come more than once."""
        return Predictions(self.truth[chosen], tuple(output[chosen] for output in self.outputs), self.metrics)

    def values(self) -> NDArray[np.float64]:
        """The metric of each model on all items."""
        return np.array(
            [metric(self.truth, output) for metric, output in zip(self.metrics, self.outputs, strict=True)],
            dtype=np.float64,
        )
