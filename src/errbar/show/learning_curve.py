"""The error against the training size, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from errbar.show.as_text import percent
from errbar.show.intervals import shown_axes
from errbar.show.sentence import in_unit, shared_unit
from errbar.show.style import AS_WRITTEN, BLUE, bare, fitted, in_units, legend_above

if TYPE_CHECKING:
    from errbar.answers.learning_curve import LearningCurve


def plot_learning_curve(curve: LearningCurve, ax: Any = None) -> Any:
    """A bar at each size, joined by a line; returns the axes."""
    if ax is None:
        ax = shown_axes(height=3.4)
    results, last = curve.results, curve.results[-1]
    unit, x = shared_unit([last]), list(curve.sizes)
    estimates = [result.estimate for result in results]
    below = [result.estimate - result.low for result in results]
    above = [result.high - result.estimate for result in results]
    (line,) = ax.plot(x, estimates, color=BLUE, linewidth=1.8, marker="o", markersize=4, label="estimate")
    level = f"{percent(last.confidence_level)} interval, each for itself"
    bars = ax.errorbar(x, estimates, (below, above), fmt="none", color=BLUE, capsize=3, label=level)
    ax.set_xscale("log")
    ax.set_xticks(x, [f"{size:,}" for size in x])
    ax.minorticks_off()
    ax.set_xlabel(fitted(ax, f"training examples ({last.method})"))
    ax.set_ylabel(in_unit(last.loss, unit), **AS_WRITTEN)
    in_units(ax.yaxis, unit.factor)
    bare(ax, "top", "right")
    legend_above(ax, [line, bars])
    return ax
