"""The error over training sizes, and which is the better buy: more data or another model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from errbar.show.as_text import percent
from errbar.types import Result, Results
from errbar.types.answer import Shown


@dataclass(frozen=True, slots=True, repr=False)
class LearningCurve(Shown):
    """Error and interval at each training size: `to_frame()`, `plot()`. Nothing is said of sizes that were not fitted.

    Parameters
    ----------
    sizes : numbers of training examples, the smallest first.
    results : the model's error at each of them, every interval for itself.
    gain : (estimate, low, high) of how much better the error is at the largest size than at the one before. The
        interval is put together from those of the two sizes, each at half of what may be missed: how the two go
        together is not known.
    versus : error(model) - error(other) at the largest size, or None where no other model was named.
    greater_is_better : the direction of the numbers.
    """

    sizes: tuple[int, ...]
    results: Results
    gain: tuple[float, float, float]
    versus: Result | None
    greater_is_better: bool

    @property
    def better_buy(self) -> str:
        """What is shown to make the error better: "more data", "another model", "either", or "neither shown"."""
        data = self.gain[1] > 0.0
        other = self.versus is not None and (
            self.versus.high < 0.0 if self.greater_is_better else self.versus.low > 0.0
        )
        return {(True, True): "either", (True, False): "more data", (False, True): "another model"}.get(
            (data, other), "neither shown"
        )

    def to_frame(self) -> Any:
        """A pandas DataFrame: training size, estimate, low, high, half_width."""
        from errbar.types.frame import frame

        columns = {name: [getattr(r, name) for r in self.results] for name in ("estimate", "low", "high")}
        half = [(r.high - r.low) / 2 for r in self.results]
        return frame({"n_train": list(self.sizes)} | columns | {"half_width": half})

    def plot(self, ax: Any = None) -> Any:
        """Draw error and interval against the training size; returns the axes."""
        from errbar.show.learning_curve import plot_learning_curve

        return plot_learning_curve(self, ax)

    def __str__(self) -> str:
        before, last = self.sizes[-2:]
        level = percent(self.results[-1].confidence_level)
        told = [f"From {before:,} to {last:,} training examples: {self._said(self.gain)} ({level})."]
        if self.versus is not None:
            sign = -1.0 if self.greater_is_better else 1.0
            low, high = sorted((sign * self.versus.low, sign * self.versus.high))
            other = self._said((sign * self.versus.estimate, low, high))
            told.append(f"The other model instead, at {last:,}: {other}. The better buy: {self.better_buy}.")
        return " ".join([*told, f"Nothing is said of more than {last:,}: curves bend."])

    def _said(self, gain: tuple[float, float, float]) -> str:
        """How much better, and from where to where; what is below 0 is worse."""
        from errbar.show.sentence import width_words

        estimate, low, high = gain
        amount, *ends = (width_words(self.results[-1], one) for one in (abs(estimate), low, high))
        said = f"{'better' if estimate > 0 else 'worse'} by {amount}" if estimate else "no better and no worse"
        return f"{said}, the gain is between {ends[0].removesuffix(' points')} and {ends[1]}"
