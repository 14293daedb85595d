"""Results as axes. matplotlib is imported only when something is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, isinf
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from errbar.errors import InputError, MissingExtraError
from errbar.show.as_text import interval_text, number, percent, told_apart
from errbar.show.sentence import AS_IT_IS, Unit, drawn_ends, in_sentence, in_unit, is_comparison, shared_unit
from errbar.show.style import (
    AS_WRITTEN,
    BLUE,
    GREY,
    VERMILLION,
    bare,
    fitted,
    in_units,
    inches,
    legend_above,
    shortened,
)

if TYPE_CHECKING:
    from errbar.types.result import Result

LOOK: dict[str, Any] = {"color": BLUE, "linestyle": "-", "marker": "o"}
NAIVE_LOOK: dict[str, Any] = {"color": VERMILLION, "linestyle": (0, (2, 1)), "marker": "s", "markerfacecolor": "white"}
LARGEST = 9.0  # points
ROW, LINE = 0.4, 0.18  # inches: of a row, of a line under the axes
WITHOUT = "Drawing needs matplotlib: pip install 'errbar[plot]'."


def plot_results(results: Sequence[Result], ax: Any = None, labels: Sequence[str] | None = None) -> Any:
    """Intervals under each other with their numbers beside, naive methods marked, the null dashed; returns the axes.

    `labels` stand for the names of the methods, e.g. names of models. An infinite end is an arrow.
    """
    if not results:
        raise InputError("There are no results to draw.")
    rows, sides, unit = _row_labels(results, labels), _sides(results), shared_unit(results)
    lines = max(label.count("\n") + 1 for label in rows)
    if ax is None:
        ax = shown_axes(height=1.0 + LINE * len(sides) + ROW * len(rows) * max(1.0, 0.45 * lines))
    size = min(LARGEST, 0.8 * 72 * inches(ax)[1] / (len(rows) * lines))  # no two rows touch
    ax.set_xlim(*_limits(results))
    for row, result in enumerate(results):
        _interval(ax, row, result)
    _numbers(ax, results, size, unit)
    ax.set_yticks(range(len(rows)), rows, fontsize=size, **AS_WRITTEN)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlabel("\n".join([*sides, fitted(ax, _what(results, unit))]), **AS_WRITTEN)
    in_units(ax.xaxis, unit.factor)
    ax.locator_params(axis="x", nbins=max(2, int(inches(ax)[0])))  # long numbers, and margins still to come
    ax.tick_params(axis="y", length=0, pad=8)  # an arrow may stand there
    bare(ax, "top", "right", "left")
    keys = _keys(ax, results, unit)
    if keys:
        legend_above(ax, keys)
    return ax


def _row_labels(results: Sequence[Result], labels: Sequence[str] | None) -> list[str]:
    """One label per row; where the intervals are not for the same thing, what each is for."""
    if labels is not None and len(labels) != len(results):
        raise InputError(f"Give one label per result: {len(results)} results, {len(labels)} labels.")
    names = [shortened(str(name)) for name in (labels or _called(results))]
    if len({result.target for result in results}) == 1:
        return names
    words = [wrap(result.target.removeprefix("the "), 38) for result in results]
    return ["\n".join([name, *target]) for name, target in zip(names, words, strict=True)]


def _called(results: Sequence[Result]) -> list[str]:
    """The method, the subgroup, or the metric with the method."""
    abouts = told_apart(results)
    return [
        f"{about}: {r.method}" if about == r.loss else about or r.method
        for about, r in zip(abouts, results, strict=True)
    ]


def _what(results: Sequence[Result], unit: Unit) -> str:
    """What the axis measures: the target where all share it, else only the loss."""
    losses = ", ".join(dict.fromkeys(in_unit(result.loss, unit) for result in results))
    targets = {result.target for result in results}
    return f"{targets.pop().removeprefix('the ')} ({losses})" if len(targets) == 1 else losses


def _sides(results: Sequence[Result]) -> list[str]:
    """For differences of the same two: who is better at which side of zero."""
    pairs = {(in_sentence(r._names or ("a", "b")), bool(r.details.get("greater_is_better"))) for r in results}
    if len(pairs) > 1 or not all(map(is_comparison, results)):
        return []
    ((names, greater),) = pairs
    left, right = names[::-1] if greater else names
    return [f"\N{LEFTWARDS ARROW} {shortened(left)} better | {shortened(right)} better \N{RIGHTWARDS ARROW}"]


def _limits(results: Sequence[Result]) -> tuple[float, float]:
    """All finite ends, estimates and null values, and some room for arrows."""
    ends = [end for r in results for end in (*drawn_ends(r), r.estimate, r.null) if end is not None and isfinite(end)]
    ends += [0.0] if any(map(is_comparison, results)) else []
    least, most = min(ends, default=0.0), max(ends, default=0.0)
    margin = 0.06 * (most - least) or 0.5 * abs(most) or 0.5
    return least - margin, most + margin


def _interval(ax: Any, row: int, result: Result) -> None:
    look = NAIVE_LOOK if result.is_naive else LOOK
    left, right = ax.get_xlim()
    ends = drawn_ends(result)
    inside = [min(max(end, left), right) for end in ends]
    ax.plot(inside, [row, row], color=look["color"], linestyle=look["linestyle"], linewidth=2.2)
    for end, place, arrow in zip(ends, inside, "<>", strict=True):
        if isinf(end):
            ax.plot([place], [row], color=look["color"], marker=arrow, markersize=7, clip_on=False)
    ax.plot([result.estimate], [row], **look, markersize=6, zorder=3)


def _numbers(ax: Any, results: Sequence[Result], size: float, unit: Unit) -> None:
    """Estimate and interval of every row, at the right of the axes, in the units of the axis."""
    level = percent(results[0].confidence_level)
    one_level = all(percent(result.confidence_level) == level for result in results)
    head = f"estimate, {level} interval" if one_level else "estimate, interval"
    beside = {"textcoords": "offset points", "annotation_clip": False}
    ax.annotate(head, (1, 1), xytext=(12, 4), xycoords="axes fraction", fontsize=size, color=GREY, **beside)
    for row, result in enumerate(results):
        text = _told(result, unit)
        if not one_level:
            text += f" at {percent(result.confidence_level)}"
        place = ax.get_yaxis_transform()
        ax.annotate(text, (1, row), xytext=(12, 0), xycoords=place, va="center", fontsize=size, **beside)


def _told(result: Result, unit: Unit) -> str:
    if unit is AS_IT_IS:
        return f"{number(result.estimate)} {interval_text(result)}"
    return f"{unit.bare(result.estimate)} [{unit.bare(result.low)}, {unit.bare(result.high)}]{unit.word}"


def _keys(ax: Any, results: Sequence[Result], unit: Unit) -> list[Any]:
    """What the dashed line and the other look mean; draws the former."""
    from matplotlib.lines import Line2D

    keys = []
    if any(result.is_naive for result in results):
        keys.append(Line2D([], [], **NAIVE_LOOK, linewidth=2.2, markersize=6, label="naive: too narrow"))
    nulls = sorted({result.null for result in results if result.null is not None})
    dashed: dict[str, Any] = {"color": GREY, "linestyle": "--", "linewidth": 1}
    if any(map(is_comparison, results)) and 0.0 not in nulls:
        ax.axvline(0.0, color=GREY, linewidth=1, zorder=0)
    for null in nulls:
        ax.axvline(null, **dashed, zorder=0)
    if nulls:
        told = ", ".join(number(unit.factor * null) for null in nulls) + (unit.word if any(nulls) else "")
        keys.append(Line2D([], [], **dashed, label=f"null {told}"))
    return keys


def shown_axes(width: float = 6.4, height: float = 3.0) -> Any:
    """Fresh axes that `plt.show()` and notebooks show, as those of any matplotlib plot."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise MissingExtraError(WITHOUT) from None
    return pyplot.figure(figsize=(width, height), layout="constrained").add_subplot()


def new_axes(width: float = 6.4, height: float = 3.0) -> Any:
    """Fresh axes on a figure of their own, for pages and files, without pyplot and its global state."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError(WITHOUT) from None
    return Figure(figsize=(width, height), layout="constrained").add_subplot()
