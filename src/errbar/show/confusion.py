"""A table of confusions as axes: a cell for each pair of labels, with its share, its limits and its count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from errbar.show.as_text import percent
from errbar.show.intervals import shown_axes
from errbar.show.style import AS_WRITTEN, BLUE, GREY, shortened

if TYPE_CHECKING:
    from errbar.answers.confusion import Confusion

FULL, SHORT = 6, 15  # labels: up to so many every cell tells its limits, or its share
DARK = 0.55  # share from which on a cell's text is white


def plot_confusion(confusion: Confusion, ax: Any = None) -> Any:
    """Returns the axes."""
    from matplotlib.colors import LinearSegmentedColormap

    k = len(confusion.labels)
    names = [shortened(str(label)) for label in confusion.labels]
    side = min(9.0, max(3.2, 1.15 * k if k <= FULL else 0.55 * k))
    room = 0.07 * max(map(len, names))
    ax = shown_axes(side + 0.8 + room, side + 0.9) if ax is None else ax
    blues = LinearSegmentedColormap.from_list("shares", ["white", BLUE])
    ax.imshow(np.ma.masked_invalid(confusion.shares), cmap=blues, vmin=0.0, vmax=1.0)
    for i, j in np.ndindex(k, k):
        text = _cell(confusion, i, j)
        if text:
            white = confusion.shares[i, j] > DARK
            ax.text(j, i, text, ha="center", va="center", fontsize=8, color="white" if white else "black")
    long = max(map(len, names)) > (12 if k <= FULL else 3)
    ax.set_xticks(range(k), names, rotation=30 if long else 0, ha="right" if long else "center", **AS_WRITTEN)
    ax.set_yticks(range(k), names, **AS_WRITTEN)
    ax.set(xlabel="predicted", ylabel="true")
    ax.set_xticks(np.arange(k + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(k + 1) - 0.5, minor=True)
    ax.grid(which="minor", color=GREY, linewidth=0.4)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)
    limits = f", {percent(confusion.confidence_level)} for each (all at once)" if k <= FULL else " (%)"
    ax.set_title(f"share of each true label{limits}", fontsize=9, color=GREY, loc="left")
    return ax


def _cell(confusion: Confusion, i: int, j: int) -> str:
    share, k = confusion.shares[i, j], len(confusion.labels)
    if not np.isfinite(share) or (k > FULL and confusion.counts[i, j] == 0) or k > SHORT:
        return ""
    told = f"{100 * share:.1f} %" if k <= FULL else f"{100 * share:.0f}"
    if k > FULL:
        return told
    ends = [
        f"{100 * low[i, j]:.0f} to {100 * high[i, j]:.0f}"
        for low, high in (
            (confusion.low, confusion.high),
            (confusion.simultaneous_low, confusion.simultaneous_high),
        )
    ]
    return f"{told}\n{ends[0]}\n({ends[1]})\nn = {confusion.counts[i, j]:.4g}"
