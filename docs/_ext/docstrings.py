"""Our docstrings for napoleon: `name : words` are words, not a type; `[key]` under References is spelled out."""

from __future__ import annotations

import re

from sphinx.application import Sphinx

from errbar.refs import REFS
from errbar.types.method import LABELS

_PARAMETER = re.compile(r"^(\*{0,2}[A-Za-z_][\w, *]*?) : (.*)$")
BEFORE_NAPOLEON = 400


def reworded(_app: Sphinx, what: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
    section, out = "", []
    lines[:] = _labels_apart(lines)
    for i, line in enumerate(lines):
        if i + 1 < len(lines) and line and re.fullmatch("-{3,}", lines[i + 1]):
            section = line
        found = _PARAMETER.match(line) if section == "Parameters" else None
        if found:
            out += [found[1].replace("*", r"\*"), f"    {_plain(found[2])}"]
        else:
            out.append(_plain(line))
    cited = re.findall(r"\[(\w+)\]", "\n".join(lines).partition("References\n----")[2].partition("Examples\n----")[0])
    if cited:
        at = next(i for i, line in enumerate(out) if line == "References")
        out[at + 2 : at + 2] = [*(f"- [{key}] {REFS[key]}" for key in dict.fromkeys(cited) if key in REFS), ""]
    if what in ("property", "attribute"):
        out[:0] = ["..", ""]  # an empty comment: else napoleon takes words before a colon for a type
    lines[:] = out


def _labels_apart(lines: list[str]) -> list[str]:
    """Each labelled line of a method or bound ("Use it: ...") a paragraph of its own, references spelled out."""
    out, labelled = [], False
    for line in lines:
        if line.startswith(tuple(f"{label}: " for label in LABELS)):
            out.append("")
            labelled = True
        elif not line.startswith("    "):
            labelled = False
        if line.startswith("References: "):
            keys = [word for word in re.findall(r"\w+", line.removeprefix("References: ")) if word in REFS]
            out += ["", *(f"- [{key}] {REFS[key]}" for key in keys)]
        else:
            out.append(line.strip() if labelled else line)
    return out


def _plain(line: str) -> str:
    """Bars and stray stars are text in our docstrings, never markup."""
    return line.replace("|", r"\|") if "`" not in line and ".. math" not in line else line


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", reworded, priority=BEFORE_NAPOLEON)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
