"""Cumulative curves of the error over splits as SVG; the pointer reads off the share at any error."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from errbar.reports.forest import PHONE, WIDE, OnScale, tick_text, ticks_between
from errbar.reports.picture import Picture

TALL, BELOW = 250.0, 16.0  # of the curves; of a row with an average under them
MOST = 2000  # values that a page holds of one curve


@dataclass(frozen=True, slots=True)
class Steps:
    """Of one series the sorted errors, quartiles, the average with its interval, and a law where there is one."""

    values: Sequence[float]
    quartiles: tuple[float, float, float]
    average: tuple[float, float, float]
    law: Sequence[tuple[float, float]] = ()


def steps_picture(series: Mapping[str, Steps], scale: str, unit: str, title: str) -> Picture:
    """For wide and for narrow screens."""
    wide, phone = (_drawn(series, scale, unit, title, width) for width in (WIDE, PHONE))
    return Picture(wide, phone, {}, {})


def _drawn(series: Mapping[str, Steps], scale: str, unit: str, title: str, width: int) -> str:
    every = [end for one in series.values() for end in (*_inside(one), *one.average)]
    ticks = ticks_between(min(every), max(every), 4 if width == PHONE else 7)
    place = OnScale(ticks[0], ticks[-1], 48.0, width - 12.0)
    bottom = 12 + TALL
    parts = []
    for share in (0, 25, 50, 75, 100):
        y = bottom - TALL * share / 100
        parts.append(f'<line class="grid" x1="48" x2="{place.right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="soft end small" x="42" y="{y + 4:.1f}">{share} %</text>')
    for number, (name, one) in enumerate(series.items()):
        parts.append(_curve(name, one, place, bottom, number))
    y = bottom + BELOW * len(series) + 12
    parts.append(f'<line class="axis" x1="48" x2="{place.right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
    for tick in ticks:
        x = place(tick)
        parts.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{y:.1f}" y2="{y + 5:.1f}"/>')
        parts.append(f'<text class="soft middle small" x="{x:.1f}" y="{y + 19:.1f}">{tick_text(tick, ticks)}</text>')
    middle = (48 + place.right) / 2
    parts.append(f'<text class="soft middle small" x="{middle:.1f}" y="{y + 39:.1f}">{escape(scale)}</text>')
    parts.append(f'<line class="cross" hidden y1="12" y2="{y:.1f}" x1="48" x2="48"/>')
    listed = [{"name": name, "values": [round(v, 8) for v in one.values[:MOST]]} for name, one in series.items()]
    ends = {"left": place.left, "right": place.right, "low": place.low, "high": place.high, "unit": unit}
    name = f"steps-{width}"
    return (
        f'<svg class="forest steps" viewBox="0 0 {width} {y + 48:.0f}" role="img" aria-labelledby="{name}" '
        f'xmlns="http://www.w3.org/2000/svg" data-series="{_attribute(listed)}" data-ends="{_attribute(ends)}">'
        f'<title id="{name}">{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _curve(name: str, one: Steps, place: OnScale, bottom: float, number: int) -> str:
    look = "series b" if number else "series"
    low, middle, high = (place(end) for end in one.quartiles)
    parts = [f'<rect class="within" x="{low:.1f}" width="{high - low:.1f}" y="12" height="{TALL}"/>']
    path, share = [f"M{place.left:.1f} {bottom:.1f}"], 0.0
    values = np.sort(np.asarray(one.values))
    for value in values.tolist():
        share += 1 / values.size
        path.append(f"H{place(value):.1f}V{bottom - TALL * share:.1f}")
    path.append(f"H{place.right:.1f}")
    parts.append(f'<path class="curve{" b" if number else ""}" d="{"".join(path)}"/>')
    if one.law:
        points = " ".join(f"{place(x):.1f},{bottom - TALL * y:.1f}" for x, y in one.law)
        parts.append(f'<polyline class="law" points="{points}"/>')
    parts.append(f'<line class="null" x1="{middle:.1f}" x2="{middle:.1f}" y1="{bottom - TALL / 2}" y2="{bottom}"/>')
    y = bottom + BELOW * (number + 1)
    estimate, left, right = one.average
    parts.append(f'<line class="bar" x1="{place(left):.1f}" x2="{place(right):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
    parts.append(f'<circle class="dot" cx="{place(estimate):.1f}" cy="{y:.1f}" r="5"/>')
    return f'<g class="{look}" aria-label="{escape(name, quote=True)}">{"".join(parts)}</g>'


def _inside(one: Steps) -> tuple[float, float]:
    """All errors, but for a far tail."""
    values = np.asarray(one.values)
    low, high = np.quantile(values, (0.01, 0.99))
    reach = 0.5 * float(high - low)
    return max(float(values.min()), float(low) - reach), min(float(values.max()), float(high) + reach)


def _attribute(value: object) -> str:
    return escape(json.dumps(value, allow_nan=False), quote=True)
