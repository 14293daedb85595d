"""One look for all pictures: colours everybody can tell apart, few lines, and names drawn as they are written."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

# Okabe and Ito's colours; never the only thing that tells two marks apart
BLUE, VERMILLION, GREEN, ORANGE = "#0072B2", "#D55E00", "#009E73", "#E69F00"
PURPLE, SKY, BLACK = "#CC79A7", "#56B4E9", "#000000"
GREY, PALE = "#666666", "#DCE6EE"
# of many lines; lengths 7 and 4 share no factor: 28 looks before one comes again
COLOURS = (BLUE, ORANGE, GREEN, VERMILLION, PURPLE, SKY, BLACK)
DASHES = ("-", "--", "-.", ":")

# for every text that holds a user's word: "$x^2$" is a name, not a formula
AS_WRITTEN: dict[str, Any] = {"parse_math": False, "usetex": False}

LONGEST = 34  # characters of a name
LETTER = 0.08  # inches, at the size of axis labels
SMALL_LETTER, KEY = 0.06, 0.42  # inches, in a legend: a letter, and a mark with its margins


def bare(ax: Any, *sides: str) -> None:
    """Axes without the lines at these sides."""
    for side in sides:
        ax.spines[side].set_visible(False)


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 3]}..."


def in_units(axis: Any, factor: float) -> None:
    """Marks of a matplotlib axis in the units that numbers are told in; its coordinates stay what was measured."""
    if factor != 1.0:
        axis.set_major_formatter(lambda value, _: f"{factor * value + 0.0:.10g}")


def inches(ax: Any) -> tuple[float, float]:
    """Width and height of the axes as they are now."""
    return ax.bbox.width / ax.figure.dpi, ax.bbox.height / ax.figure.dpi


def fitted(ax: Any, text: str) -> str:
    """The text in lines no longer than the axes are wide."""
    return "\n".join(wrap(text, max(16, int(inches(ax)[0] / LETTER))))


def legend_above(ax: Any, handles: list[Any]) -> None:
    """Keys over the axes, where nothing is drawn, in as many columns as fit; the labels as they are written."""
    widths = [KEY + SMALL_LETTER * len(handle.get_label()) for handle in handles]
    room = inches(ax)[0]
    columns = len(handles) if sum(widths) <= room else max(1, int(room / max(widths)))
    legend = ax.legend(
        handles,
        [" "] * len(handles),
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        ncols=columns,
        frameon=False,
        fontsize="small",
        handlelength=1.8,
        columnspacing=1.2,
        borderaxespad=0.2,
    )
    for text, handle in zip(legend.get_texts(), handles, strict=True):
        text.set(text=handle.get_label(), **AS_WRITTEN)  # only now: a legend leaves out labels that start with "_"
