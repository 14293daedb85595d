"""Results as axes. matplotlib is imported only when something is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from errbar.errors import MissingExtraError
from errbar.render_text import percent

if TYPE_CHECKING:
    from errbar.types.result import Result


def plot_results(results: Sequence[Result], ax: Any = None) -> Any:
    """Intervals under each other, the null hypothesis dashed; returns the axes."""
    if ax is None:
        ax = new_axes(height=0.9 + 0.45 * len(results))
    for row, result in enumerate(results):
        low, high = (edge if isfinite(edge) else result.estimate for edge in (result.low, result.high))
        ax.plot([low, high], [row, row], color="#0072B2", linewidth=2.5, solid_capstyle="butt")
        ax.plot([result.estimate], [row], marker="o", color="#0072B2", markersize=6)
    nulls = {result.null for result in results if result.null is not None}
    for null in nulls:
        ax.axvline(null, color="#666666", linestyle="--", linewidth=1)
    ax.set_yticks(range(len(results)), [result.method for result in results])
    ax.set_ylim(len(results) - 0.5, -0.5)
    first = results[0]
    label = f"{first.target.removeprefix('the ')} ({first.loss}), {percent(first.confidence_level)} interval"
    ax.set_xlabel("\n".join(wrap(label, 80)))
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.tick_params(axis="y", length=0)
    return ax


def new_axes(width: float = 6.4, height: float = 3.0) -> Any:
    """Fresh axes on a figure of their own, without pyplot and its global state."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("Drawing needs matplotlib: pip install 'errbar[plot]'.") from None
    return Figure(figsize=(width, height), layout="constrained").add_subplot()
