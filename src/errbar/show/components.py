"""The admissible (omega, gamma) of K-fold, drawn: what can be, and the line that one run leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from errbar.show.as_text import number
from errbar.show.intervals import shown_axes
from errbar.show.style import BLUE, GREY, PALE, VERMILLION, bare, legend_above

POSSIBLE, SEEN, NAIVE = PALE, BLUE, VERMILLION


def plot_region(
    region: Sequence[Sequence[float]],
    seen: Sequence[Sequence[float]],
    standard_errors: tuple[float, float],
    naive: float | None,
    ax: Any = None,
) -> Any:
    """Draw corners `region` and the segment `seen`, both in units of sigma2; returns the axes.

    `standard_errors` belong to the ends of the segment; `naive` is that of th2, right only where gamma is 0.
    """
    if ax is None:
        ax = shown_axes(height=4.4)
    x, y = zip(*region, strict=True)
    without_omega = len(region) == 2
    if without_omega:
        ax.plot(x, y, color=POSSIBLE, linewidth=14, solid_capstyle="butt", label="admissible")
        ax.set_xlim(-0.5, 0.5)
        ax.set_xticks([])
        ax.set_xlabel("one example per fold: no omega")
    else:
        ax.fill(x, y, color=POSSIBLE, linewidth=0, label="admissible")
        ax.set_xlim(min(x) - 0.04, 1.04)
        ax.set_xlabel("omega / sigma2 (correlation of two losses in one fold)")
    ax.axhline(0, color=GREY, linestyle="--", linewidth=1, zorder=1)
    if seen:
        low, high = standard_errors
        label = f"left open by this run: standard error {number(low, 3)} to {number(high, 3)}"
        ax.plot(*zip(*seen, strict=True), color=SEEN, linewidth=2.5, marker="o", markersize=4, label=label)
        crossing = _at_gamma_zero(seen)
        if naive is not None and crossing is not None:
            label = f"gamma = 0, as the naive fold variance assumes: {number(naive, 3)}"
            ax.plot([crossing], [0], color=NAIVE, marker="D", markersize=7, linestyle="none", label=label)
    ax.set_ylabel("gamma / sigma2 (between folds)")
    legend_above(ax, ax.get_legend_handles_labels()[0])
    ax.set_ylim(min(y) - 0.05, 1.05)
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1])
    bare(ax, "top", "right")
    return ax


def _at_gamma_zero(seen: Sequence[Sequence[float]]) -> float | None:
    """Where the segment crosses gamma = 0, if it does."""
    (x0, y0), (x1, y1) = seen
    if y0 == y1 or not min(y0, y1) <= 0 <= max(y0, y1):
        return None
    return x0 + (x1 - x0) * -y0 / (y1 - y0)
