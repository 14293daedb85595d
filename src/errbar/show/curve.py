"""A curve as axes: the line, the band at a point, and the band that holds the whole of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from errbar.show.as_text import number, percent
from errbar.show.intervals import shown_axes
from errbar.show.style import BLUE, GREY, PALE, bare, legend_above

if TYPE_CHECKING:
    from errbar.answers.curve import Curve

AXES = {
    "roc": ("false positive rate", "true positive rate"),
    "precision_recall": ("recall", "precision"),
    "calibration": ("probability said", "share of positives"),
}


def plot_curve(curve: Curve, ax: Any = None) -> Any:
    """Returns the axes."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    ax = shown_axes(4.6, 4.4) if ax is None else ax
    if curve.kind == "calibration":
        ax.vlines(curve.x, curve.simultaneous_low, curve.simultaneous_high, color=PALE, linewidth=7)
        ax.vlines(curve.x, curve.low, curve.high, color=BLUE, linewidth=1.6, alpha=0.6)
        ax.plot(curve.x, curve.y, color=BLUE, marker="o", markersize=4.5, linewidth=0)
    else:
        step = "post" if curve.kind == "roc" else "pre"
        ax.fill_between(curve.x, curve.simultaneous_low, curve.simultaneous_high, color=PALE, linewidth=0)
        ax.fill_between(curve.x, curve.low, curve.high, color=BLUE, alpha=0.22, linewidth=0)
        ax.plot(curve.x, curve.y, color=BLUE, linewidth=1.6, drawstyle=f"steps-{step}")
    if curve.kind != "precision_recall":
        ax.plot([0, 1], [0, 1], color=GREY, linewidth=0.8, linestyle="--", zorder=0)
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    x, y = AXES[curve.kind]
    ax.set(xlabel=x, ylabel=y)
    bare(ax, "top", "right")
    level = percent(curve.confidence_level)
    legend_above(
        ax,
        [
            Line2D([], [], color=BLUE, alpha=0.5, linewidth=4, label=f"{level} at a point"),
            Patch(color=PALE, label=f"{level}, whole curve"),
        ],
    )
    return ax


def summary_words(curve: Curve) -> str:
    """The number that sums a curve up, with its interval; nothing where there is none."""
    found = {name: value for name, value in curve.summary.items() if name not in ("low", "high")}
    if not found:
        return ""
    ((name, value),) = found.items()
    low, high = (number(curve.summary[end], 3) for end in ("low", "high"))
    called = name.replace("_", " ")
    article = "an " if called[0] in "aeiou" else "a "
    return f"{article}{called} of {number(value, 3)}, {percent(curve.confidence_level)} interval {low} to {high}"
