"""Axes as SVG inside a page: described for screen readers, legible on dark pages, one drawing for phones."""

from __future__ import annotations

import colorsys
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

WIDE, PHONE = 7.2, 4.0  # inches
DARK_PAPER = 0.0103  # relative luminance of the page's dark background
HEX = re.compile(r"#[0-9a-fA-F]{6}\b")


@dataclass(frozen=True, slots=True)
class Picture:
    """The same drawing twice, for wide and for narrow screens, and the colours both use on dark pages."""

    wide: str
    phone: str
    light: dict[str, str]
    dark: dict[str, str]


def picture(draw: Callable[[float], Any], title: str, name: str = "errbar") -> Picture:
    """`draw(width)` gives axes about that many inches wide; `title` says in words what they show.

    No two pictures of a page have one `name`.
    """
    wide, phone = (_svg(draw(width), title, salt) for width, salt in ((WIDE, name), (PHONE, f"{name}-phone")))
    colours = sorted({found.lower() for found in HEX.findall(wide + phone)})
    light = {_variable(colour): colour for colour in colours}
    dark = {_variable(colour): on_dark(colour) for colour in colours}
    return Picture(_with_variables(wide), _with_variables(phone), light, dark)


def _svg(ax: Any, title: str, salt: str) -> str:
    from matplotlib import rc_context

    buffer = io.StringIO()
    with rc_context({"svg.hashsalt": salt, "svg.fonttype": "path"}):
        ax.figure.savefig(
            buffer, format="svg", transparent=True, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type"))
        )
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", buffer.getvalue(), flags=re.DOTALL)
    body = text[text.index("<svg") :]
    body = _without_unused_ids(body, salt)
    head, _, rest = body.partition(">")
    name = f"{salt}-title"
    return (
        f'{head} role="img" aria-labelledby="{name}" focusable="false"><title id="{name}">{escape(title)}</title>{rest}'
    )


def _without_unused_ids(svg: str, salt: str) -> str:
    """Two drawings on a page must not share ids: only those that are referred to stay, with the salt before them."""
    used = set(re.findall(r"#([A-Za-z_][\w.-]*)", svg))
    svg = re.sub(r' id="([^"]*)"', lambda m: f' id="{salt}-{m[1]}"' if m[1] in used else "", svg)
    svg = re.sub(r'href="#([^"]+)"', rf'href="#{salt}-\1"', svg)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{salt}-\1)", svg)


def _variable(colour: str) -> str:
    return f"--c{colour[1:].lower()}"


def _with_variables(svg: str) -> str:
    return HEX.sub(lambda found: f"var({_variable(found[0])})", svg)


def on_dark(colour: str) -> str:
    """The colour as it is seen on a dark page: grey tones turned over, others lighter until they stand out.

    >>> on_dark("#000000"), on_dark("#ffffff")
    ('#ececec', '#16181c')
    """
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    if lightness > 0.97:
        return "#16181c"
    if lightness > 0.8:  # a pale shade behind marks stays behind them
        return _hex(colorsys.hls_to_rgb(hue, 0.24, min(saturation, 0.35)))
    if max(red, green, blue) - min(red, green, blue) < 0.06:
        grey = 0.925 - 0.55 * lightness
        return _hex((grey, grey, grey))
    while contrast(luminance(colorsys.hls_to_rgb(hue, lightness, saturation)), DARK_PAPER) < 5.5 and lightness < 0.95:
        lightness += 0.02
    return _hex(colorsys.hls_to_rgb(hue, lightness, saturation))


def luminance(rgb: tuple[float, float, float]) -> float:
    """Relative luminance as WCAG defines it."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def _hex(rgb: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)
