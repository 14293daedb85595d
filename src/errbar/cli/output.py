"""What a command prints: the answer first, then what it is an interval for, then the notes."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from errbar.render_text import interval_text, number, percent, verdict
from errbar.types import Result

BAR = 48  # characters the drawn intervals may take


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")


def print_json(data: dict[str, Any]) -> None:
    say(json.dumps(data, allow_nan=False, ensure_ascii=False))


def print_result(result: Result, names: tuple[str, ...], beside: Sequence[Result] = ()) -> None:
    """The answer of one method for one model (or two); `beside` are others to draw under it."""
    if len(names) == 2:
        say(f"a = {names[0]}\nb = {names[1]}\n")
        say(verdict(result))
    what = result.target[0].upper() + result.target[1:]
    say(f"{what}: {number(result.estimate)}")
    say(f"{percent(result.confidence_level)} interval {interval_text(result)}" + _test(result) + "\n")
    for line in drawn([result, *beside]):
        say(line)
    if "noninferior" in result.details:
        say("\n" + gate_sentence(result))
    if result.notes:
        say()
    for note in result.notes:
        say(f"Note: {note}")
    fixed = result.n_fits == 0 and result.n is not None
    size = f"{result.n:,} items" if fixed else f"{result.n_splits} splits, {result.n_fits} fits"
    say(f"\n{result.method}, {size}, loss: {result.loss}.")


def _test(result: Result) -> str:
    return (
        ""
        if result.pvalue is None
        else f", p = {number(result.pvalue, 3)} for {number(result.null)} ({result.alternative})"
    )


def gate_sentence(result: Result) -> str:
    """Whether the margin was kept, in one sentence."""
    d = result.details
    shown = "is shown" if d["noninferior"] else "is not shown"
    return (
        f"Gate: that a is worse than b by less than {number(d['margin'])} {shown} "
        f"(one-sided bound {number(d['margin_bound'])}, p = {number(d['noninferior_pvalue'], 3)})."
    )


def drawn(results: Sequence[Result]) -> list[str]:
    """Intervals as lines of text on one common scale, the null hypothesis marked."""
    edges = [
        e for r in results for e in (r.low, r.high, r.estimate, r.null) if e is not None and abs(e) != float("inf")
    ]
    low, high = min(edges), max(edges)
    span = (high - low) or 1.0
    name = max(len(r.method) for r in results)

    def place(value: float) -> int:
        return round((min(max(value, low), high) - low) / span * (BAR - 1))

    lines = []
    for r in results:
        cells = [" "] * BAR
        if r.null is not None:
            cells[place(r.null)] = "|"
        for i in range(place(r.low), place(r.high) + 1):
            cells[i] = "+" if cells[i] == "|" else "-"
        cells[place(r.estimate)] = "o"
        lines.append(f"{r.method:<{name}}  {''.join(cells)}")
    lines.append(f"{'':<{name}}  {number(low):<{BAR // 2}}{number(high):>{BAR - BAR // 2}}")
    return lines


def write_report(path: Path | None, results: Sequence[Result], names: tuple[str, ...], data: str) -> None:
    """The page `--report` asks for, if it does."""
    if path is not None:
        from errbar.report.document import write

        write(path, results, names=names, data=data)
