"""The verdict of a gate as continuous integration reads it: Markdown, JUnit XML, annotations of GitHub.

What comes from files (names of models and items) is escaped in each.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from errbar.errors import printable

SIGNS = {"shown": "PASS", "refuted": "FAIL", "undecided": "UNDECIDED"}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|~@])")
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class GateLine:
    """One metric's verdict: what was asked, the sentence, the numbers in a row, and what else is to be said."""

    metric: str
    verdict: str
    sentence: str
    numbers: Sequence[tuple[str, str]]
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class FlippedRows:
    """The first of the items on which the new model and the base differ, and how many there are in all."""

    metric: str
    new: str
    base: str
    rows: Sequence[tuple[str, str, str]]
    total: int


def markdown_text(text: str) -> str:
    r"""
    >>> markdown_text("a|b <i> @someone")
    'a\\|b &lt;i&gt; \\@someone'
    """
    return _MARKDOWN.sub(r"\\\1", html.escape(printable(" ".join(text.split())), quote=False))


def gate_markdown(title: str, lines: Sequence[GateLine], flipped: FlippedRows | None = None) -> str:
    """For a comment on a pull request, or a step's summary."""
    out = [f"### {markdown_text(title)}", ""]
    for line in lines:
        out += [f"**{SIGNS[line.verdict]}** ({markdown_text(line.metric)}): {markdown_text(line.sentence)}", ""]
        if line.numbers:
            out += ["| " + " | ".join(markdown_text(name) for name, _ in line.numbers) + " |"]
            out += ["|" + "---|" * len(line.numbers)]
            out += ["| " + " | ".join(markdown_text(value) for _, value in line.numbers) + " |", ""]
        out += [f"- {markdown_text(note)}" for note in line.notes]
        out += [""] if line.notes else []
    if flipped is not None:
        shown = len(flipped.rows)
        count = f"{flipped.total:,}" if shown == flipped.total else f"{shown:,} of {flipped.total:,}"
        metric, new, base = map(markdown_text, (flipped.metric, flipped.new, flipped.base))
        out += [f"<details><summary>Items that flipped ({count}), by {metric}</summary>", ""]
        out += [f"| item | {new} | {base} |", "|---|---|---|"]
        out += ["| " + " | ".join(map(markdown_text, row)) + " |" for row in flipped.rows]
        out += ["", "</details>", ""]
    return "\n".join(out)


def gate_junit(title: str, lines: Sequence[GateLine], failing: Sequence[bool]) -> str:
    """One test case a metric; an undecided one that does not fail is a skipped one."""
    skipped = sum(line.verdict == "undecided" and not fails for line, fails in zip(lines, failing, strict=True))
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="errbar gate" tests="{len(lines)}" failures="{sum(failing)}" errors="0" skipped="{skipped}">',
    ]
    for line, fails in zip(lines, failing, strict=True):
        out.append(f"  <testcase classname={_attribute(title)} name={_attribute(line.metric)}>")
        if fails:
            said = f"{SIGNS[line.verdict]}: {line.sentence}"
            out.append(f"    <failure type={_attribute(line.verdict)} message={_attribute(said)}/>")
        elif line.verdict == "undecided":
            out.append(f"    <skipped message={_attribute(line.sentence)}/>")
        out.append(f"    <system-out>{escape(_xml('; '.join((line.sentence, *line.notes))))}</system-out>")
        out.append("  </testcase>")
    return "\n".join([*out, "</testsuite>", ""])


def _xml(text: str) -> str:
    return _NOT_XML.sub("?", text)


def _attribute(text: str) -> str:
    return quoteattr(_xml(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def gate_github(title: str, lines: Sequence[GateLine], failing: Sequence[bool]) -> str:
    """Workflow commands: an error where the gate fails, a warning where it cannot tell, a notice where it passes."""
    out = []
    for line, fails in zip(lines, failing, strict=True):
        kind = "error" if fails else "warning" if line.verdict == "undecided" else "notice"
        out.append(f"::{kind} title={_property(title)}::{_data(f'{line.metric}: {line.sentence}')}")
    return "\n".join([*out, ""])


def _data(text: str) -> str:
    r"""
    >>> _data("100 %\n::error::x")
    '100 %25%0A::error::x'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
