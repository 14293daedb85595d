"""Results as rows of a picture, in the units of their metric."""

from __future__ import annotations

from collections.abc import Sequence

from errbar.methods import METHODS
from errbar.reports.forest import DrawnRow, Forest, Look
from errbar.show.as_text import number, percent
from errbar.show.drawn_interval import DrawnInterval
from errbar.show.sentence import Unit, in_sentence, is_comparison, is_difference, scale_words
from errbar.types import Result

KEYS: dict[Look, str] = {
    "naive": "naive: known to be too narrow",
    "tied": "tied for best",
    "narrow": "covers too little",
    "wide": "wider than needed",
    "margin": "the margin of the gate",
}


def forest_of(results: Sequence[Result], labels: Sequence[str], names: tuple[str, ...]) -> Forest:
    """All on one scale: that of the first."""
    first = results[0]
    unit = Unit.of(first)
    level = percent(first.confidence_level)
    one_level = all(percent(result.confidence_level) == level for result in results)
    rows = [row_of(result, label, unit) for result, label in zip(results, labels, strict=True)]
    line = first.null if first.null is not None else 0.0 if is_difference(first) else None
    sides = None
    if is_comparison(first) and line == 0.0:
        a, b = in_sentence(names) if len(names) == 2 else ("a", "b")
        sides = (b, a) if first.details.get("greater_is_better") else (a, b)
    looks: set[Look] = {row.look for row in rows} | (set() if first.verdict is None else {"margin"})
    margin = None if first.verdict is None else unit.factor * float(first.details["margin"])
    if margin is not None and first.details.get("greater_is_better"):
        margin = -margin
    return Forest(
        rows,
        scale_words(first, names),
        head=f"estimate, {level} interval" if one_level else "estimate, interval",
        line=None if line is None else unit.factor * line,
        sides=sides,
        margin=margin,
        keys=[(look, word) for look, word in KEYS.items() if look in looks],
    )


def row_of(result: Result, label: str, unit: Unit) -> DrawnRow:
    """A result in a picture."""
    record = METHODS.get(result.method)
    drawn = DrawnInterval.of(result, unit)
    p = "" if result.pvalue is None else f", p = {number(result.pvalue, 3)}"
    title = result.method if record is None else record.title
    says = (
        f"{label}: {unit(result.estimate)}, {percent(result.confidence_level)} interval {unit.bare(result.low)} to "
        f"{unit(result.high)}{p}; {title}, for {result.target}"
    )
    look: Look = "naive" if record is not None and record.is_naive else "answer"
    return DrawnRow(label, drawn.estimate, drawn.low, drawn.high, drawn.value, says, look)
