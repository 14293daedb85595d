"""The interval after 2, 3, ... splits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from errbar.show.as_text import percent
from errbar.show.sentence import width_words
from errbar.types import Results
from errbar.types.answer import Shown


@dataclass(frozen=True, slots=True, repr=False)
class Growth(Shown):
    """Estimate and interval after each number of splits: `to_frame()`, `plot()`.

    Parameters
    ----------
    results : the answers after 2, 3, ... splits.
    half_width_left : of the interval that infinitely many splits would leave: their n_test/n_train part does not
        shrink. 0 for a naive method, which believes that it does.
    enough : the number of splits from which on more can narrow the interval by a tenth at most, if their spread stays
        as it is; None for a naive method.
    """

    results: Results
    half_width_left: float
    enough: int | None

    def to_frame(self) -> Any:
        """A pandas DataFrame: number of splits, estimate, low, high, half_width."""
        from errbar.types.frame import frame

        columns = {name: [getattr(r, name) for r in self.results] for name in ("n_splits", "estimate", "low", "high")}
        return frame(columns | {"half_width": [(r.high - r.low) / 2 for r in self.results]})

    def plot(self, ax: Any = None) -> Any:
        """Draw the interval against the number of splits, and what is left of it at best; returns the axes."""
        from errbar.show.growth import plot_growth

        return plot_growth(self, ax)

    def __str__(self) -> str:
        last = self.results[-1]
        left = f"{percent(last.confidence_level)} half-width {width_words(last, (last.high - last.low) / 2)}"
        if self.enough is None:
            return f"{last.n_splits} splits: {left}; {last.method} is naive and would shrink to nothing."
        return (
            f"{last.n_splits} splits: {left}, {width_words(last, self.half_width_left)} at best; "
            f"more than {self.enough} splits narrow it by a tenth at most."
        )
