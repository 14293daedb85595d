"""A curve with two bands: one that holds at a point, one that holds everywhere at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from errbar.core.arrays import Floats
from errbar.types.answer import Answer

Kind = Literal["calibration", "roc", "precision_recall"]


@dataclass(frozen=True, eq=False, repr=False)
class Curve(Answer):
    """What `eb.curve` gives.

    Parameters
    ----------
    kind : "calibration", "roc" or "precision_recall".
    x, y : the curve; for calibration a point per bin.
    low, high : limits that hold at each single point.
    simultaneous_low, simultaneous_high : limits that hold at all points at once.
    confidence_level : of both.
    summary : for calibration the expected calibration error and its interval, for the others the area.
    n, n_positive : items, and how many of them are positive.
    notes : honest limits, in sentences.
    """

    kind: Kind
    x: Floats
    y: Floats
    low: Floats
    high: Floats
    simultaneous_low: Floats
    simultaneous_high: Floats
    confidence_level: float
    n: int
    n_positive: int
    summary: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row per point."""
        from errbar.types.frame import frame

        names = ("x", "y", "low", "high", "simultaneous_low", "simultaneous_high")
        return frame({name: getattr(self, name) for name in names})

    def plot(self, ax: Any = None) -> Any:
        """Draw the curve with both bands; returns the matplotlib axes."""
        from errbar.show.curve import plot_curve

        return plot_curve(self, ax)

    def __str__(self) -> str:
        from errbar.show.curve import summary_words

        told = summary_words(self)
        kind = self.kind.replace("_", "-").replace("roc", "ROC")
        kind = f"{kind[0].upper()}{kind[1:]}"
        return f"{kind} curve of {self.n:,} items, {self.n_positive:,} positive{f': {told}' if told else ''}."
