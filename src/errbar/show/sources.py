"""The standard deviation that each source adds, drawn with its interval."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from errbar.show.as_text import percent
from errbar.show.intervals import shown_axes
from errbar.show.style import AS_WRITTEN, BLUE, bare, fitted, shortened

if TYPE_CHECKING:
    from errbar.answers.sources import Sources


def plot_sources(sources: Sources, ax: Any = None) -> Any:
    """A dot and a line per source, the first on top; returns the axes."""
    names = list(sources.components)
    if ax is None:
        ax = shown_axes(height=0.9 + 0.45 * len(names))
    for place, one in enumerate(sources.components.values()):
        ax.plot([sqrt(one.low), sqrt(one.high)], [place, place], color=BLUE, linewidth=2.2, solid_capstyle="butt")
        ax.plot([sqrt(max(one.estimate, 0.0))], [place], color=BLUE, marker="o", markersize=6)
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlim(left=0.0)
    level = percent(sources.confidence_level)
    text = f"standard deviation of one score ({sources.loss}, {shortened(sources.model)}), {level} intervals"
    ax.set_xlabel(fitted(ax, text), **AS_WRITTEN)
    bare(ax, "top", "right")
    return ax
