"""Results as text and as HTML for notebooks. Every text that users control is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from errbar.types.result import Result


def number(value: float | None, digits: int = 4) -> str:
    """A number for people: four significant digits, no trailing noise."""
    if value is None:
        return "-"
    return f"{value:.{digits}g}" if isfinite(value) else {True: "inf", False: "-inf"}.get(value > 0, "nan")


def interval_text(result: Result) -> str:
    return f"[{number(result.low)}, {number(result.high)}]"


def percent(level: float) -> str:
    return f"{100 * level:g} %"


def one_line(result: Result) -> str:
    """The answer in one line."""
    test = "" if result.pvalue is None else f", p = {number(result.pvalue, 3)} (null {number(result.null)})"
    return (
        f"{result.method}: {number(result.estimate)}, {percent(result.confidence_level)} interval "
        f"{interval_text(result)}{test}, for {result.target}"
    )


def sentence(result: Result) -> str:
    """The answer in one plain sentence."""
    level, interval = percent(result.confidence_level), interval_text(result)
    test = "" if result.pvalue is None else f"; p = {number(result.pvalue, 3)}"
    return f"Estimate of {result.target}: {number(result.estimate)}; {level} interval {interval}{test}."


def verdict(result: Result, a: str = "a", b: str = "b") -> str:
    """For a comparison: who is better, or that this was not shown."""
    higher, lower = (a, b) if result.details.get("greater_is_better") else (b, a)
    word = "higher" if result.details.get("greater_is_better") else "lower"
    what = result.loss if result.details.get("greater_is_better") else "error"
    if result.pvalue is None or result.pvalue >= 1 - result.confidence_level:
        return f"No difference in {what} between {a} and {b} is shown at the {percent(result.confidence_level)} level."
    better = higher if result.estimate > (result.null or 0.0) else lower
    return f"{better} has the {word} {what}: the difference {a} - {b} is {number(result.estimate)}."


def results_html(results: Sequence[Result]) -> str:
    """A compact table for notebooks; every text is escaped."""
    head = "<tr><th>method</th><th>estimate</th><th>interval</th><th>level</th><th>p</th><th>for</th></tr>"
    rows = "".join(
        f"<tr><td>{escape(r.method)}</td><td>{number(r.estimate)}</td><td>{interval_text(r)}</td>"
        f"<td>{percent(r.confidence_level)}</td><td>{number(r.pvalue, 3)}</td><td>{escape(r.target)}</td></tr>"
        for r in results
    )
    notes = "".join(f"<li>{escape(note)}</li>" for r in results for note in r.notes)
    return f"<table>{head}{rows}</table>" + (f"<ul>{notes}</ul>" if notes else "")
