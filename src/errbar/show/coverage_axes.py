"""How often bounds hold, drawn against the true error."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from typing import Any

from errbar.core.arrays import Floats
from errbar.show.as_text import percent
from errbar.show.intervals import shown_axes
from errbar.show.style import COLOURS, DASHES, GREY, bare, legend_above

CROWDED = 50  # test examples; above, jumps lie so close that only thin lines show them


def draw_coverage(
    curves: Iterable[tuple[str, tuple[Floats, Floats]]], n: int, level: float, ax: Any, largest: float
) -> Any:
    """A line for each bound, its true errors and the coverage there; returns the axes."""
    if ax is None:
        ax = shown_axes(height=3.8)
    width = 0.8 if n > CROWDED else 1.4
    keys = []
    for (name, (rates, shares)), colour, dash in zip(curves, cycle(COLOURS), cycle(DASHES), strict=False):
        keys += ax.plot(rates, shares, label=name, color=colour, linestyle=dash, linewidth=width)
    ax.axhline(level, color=GREY, linewidth=0.8, zorder=0)
    ax.set_xlim(0, largest)
    ax.set_xlabel(f"true error (n = {n:,})")
    ax.set_ylabel(f"coverage, {percent(level)} claimed")
    bare(ax, "top", "right")
    legend_above(ax, keys)
    return ax
