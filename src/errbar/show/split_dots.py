"""Scores of single splits as dots: one model's, or two models' side by side with their differences."""

from __future__ import annotations

from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.errors import NeedsError
from errbar.show.as_text import number
from errbar.show.intervals import shown_axes
from errbar.show.sentence import loss_name
from errbar.show.style import (
    AS_WRITTEN,
    BLACK,
    BLUE,
    GREY,
    SMALL_LETTER,
    VERMILLION,
    bare,
    fitted,
    in_units,
    inches,
    legend_above,
    shortened,
)

if TYPE_CHECKING:
    from errbar.types.scores import Scores


CAPTION = "Splits share training data: the spread of the dots is not the error bar."
GOLDEN = 0.6180339887498949  # multiples of it fill an interval evenly: dots apart without randomness


def plot_splits(scores: Scores, names: tuple[str, ...], ax: Any = None) -> Any:
    """A dot per split for one name; for two, both scores joined and their difference; returns the axes."""
    n_splits = len(scores.plan.parts[0])
    if n_splits < 2:
        raise NeedsError("A dot per split needs at least two splits; got one. Draw its interval: eb.infer(...).plot().")
    if ax is None:
        ax = shown_axes(height=3.6)
    values = [scores.only(name).per_split[:n_splits] for name in names]
    factor = 100.0 if scores.loss == "zero_one" or scores.all_count_errors(names) else 1.0
    word = "" if factor == 1.0 else " (points)" if scores.is_difference else " (%)"
    what = scores.loss if scores.greater_is_better else f"error ({scores.loss})"
    what = f"{loss_name(scores.loss)}{word}" if word else what
    ax.set_ylabel(f"difference in {what}" if scores.is_difference else what, **AS_WRITTEN)
    if len(values) == 1:
        _one(ax, names[0], values[0], zero=scores.is_difference, factor=factor)
    else:
        difference = scores.difference(*names).per_split[:n_splits]
        _pair(ax, names, (*values, difference), greater_is_better=scores.greater_is_better, factor=factor)
    in_units(ax.yaxis, factor)
    return ax


def _one(ax: Any, name: str, values: Floats, *, zero: bool, factor: float) -> None:
    mean = float(values.mean())
    if zero:
        ax.axhline(0, color=GREY, linestyle="--", linewidth=1, zorder=0)
    ax.axhline(mean, color=BLACK, linewidth=1.2, zorder=1)
    ax.annotate(
        f"mean\n{number(factor * mean)}",
        (1, mean),
        xytext=(5, 0),
        xycoords=ax.get_yaxis_transform(),
        va="center",
        textcoords="offset points",
        fontsize="small",
        annotation_clip=False,
    )
    ax.plot(np.arange(1, values.size + 1), values, color=BLUE, marker="o", linestyle="none", markersize=5)
    ax.locator_params(axis="x", integer=True)
    ax.set_xlim(0.3, values.size + 0.7)
    ax.set_xlabel(f"split\n{fitted(ax, CAPTION)}")
    ax.set_title(shortened(name), loc="left", fontsize="medium", **AS_WRITTEN)
    bare(ax, "top", "right")


def _pair(
    ax: Any, names: tuple[str, ...], values: tuple[Floats, ...], *, greater_is_better: bool, factor: float
) -> None:
    """Columns 0 and 1: the two models; column 2: the difference, on the scale at the right, 0 at the second's mean."""
    a, b, difference = values
    base, word = float(b.mean()), "" if factor == 1.0 else "points"
    beside = 2 + 0.36 * ((GOLDEN * np.arange(a.size)) % 1 - 0.5)
    faint = min(1.0, max(0.2, 15 / a.size))
    better = difference > 0 if greater_is_better else difference < 0
    looks = (
        (better, {"color": BLUE, "linestyle": "-", "marker": "o"}, f"{shortened(names[0])} better"),
        (
            ~better & (difference != 0),
            {"color": VERMILLION, "linestyle": "--", "marker": "s"},
            f"{shortened(names[1])} better",
        ),
        (difference == 0, {"color": GREY, "linestyle": ":", "marker": "D"}, "equal"),
    )
    keys = []
    for here, look, label in looks:
        if here.any():
            dots = {"marker": look["marker"], "markersize": 4}
            ax.plot(
                [0, 1],
                [a[here], b[here]],
                color=look["color"],
                linestyle=look["linestyle"],
                linewidth=1,
                alpha=faint,
                zorder=1,
            )
            for column, heights in ((0.0, a), (1.0, b), (beside[here], base + difference)):
                places = np.broadcast_to(column, int(here.sum()))
                ax.plot(places, heights[here], color=look["color"], **dots, linestyle="none", alpha=max(0.4, faint))
            keys.append(_key(look, f"{label}: {int(here.sum())} of {a.size}"))
    for column, height in ((0, a.mean()), (1, base), (2, a.mean())):
        ax.plot([column - 0.24, column + 0.24], [height, height], color=BLACK, linewidth=2, zorder=3)
    ax.plot([1.24, 2.5], [base, base], color=GREY, linestyle="--", linewidth=1, zorder=0)
    scale = ax.secondary_yaxis("right", functions=(partial(np.add, -base), partial(np.add, base)))
    in_units(scale.yaxis, factor)
    scale.set_ylabel(f"{_brief(names[0])} - {_brief(names[1])}{word and f' ({word})'}", **AS_WRITTEN)
    letters = max(8, int(0.6 * inches(ax)[0] / 3 / SMALL_LETTER))  # a third of the axes, margins still to come
    under = ["\n".join(wrap(shortened(name), letters)) for name in names]
    ax.set_xticks([0, 1, 2], [*under, "difference"], fontsize="small", **AS_WRITTEN)
    ax.set_xlim(-0.4, 2.5)
    mean = f"{number(factor * float(difference.mean()), 3)}{word and f' {word}'}"
    ax.set_xlabel(fitted(ax, f"Bars: means (difference {mean}). {CAPTION}"))
    bare(ax, "top")
    legend_above(ax, keys)


def _key(look: dict[str, Any], label: str) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], **look, markersize=4, linewidth=1, label=label)


def _brief(name: str) -> str:
    return name if len(name) <= 16 else f"{name[:13]}..."
