"""Performance profiles as axes: of each model the share of runs that are better than a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from errbar.show.as_text import percent
from errbar.show.intervals import shown_axes
from errbar.show.style import (
    AS_WRITTEN,
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    bare,
    fitted,
    legend_above,
    shortened,
)

if TYPE_CHECKING:
    from errbar.answers.aggregates import Aggregates

COLOURS = (BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY, BLACK)
DASHES = ("-", "--", "-.", ":")


def plot_profiles(found: Aggregates, ax: Any = None) -> Any:
    """A line and a band per model; returns the axes."""
    from matplotlib.lines import Line2D

    ax = shown_axes(5.4, 3.6) if ax is None else ax
    keys = []
    for place, name in enumerate(found.models):
        colour, dash = COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)]
        share, low, high = found.profiles[name]
        ax.fill_between(found.thresholds, low, high, color=colour, alpha=0.18, linewidth=0)
        ax.plot(found.thresholds, share, color=colour, linestyle=dash, linewidth=1.6)
        keys.append(Line2D([], [], color=colour, linestyle=dash, label=shortened(name)))
    ax.set_ylim(-0.02, 1.02)
    better = "above" if found.greater_is_better else "below"
    level = percent(found.confidence_level)
    ax.set_ylabel(f"share of runs {better}")
    text = f"{found.loss}, {len(found.tasks)} tasks; bands: {level} at each score"
    ax.set_xlabel(fitted(ax, text), **AS_WRITTEN)
    bare(ax, "top", "right")
    legend_above(ax, keys)
    return ax
