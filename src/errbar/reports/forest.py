"""Intervals under each other as SVG: letters stay letters, rows answer to mouse and keyboard, two widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from math import isfinite, isinf, isnan
from typing import Literal

from errbar.reports.letter_widths import lines_of, width_of
from errbar.reports.picture import Picture

Look = Literal["answer", "naive", "plain", "tied", "narrow", "wide", "margin"]
WIDE, PHONE = 832, 358  # units, which are pixels where a page is as wide
SIZE, SMALL = 14, 12.5  # of letters
NAMES, NUMBERS = 250, 230  # at most, beside the drawing
MOST = 60  # rows that answer to the keyboard: more would keep it from the rest of the page


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """One interval: its name, its numbers in the units of the scale, how it looks, and what it says when touched."""

    name: str
    estimate: float
    low: float
    high: float
    value: str
    says: str
    look: Look = "answer"
    outer: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Forest:
    """Rows on one scale; `line` is the value they are held against, `sides` who is better left and right of it.

    `margin` is how far a gate lets the first be worse.
    """

    rows: Sequence[DrawnRow]
    scale: str
    head: str = ""
    line: float | None = None
    margin: float | None = None
    sides: tuple[str, str] | None = None
    keys: Sequence[tuple[Look, str]] = field(default=())

    def picture(self, title: str, name: str = "forest") -> Picture:
        """For wide and for narrow screens; `title` says in words what is shown."""
        return Picture(self._drawn(title, f"{name}-wide", WIDE), self._drawn(title, f"{name}-phone", PHONE), {}, {})

    def _drawn(self, title: str, name: str, width: int) -> str:
        phone = width == PHONE
        left, right = (14.0, width - 14.0) if phone else self._columns(width)
        ticks = ticks_between(*self._ends(), 4 if phone else 6)
        place = OnScale(ticks[0], ticks[-1], left, right)
        body, y = [], 30.0 if self.head else 14.0
        letters = (width - 8) if phone else left - 28
        for number, row in enumerate(self.rows):
            drawn, height = _row(row, place, y, (width, letters), reached=number < MOST)
            body += [self._line(place, y + height - 30, y + height - 2) if phone else "", drawn]
            y += height
        head = _text(width - (4 if phone else 8), 14, self.head, "soft end small")
        under, height = self._axis(ticks, place, y, width)
        line = "" if phone else self._line(place, 22 if self.head else 6, y + 4)
        shown = f"{head}{line}{''.join(body)}{under}"
        return (
            f'<svg class="forest" viewBox="0 0 {width} {y + height:.0f}" role="group" aria-labelledby="{name}" '
            f'xmlns="http://www.w3.org/2000/svg"><title id="{name}">{escape(title)}</title>{shown}</svg>'
        )

    def _line(self, place: OnScale, top: float, bottom: float) -> str:
        """What the rows are held against; on a phone only beside the bars, where no text stands."""
        lines = []
        for value, kind in ((self.line, "null"), (self.margin, "margin")):
            if value is not None and isfinite(value):
                x = place(value)
                lines.append(f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom:.1f}"/>')
        return "".join(lines)

    def _columns(self, width: int) -> tuple[float, float]:
        """Where the drawing begins and ends, beside the names and the numbers."""
        names = min(NAMES, max(width_of(row.name, SIZE) for row in self.rows))
        numbers = min(NUMBERS, max(width_of(text, SMALL) for text in (self.head, *(row.value for row in self.rows))))
        return names + 34.0, width - numbers - 26.0

    def _ends(self) -> tuple[float, float]:
        ends = [end for row in self.rows for end in (row.low, row.high, row.estimate, *(row.outer or ()))]
        ends += [value for value in (self.line, self.margin) if value is not None]
        known = [end for end in ends if isfinite(end)] or [0.0, 1.0]
        low, high = min(known), max(known)
        if self.sides is not None and self.line is not None:  # room at either side, to say who is better there
            room = 0.12 * (high / 2 - low / 2) * 2
            low, high = min(low, self.line - room), max(high, self.line + room)
        return low, high

    def _axis(self, ticks: Sequence[float], place: OnScale, y: float, width: int) -> tuple[str, float]:
        """The scale with its numbers, who is better where, and what is measured."""
        left, right = place.left, place.right
        parts = [f'<line class="axis" x1="{left:.1f}" x2="{right:.1f}" y1="{y + 4:.1f}" y2="{y + 4:.1f}"/>']
        for tick in ticks:
            x = place(tick)
            parts.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{y + 4:.1f}" y2="{y + 9:.1f}"/>')
            parts.append(_text(x, y + 23, tick_text(tick, ticks), "soft middle small"))
        down = y + 23
        for side in self._sides(place, down + 20, width):
            parts.append(side)
        down += 20 * (len(self._sides(place, 0, width)) and (2 if self._stacked(place, width) else 1))
        middle = (left + right) / 2
        for text in lines_of(self.scale, SMALL, max(right - left, width * 0.9 if width == PHONE else 0)):
            down += 19
            parts.append(_text(middle, down, text, "soft middle small"))
        return "".join(parts), down - y + 10

    def _stacked(self, place: OnScale, width: int) -> bool:
        if self.sides is None or self.line is None:
            return False
        room = place(self.line) - 8, width - place(self.line) - 8
        return any(width_of(text, SMALL) > free for text, free in zip(self._better(), room, strict=True))

    def _better(self) -> tuple[str, str]:
        assert self.sides is not None
        return f"\N{LEFTWARDS ARROW} {self.sides[0]} better", f"{self.sides[1]} better \N{RIGHTWARDS ARROW}"

    def _sides(self, place: OnScale, y: float, width: int) -> list[str]:
        """Left and right of the line; under each other at the edges where there is no room beside it."""
        if self.sides is None or self.line is None:
            return []
        left, right = self._better()
        if self._stacked(place, width):
            return [_text(4, y, left, "small strong"), _text(width - 4, y + 20, right, "end small strong")]
        x = place(self.line)
        return [_text(x - 8, y, left, "end small strong"), _text(x + 8, y, right, "small strong")]


@dataclass(frozen=True, slots=True)
class OnScale:
    """Values -> places."""

    low: float
    high: float
    left: float
    right: float

    def __call__(self, value: float) -> float:
        share = (value / 2 - self.low / 2) / (self.high / 2 - self.low / 2)  # halves: their difference is finite
        return self.left + min(max(share, 0.0), 1.0) * (self.right - self.left)


def _row(row: DrawnRow, place: OnScale, y: float, room_of: tuple[int, float], *, reached: bool) -> tuple[str, float]:
    """The row and its height: the name beside the bar, or above it on a phone."""
    width, letters = room_of
    phone = width == PHONE
    room = letters - (width_of(row.value, SMALL) + 12 if phone else 0)
    own = phone and room < 0.4 * width  # the numbers get a line of their own
    name = lines_of(row.name, SIZE, letters if own else room)
    tall = 17.0 * len(name)
    if phone:
        height = tall + (16 if own else 0) + 30
        at = y + height - 18
        texts = [_text(4, y + 14 + 17 * i, text, "name") for i, text in enumerate(name)]
        texts.append(_text(width - 4, y + 14 + (tall if own else 0), _minus(row.value), "end small number"))
    else:
        height = max(34.0, tall + 14)
        at = y + height / 2
        first = at - tall / 2 + 13
        texts = [_text(10, first + 17 * i, text, "name") for i, text in enumerate(name)]
        texts.append(_text(width - 8, at + 4.5, _minus(row.value), "end small number"))
    hit = f'<rect class="hit" x="0" y="{y:.1f}" width="{width}" height="{height:.1f}" rx="6"/>'
    focus = ' tabindex="0"' if reached else ""
    drawn = "".join([hit, *_bar(row, place, at), *texts])
    said = escape(row.says, quote=True)
    return f'<g class="row {row.look}"{focus} role="img" aria-label="{said}" data-says="{said}">{drawn}</g>', height


def _bar(row: DrawnRow, place: OnScale, y: float) -> list[str]:
    parts = []
    for ends, kind in ((row.outer, "outer"), ((row.low, row.high), "bar")):
        if ends is None or any(map(isnan, ends)):  # NaN: nothing is known, so nothing is drawn
            continue
        a, b = place(ends[0]), place(ends[1])
        parts.append(f'<line class="{kind}" x1="{a:.1f}" x2="{b:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        for end, x, way in ((ends[0], a, -1), (ends[1], b, 1)):
            if isinf(end):
                parts.append(f'<path class="tip" d="M{x + 9 * way:.1f} {y:.1f}l{-9 * way} -5v10z"/>')
            elif kind == "bar":
                parts.append(f'<line class="cap" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 4:.1f}" y2="{y + 4:.1f}"/>')
    if isfinite(row.estimate):
        x = place(row.estimate)
        shape = (
            f'<rect class="dot" x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9"/>'
            if row.look in ("naive", "narrow")
            else f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
        )
        parts.append(shape)
    return parts


def _minus(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}")


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>' if text else ""


def ticks_between(low: float, high: float, many: int) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    from matplotlib.ticker import MaxNLocator

    if not high > low:
        low, high = low - 0.5 * (abs(low) or 1.0), high + 0.5 * (abs(high) or 1.0)
    found = MaxNLocator(nbins=many, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    return [float(tick) for tick in found]


def tick_text(tick: float, ticks: Sequence[float]) -> str:
    """With as many decimals as tell the ticks apart; zero is always 0."""
    step = abs(ticks[1] - ticks[0]) if len(ticks) > 1 else 1.0
    if abs(tick) < 1e-9 * step:
        return "0"
    if step >= 1e6 or step < 1e-5:
        return f"{tick:.4g}"
    decimals = next((d for d in range(8) if abs(round(step, d) - step) < 1e-6 * step), 8)  # far from 0: rounded
    return f"{tick:,.{decimals}f}".replace("-", "\N{MINUS SIGN}")
