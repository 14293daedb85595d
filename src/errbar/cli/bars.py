"""Intervals drawn with characters, on one common scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from textwrap import wrap
from typing import TYPE_CHECKING

from errbar.errors import printable

if TYPE_CHECKING:
    from rich.text import Text

SMALLEST, LARGEST = 16, 56  # columns of a drawing
LONGEST = 32  # columns of a name beside its bar


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


def bars(rows: Sequence[Bar], null: float | None, width: int, plain: bool, unit: str = "") -> list[Text]:
    """A line per row and one for the scale, with its unit; a long name gets lines of its own.

    Where the width does not suffice, the values stand below the bars.
    """
    from rich.text import Text

    whole = [printable(row.name) for row in rows]
    longest = min(LONGEST, max(8, width // 3))
    names = [name if cell_len(name) <= longest else "" for name in whole]
    left = max(map(cell_len, names)) + 2
    right = max(len(row.value) for row in rows) + 2
    beside = width - left - right >= SMALLEST
    room = min(LARGEST, width - left - (right if beside else 0))
    low, high = _scale(rows, null)
    lines = []
    for called, name, row in zip(whole, names, rows, strict=True):
        if not name:
            style = "" if plain else "bold"
            lines += [Text(part, style=style) for part in wrap(called, width, break_long_words=True)]
        line = Text().append(name + " " * (left - cell_len(name)), style="" if plain else "bold")
        line.append_text(_bar(row, null, (low, high), room=room, plain=plain))
        if beside:
            line.append(f"  {row.value}")
        lines.append(line)
        if not beside and row.value:
            lines.append(Text(" " * max(0, min(left, width - len(row.value))) + row.value))
    ruler = _ruler((low, high), null, left=left, room=room, plain=plain)
    return [*lines, ruler.append(f"  {unit}") if unit and left + room + len(unit) + 2 <= width else ruler]


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
    """The null hypothesis, and the ends of the scale where there is room for them beside it."""
    from rich.text import Text

    low, high = scale
    cells = list(" " * room)

    def put(text: str, at: int) -> None:
        at = min(max(at, 0), room - len(text))
        if all(cell == " " for cell in cells[max(0, at - 1) : at + len(text) + 1]):
            cells[at : at + len(text)] = text

    if null is not None:  # first: what the rows are held against is always told
        put(_tick(null), round(_share(null, scale) * (room - 1)) - len(_tick(null)) // 2)
    put(_tick(low), 0)
    put(_tick(high), room)
    return Text(" " * left + "".join(cells[:room]), style="" if plain else "dim")


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


def cell_len(text: str) -> int:
    """Columns a text takes on a terminal."""
    from rich.cells import cell_len as measured

    return measured(text)
