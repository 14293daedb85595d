"""Limits of several bounds at several sizes and levels, drawn: against n, or against delta where there is one n."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any

from errbar.show.as_text import number
from errbar.show.intervals import new_axes
from errbar.show.style import COLOURS, DASHES, GREY, bare

if TYPE_CHECKING:
    from errbar.types.result import Result

WIDE = 50  # times the smallest n; from there on n is drawn by its logarithm


def draw_limits(results: Sequence[Result]) -> Any:
    """A panel for each level, a line for each bound; returns the figure. Two-sided limits are two lines."""
    methods = list(dict.fromkeys(result.method for result in results))
    levels = sorted({result.confidence_level for result in results}, reverse=True)
    sizes = {result.n for result in results if result.n is not None}
    by_size = len(sizes) > 1
    looks = dict(zip(methods, zip(cycle(COLOURS), cycle(DASHES), strict=False), strict=False))
    figure = new_axes(width=6.4 if not by_size else 1.0 + 4.6 * len(levels), height=4.2 + 0.07 * len(methods)).figure
    figure.clear()
    panels = figure.subplots(1, len(levels) if by_size else 1, sharey=True, squeeze=False)[0]
    for ax, level in zip(panels, levels if by_size else [None], strict=True):
        shown = [result for result in results if level in (None, result.confidence_level)]
        for method, (colour, dash) in looks.items():
            _line(ax, [one for one in shown if one.method == method], by_size, color=colour, linestyle=dash)
        if level is not None:
            ax.set_title(f"delta = {number(1 - level)}", fontsize=10)
        ax.set_xlabel("test examples n" if by_size else f"delta, one minus the level (n = {results[0].n:,})")
        if by_size and max(sizes) >= WIDE * min(sizes):
            ax.set_xscale("log")
        bare(ax, "top", "right")
    panels[0].set_ylabel(_what(results[0]))
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=8, ncols=4 if by_size else 3)
    return figure


def _line(ax: Any, mine: list[Result], by_size: bool, **look: Any) -> None:
    mine = sorted(mine, key=lambda one: one.n if by_size and one.n else 1 - one.confidence_level)
    x = [one.n if by_size else 1 - one.confidence_level for one in mine]
    for end in ("high", "low"):
        if not mine or mine[0].alternative == ("greater" if end == "high" else "less"):
            continue
        label = mine[0].method if end == "high" or mine[0].alternative == "greater" else None
        ax.plot(x, [getattr(one, end) for one in mine], label=label, marker=".", markersize=4, linewidth=1.4, **look)
    if mine:
        ax.plot(x, [one.estimate for one in mine], color=GREY, linewidth=0.8, zorder=0)


def _what(result: Result) -> str:
    side = {"less": "upper limit", "greater": "lower limit"}.get(result.alternative, "limits")
    return f"{side} of the {'error' if result.loss == 'zero_one' else 'mean loss'}, grey: observed"
