"""Intervals drawn with characters, on one common scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from typing import TYPE_CHECKING

from errbar.errors import printable

if TYPE_CHECKING:
    from rich.text import Text

SMALLEST, LARGEST = 16, 56  # columns of a drawing
LONGEST = 32  # characters of a name


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: a name, an estimate, its interval, an inner interval drawn heavier, and what stands behind it."""

    name: str
    estimate: float
    low: float
    high: float
    inner: tuple[float, float] | None = None
    value: str = ""
    style: str = "cyan"


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters: drawing ones on a terminal, ASCII everywhere else."""

    outer: str
    inner: str
    point: str
    null: str
    crossed: str


DRAWN = Marks("─", "━", "●", "┊", "┼")
TYPED = Marks("-", "=", "o", "|", "+")


def bars(rows: Sequence[Bar], null: float | None, width: int, plain: bool) -> list[Text]:
    """A line per row and one for the scale; where the width does not suffice, the values stand below the bars."""
    from rich.text import Text

    names = [_short(row.name) for row in rows]
    left = max(map(len, names)) + 2
    right = max(len(row.value) for row in rows) + 2
    beside = width - left - right >= SMALLEST
    room = min(LARGEST, width - left - (right if beside else 0))
    if room < SMALLEST:  # long names: cut them rather than the drawing
        left = max(4, width - SMALLEST)
        room, names = SMALLEST, [f"{name[: left - 3]}." if len(name) > left - 2 else name for name in names]
    low, high = _scale(rows, null)
    lines = []
    for name, row in zip(names, rows, strict=True):
        line = Text().append(f"{name:<{left}}", style="" if plain else "bold")
        line.append_text(_bar(row, null, (low, high), room=room, plain=plain))
        if beside:
            line.append(f"  {row.value}")
        lines.append(line)
        if not beside and row.value:
            lines.append(Text(" " * left + row.value))
    return [*lines, _ruler((low, high), null, left=left, room=room, plain=plain)]


def _bar(row: Bar, null: float | None, scale: tuple[float, float], *, room: int, plain: bool) -> Text:
    from rich.text import Text

    marks = TYPED if plain else DRAWN

    def place(value: float) -> int:
        return round(_share(value, scale) * (room - 1))

    cells = [" "] * room
    styles = [""] * room
    if null is not None:
        cells[place(null)], styles[place(null)] = marks.null, "dim"
    at_null = None if null is None else place(null)
    spans = [(row.low, row.high, marks.outer), *([(*row.inner, marks.inner)] if row.inner is not None else [])]
    for start, stop, mark in spans:
        if isnan(start) or isnan(stop):
            continue  # nothing is known, so nothing is drawn
        for i in range(place(start), place(stop) + 1):
            cells[i], styles[i] = (marks.crossed if i == at_null else mark), row.style
    if isfinite(row.estimate):
        cells[place(row.estimate)], styles[place(row.estimate)] = marks.point, f"bold {row.style}"
    line = Text()
    for cell, style in zip(cells, styles, strict=True):
        line.append(cell, style="" if plain else style)
    return line


def _ruler(scale: tuple[float, float], null: float | None, *, left: int, room: int, plain: bool) -> Text:
    """The ends of the scale, and the null hypothesis where there is room for it between them."""
    from rich.text import Text

    low, high = scale
    ends = (_tick(low), _tick(high))
    cells = list(" " * room)
    cells[: len(ends[0])] = ends[0]
    cells[room - len(ends[1]) :] = ends[1]
    if null is not None:
        text = _tick(null)
        at = round(_share(null, scale) * (room - 1)) - len(text) // 2
        at = min(max(at, 0), room - len(text))
        if all(cell == " " for cell in cells[max(0, at - 1) : at + len(text) + 1]):
            cells[at : at + len(text)] = text
    return Text(" " * left + "".join(cells[:room]).rstrip(), style="" if plain else "dim")


def _scale(rows: Sequence[Bar], null: float | None) -> tuple[float, float]:
    edges = [edge for row in rows for edge in (row.low, row.high, row.estimate) if isfinite(edge)]
    edges += [null] if null is not None else []
    low, high = (min(edges), max(edges)) if edges else (0.0, 1.0)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _share(value: float, scale: tuple[float, float]) -> float:
    """How far along the scale, from 0 to 1; halves, since the length of a scale may be more than a number can be."""
    low, high = scale
    length = high / 2 - low / 2
    return min(max((value / 2 - low / 2) / length, 0.0), 1.0) if length > 0 else 0.5


def _tick(value: float) -> str:
    return f"{value:.3g}"


def _short(name: str) -> str:
    name = printable(name)
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 3]}..."
