"""Rankings drawn: the forest plot of one data set, and the critical-difference diagram over many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from errbar.show.as_text import percent
from errbar.show.intervals import shown_axes
from errbar.show.ranking import unit_of
from errbar.show.sentence import in_unit
from errbar.show.style import AS_WRITTEN, in_units, shortened

if TYPE_CHECKING:
    from errbar.answers.ranking import DatasetRanking, ModelRanking

INK, SOFT, TIED = "#0072B2", "#666666", "#DCE6EE"
ROW = 0.26  # inches per model
LETTER = 0.075  # inches, at the size names are written in
SCALE = 4.6  # inches of the line of ranks


def forest(ranking: ModelRanking, ax: Any = None) -> Any:
    """Every model's error with its own interval (thick) and the one that holds for all at once (thin)."""
    k = len(ranking.models)
    if ax is None:
        ax = shown_axes(width=5.2 + _side(ranking.models), height=1.5 + ROW * k)
    tied = set(ranking.tied)
    for row, name in enumerate(ranking.models):
        if name in tied:
            ax.axhspan(row - 0.5, row + 0.5, color=TIED, linewidth=0, zorder=0)
        for low, high, width in (
            (ranking.simultaneous_low[row], ranking.simultaneous_high[row], 1.0),
            (ranking.low[row], ranking.high[row], 3.0),
        ):
            edges = [edge if isfinite(edge) else ranking.estimate[row] for edge in (low, high)]
            ax.plot(edges, [row, row], color=INK, linewidth=width, solid_capstyle="butt")
        ax.plot([ranking.estimate[row]], [row], marker="o", color=INK, markersize=5)
    size = "medium" if k <= 20 else "small"
    ax.set_yticks(range(k), [shortened(name) for name in ranking.models], fontsize=size, **AS_WRITTEN)
    ax.set_ylim(k - 0.5, -0.5)
    level = percent(ranking.confidence_level)
    better = "higher" if ranking.greater_is_better else "lower"
    unit = unit_of(ranking)
    in_units(ax.xaxis, unit.factor)
    ax.set_xlabel(f"{in_unit(ranking.loss, unit)} ({better} is better)", **AS_WRITTEN)
    said = (
        f"Shaded: tied for best at {level} ({len(ranking.tied)} of {k})\nThick: {level} interval; thin: all {k} at once"
    )
    ax.set_title(said, loc="left", fontsize="medium")
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.tick_params(axis="y", length=0)
    return ax


def critical_difference(ranking: DatasetRanking, ax: Any = None, new: Callable[..., Any] = shown_axes) -> Any:
    """Average ranks on a line, names at the sides; a bar joins models of which no two were shown to differ."""
    k = len(ranking.models)
    ranks = ranking.average_rank.tolist()
    levels = _levels([(ranking.models.index(c[0]), ranking.models.index(c[-1])) for c in ranking.cliques], ranks)
    depth = 1 + max((level for *_, level in levels), default=-1)
    left = (k + 1) // 2
    # heights in rows, downwards: the scale at 0, bars below it, then one row per name
    names_from = 1.0 + 0.55 * depth
    bottom = names_from + left
    low, high = _scale(ranks)
    side = _side(ranking.models) + 0.6  # the rank stands beside the name
    if ax is None:
        ax = new(width=SCALE + 2 * side, height=0.9 + ROW * (bottom + 1.5))
    margin = 0.04 * (high - low)
    for place, (name, rank) in enumerate(zip(ranking.models, ranks, strict=True)):
        on_left = place < left
        row = names_from + (place if on_left else k - 1 - place)
        edge = low - margin if on_left else high + margin
        ax.plot([rank, rank, edge], [0, row, row], color=SOFT, linewidth=0.9, solid_joinstyle="miter", zorder=1)
        text = f"{shortened(name)}  {rank:.2f}" if on_left else f"{rank:.2f}  {shortened(name)}"
        weight = "bold" if name == ranking.control else "normal"
        ax.annotate(
            text,
            (edge, row),
            xytext=(-4 if on_left else 4, 0),
            textcoords="offset points",
            ha="right" if on_left else "left",
            va="center",
            fontsize="small",
            fontweight=weight,
            **AS_WRITTEN,
        )
    for start, stop, level in levels:
        y = 0.75 + 0.55 * level
        pad = 0.008 * (high - low)
        ax.plot(
            [ranks[start] - pad, ranks[stop] + pad], [y, y], color=INK, linewidth=3.5, solid_capstyle="butt", zorder=3
        )
    _draw_scale(ax, low, high)
    if ranking.critical_difference is not None:
        _draw_difference(ax, low, ranking.critical_difference)
    ax.set_title(_caption(ranking), loc="center", fontsize="small", pad=10, **AS_WRITTEN)
    beyond = side / SCALE * (high - low)
    ax.set_xlim(low - beyond, high + beyond)
    ax.set_ylim(bottom, -2.4 if ranking.critical_difference is not None else -1.4)
    ax.axis("off")
    return ax


def _caption(ranking: DatasetRanking) -> str:
    level = percent(ranking.confidence_level)
    test = {
        "wilcoxon": "Wilcoxon",
        "rank_z": "average ranks",
        "nemenyi": "Nemenyi",
        "bonferroni_dunn": "Bonferroni-Dunn",
        "hierarchical_bayes": "Wilcoxon",
    }
    own = ranking.across in ("nemenyi", "bonferroni_dunn")
    how = test[ranking.across] + ("" if own else f", {ranking.correction}")
    joined = "not shown to differ" + ("" if ranking.control is None else f" from {shortened(ranking.control)}")
    return f"Average rank over {len(ranking.datasets)} data sets (1 is best)\nBars: {joined} at {level} ({how})"


def _levels(spans: Sequence[tuple[int, int]], ranks: Sequence[float]) -> list[tuple[int, int, int]]:
    """Bars with the level each is drawn on, so that no two on a level touch."""
    gap = 0.03 * ((max(ranks) - min(ranks)) or 1.0)
    ends: list[float] = []
    placed = []
    for start, stop in sorted(spans):
        level = next((i for i, end in enumerate(ends) if ranks[start] > end + gap), len(ends))
        ends[level : level + 1] = [ranks[stop]]
        placed.append((start, stop, level))
    return placed


def _scale(ranks: Sequence[float]) -> tuple[float, float]:
    """Whole ranks around all average ranks."""
    low, high = int(min(ranks)), int(-(-max(ranks) // 1))
    return float(low), float(high if high > low else low + 1)


def _draw_scale(ax: Any, low: float, high: float) -> None:
    ax.plot([low, high], [0, 0], color="black", linewidth=1.2, zorder=2)
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if (high - low) / s <= 12)
    for tick in range(int(low), int(high) + 1):
        if tick % step == 0 or step == 1:
            ax.plot([tick, tick], [0, -0.25], color="black", linewidth=1.2)
            ax.annotate(
                str(tick),
                (tick, -0.3),
                xytext=(0, 2),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize="small",
            )


def _draw_difference(ax: Any, low: float, difference: float) -> None:
    """The critical difference as a ruler above the scale."""
    y = -1.7
    ax.plot([low, low + difference], [y, y], color="black", linewidth=1.2)
    for x in (low, low + difference):
        ax.plot([x, x], [y - 0.15, y + 0.15], color="black", linewidth=1.2)
    ax.annotate(f"CD = {difference:.2f}", (low + difference / 2, y - 0.2), ha="center", va="bottom", fontsize="small")


def _side(names: Sequence[str]) -> float:
    """Inches that the longest name takes."""
    return 0.3 + LETTER * max(len(shortened(name)) for name in names)
