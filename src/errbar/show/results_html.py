"""Results in a notebook: the sentence, every interval drawn beside its numbers. Every text is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite
from typing import TYPE_CHECKING

from errbar.show.as_text import interval_text, number, percent
from errbar.show.sentence import drawn_ends, sentence

if TYPE_CHECKING:
    from errbar.types.result import Result

WIDTH, HEIGHT = 220, 18  # of a drawn interval, in pixels


def results_html(results: Sequence[Result]) -> str:
    """A compact table; the lines follow the colour of the text, so that they show on dark pages too."""
    if not results:
        return "<p>No results.</p>"
    head = "".join(f'<th scope="col">{name}</th>' for name in ("method", "estimate", "interval", "", "p"))
    scale = scale_of(results)
    rows = "".join(
        f'<tr><th scope="row">{escape(r.method)}</th><td>{number(r.estimate)}</td><td>{interval_text(r)}</td>'
        f"<td>{bar(r, scale)}</td><td>{number(r.pvalue, 3)}</td></tr>"
        for r in results
    )
    first = results[0]
    said = f"<p><strong>{escape(sentence(first))}</strong></p>"
    level = percent(first.confidence_level)
    what = f"<p>{level} intervals for {escape(' / '.join(dict.fromkeys(r.target for r in results)))}.</p>"
    notes = "".join(f"<li>{escape(note)}</li>" for note in dict.fromkeys(note for r in results for note in r.notes))
    listed = f"<details><summary>Notes</summary><ul>{notes}</ul></details>" if notes else ""
    return f"{said}<table><tr>{head}</tr>{rows}</table>{what}{listed}"


def words_html(text: str) -> str:
    """Words as they stand, in the letters that keep columns under each other."""
    return f'<pre style="white-space: pre-wrap">{escape(text)}</pre>'


def scale_of(results: Sequence[Result]) -> tuple[float, float]:
    """From the smallest to the largest finite number, the null hypotheses among them."""
    edges = [e for r in results for e in (*drawn_ends(r), r.estimate, r.null) if e is not None and isfinite(e)]
    if not edges:
        return 0.0, 1.0
    low, high = min(edges), max(edges)
    room = max(0.5, 1e-6 * abs(high))
    return (low, high) if high / 2 > low / 2 else (low - room, high + room)


def bar(result: Result, scale: tuple[float, float]) -> str:
    """One interval as a small picture: a line, the estimate as a dot, the null hypothesis dashed."""
    low, high = scale

    def place(value: float) -> float:
        share = (min(max(value, low), high) / 2 - low / 2) / (high / 2 - low / 2)  # halves: their difference is finite
        return round(6 + (WIDTH - 12) * share, 1)

    title = escape(f"{number(result.estimate)}, interval {interval_text(result)}")
    left, right = map(place, drawn_ends(result))
    null = ""
    if result.null is not None:
        x = place(result.null)
        null = (
            f'<line x1="{x}" y1="0" x2="{x}" y2="{HEIGHT}" stroke="currentColor" stroke-dasharray="2 2" opacity=".6"/>'
        )
    dot = (
        ""
        if not isfinite(result.estimate)
        else f'<circle cx="{place(result.estimate)}" cy="9" r="4" fill="currentColor"/>'
    )
    return (
        f'<svg role="img" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><title>{title}</title>{null}'
        f'<line x1="{left}" y1="9" x2="{right}" y2="9" stroke="currentColor" stroke-width="2.5"/>{dot}</svg>'
    )
