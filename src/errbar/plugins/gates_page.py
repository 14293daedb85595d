"""All gates of a run on one page, Markdown or HTML; names are shown as they are, never obeyed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from errbar.errors import printable
from errbar.show.as_text import number, percent
from errbar.types.answer import restored
from errbar.types.written import beside

COLUMNS = ("test", "models", "verdict", "difference", "interval", "margin")
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "table{border-collapse:collapse}th,td{border:1px solid;padding:.3rem .6rem;text-align:left}"
)


def write_page(gates: Sequence[Mapping[str, Any]], path: Path) -> None:
    """By the suffix of the file."""
    page = as_markdown(gates) if path.suffix.lower() == ".md" else as_html(gates)
    with beside(path) as place:
        place.write_bytes(page.encode("utf-8", "backslashreplace"))


def as_markdown(gates: Sequence[Mapping[str, Any]]) -> str:
    """
    >>> print(as_markdown([]))
    # Gates
    <BLANKLINE>
    No gate was asked.
    <BLANKLINE>
    """
    lines = ["# Gates", "", counted(gates), ""]
    if gates:
        lines += [_cells(COLUMNS), _cells(["---"] * len(COLUMNS)), *(_cells(map(_plain, cells(one))) for one in gates)]
        lines += ["", *(f"- {_plain(one['test'])}: {_plain(one['sentence'])}" for one in gates), ""]
    return "\n".join(lines)


def as_html(gates: Sequence[Mapping[str, Any]]) -> str:
    """One file that needs no network."""
    rows = [COLUMNS, *map(cells, gates)] if gates else []
    table = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in one)}</tr>\n" for one in rows)
    lines = [printable(": ".join((one["test"], one["sentence"]))) for one in gates]
    said = "".join(f"<li>{escape(line)}</li>\n" for line in lines)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Gates</title><style>{STYLE}</style>\n'
        f"<h1>Gates</h1>\n<p>{escape(counted(gates))}</p>\n<table>\n{table}</table>\n<ul>\n{said}</ul>\n</html>\n"
    )


def counted(gates: Sequence[Mapping[str, Any]]) -> str:
    """
    >>> counted([{"verdict": "shown"}, {"verdict": "undecided"}])
    '2 gates: 1 shown, 1 undecided.'
    """
    if not gates:
        return "No gate was asked."
    found = Counter(one["verdict"] for one in gates)
    each = ", ".join(f"{found[verdict]} {verdict}" for verdict in ("shown", "refuted", "undecided") if found[verdict])
    return f"{len(gates)} gate{'s' * (len(gates) > 1)}: {each}."


def cells(gate: Mapping[str, Any]) -> list[str]:
    estimate, low, high, margin = (restored(gate[name]) for name in ("estimate", "low", "high", "margin"))
    interval = f"[{number(low)}, {number(high)}] ({percent(gate['confidence_level'])})"
    said = [gate["test"], " - ".join(gate["models"]), gate["verdict"], number(estimate), interval, number(margin)]
    return [printable(one).replace("\n", " ") for one in said]


def _cells(texts: Any) -> str:
    return f"| {' | '.join(texts)} |"


def _plain(text: str) -> str:
    r"""Text in which Markdown sees no marks, links or tags.

    >>> _plain("a|b <i> [x](y)")
    'a\\|b \\<i\\> \\[x\\]\\(y\\)'
    """
    return re.sub(r"([\\`*_{}\[\]()<>#|!~])", r"\\\1", printable(text).replace("\n", " "))
