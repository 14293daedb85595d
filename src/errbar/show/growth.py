"""The interval against the number of splits, drawn: a band that narrows to what splits cannot buy."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from errbar.show.as_text import percent
from errbar.show.intervals import shown_axes
from errbar.show.sentence import in_unit, shared_unit, width_words
from errbar.show.style import AS_WRITTEN, BLUE, GREY, VERMILLION, bare, fitted, in_units, legend_above

if TYPE_CHECKING:
    from errbar.answers.growth import Growth

WILD = 5  # fewer splits than these do not set the scale: their t quantiles are huge


def plot_growth(growth: Growth, ax: Any = None) -> Any:
    """Estimate and interval after 2, 3, ... splits, and the width that remains; returns the axes."""
    if ax is None:
        ax = shown_axes(height=3.4)
    results, last = growth.results, growth.results[-1]
    naive, unit = last.is_naive, shared_unit([last])
    colour = VERMILLION if naive else BLUE
    x = [result.n_splits for result in results]
    low, high = [result.low for result in results], [result.high for result in results]
    band = ax.fill_between(
        x, low, high, color=colour, alpha=0.2, linewidth=0, label=f"{percent(last.confidence_level)} interval"
    )
    for edge in (low, high):
        ax.plot(x, edge, color=colour, linewidth=0.9, linestyle="--" if naive else "-")
    (line,) = ax.plot(x, [result.estimate for result in results], color=colour, linewidth=1.8, label="estimate")
    keys = [line, band]
    if growth.half_width_left:
        left = width_words(last, growth.half_width_left)
        for side in (-1, 1):
            ends = ax.axhline(
                last.estimate + side * growth.half_width_left,
                color=GREY,
                linestyle=(0, (5, 2)),
                linewidth=1.1,
                label=f"left after any number of splits: ±{left}",
            )
        keys.append(ends)
    if growth.enough is not None and growth.enough <= x[-1]:
        ax.axvline(growth.enough, color=GREY, linestyle=":", linewidth=1.2)
        ax.annotate(
            "more: a tenth\nnarrower at most",
            (growth.enough, 1),
            xytext=(4, -2),
            xycoords=ax.get_xaxis_transform(),
            textcoords="offset points",
            va="top",
            fontsize="small",
            color=GREY,
        )
    calm = [result for result in results if result.n_splits >= min(WILD, x[-1])]
    bottom, top = min(r.low for r in calm), max(r.high for r in calm)
    room = 0.06 * (top - bottom) or 0.5
    ax.set_ylim(bottom - room, top + room)
    ax.set_xlim(x[0], max(x[-1], x[0] + 1))
    ax.locator_params(axis="x", integer=True)
    method = last.method + (", naive: too narrow" if naive else "")
    ax.set_xlabel(fitted(ax, f"splits, in the order they were run ({method})"))
    what = wrap(f"{last.target.removeprefix('the ')} ({in_unit(last.loss, unit)})", 34)
    ax.set_ylabel("\n".join(what), **AS_WRITTEN)
    in_units(ax.yaxis, unit.factor)
    bare(ax, "top", "right")
    legend_above(ax, keys)
    return ax
