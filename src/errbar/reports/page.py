"""One self-contained HTML page, whatever it reports: every report fills the same places of one template."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from errbar.errors import InputError
from errbar.reports.picture import Picture
from errbar.types.written import beside

UNIT = r"(?: ?(?:%|points?))?"
NUMERIC = re.compile(rf"^[\[<]?[-\u2212]?(?:[\d.,]+|inf)(?:e[-+]?\d+)?{UNIT}(?:[ ,].*\d\]?{UNIT}|.*inf\])?$|^-$|^nan$")


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text under a caption; the first cell of a row names it, `under` is a line below it."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    under: Sequence[str] = ()
    folded: bool = False

    @property
    def numeric(self) -> list[bool]:
        """Which columns hold numbers only: these stand at the right."""
        return [all(NUMERIC.match(row[i]) for row in self.rows) for i in range(len(self.columns))]


@dataclass(frozen=True, slots=True)
class Block:
    """A text to copy: what it is called, and the text itself; `line` where it is one line."""

    name: str
    text: str
    line: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a report says, in the order in which it says it.

    kind : of the answer: "Comparison", "Ranking", ...
    headline, sentence : the answer, in a few words and in a whole sentence.
    what, sure, next : the answer in three sentences.
    verdict : of a gate: the word and the sentence.
    more : what else belongs to the answer.
    facts : what was asked of which data, and when.
    again, paper : texts to copy: the recipe, and what goes into a paper.
    checklists : answers to what a venue asks authors.
    answer : the answer as JSON, for `errbar verify`.
    """

    kind: str
    headline: str
    sentence: str
    what: str
    sure: str
    next: str
    picture: Picture
    target: str
    assumed: Sequence[str]
    changes: Sequence[str]
    tables: Sequence[Table]
    notes: Sequence[str]
    facts: Mapping[str, str]
    settings: Mapping[str, str]
    again: Sequence[Block]
    paper: Sequence[Block]
    checklists: Sequence[Block] = field(default=())
    verdict: tuple[str, str] | None = None
    more: Sequence[str] = field(default=())
    key: Sequence[tuple[str, str]] = field(default=())
    references: Sequence[str] = field(default=())
    panels: Sequence[tuple[str, Picture]] = field(default=())
    answer: str = "{}"

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The picture that answers, and those that stand before the numbers."""
        return (self.picture, *(one for _, one in self.panels))

    @property
    def light(self) -> dict[str, str]:
        """The colours of all pictures."""
        return {name: colour for one in self.pictures for name, colour in one.light.items()}

    @property
    def dark(self) -> dict[str, str]:
        return {name: colour for one in self.pictures for name, colour in one.dark.items()}

    @property
    def three(self) -> str:
        """The answer in three sentences, to copy."""
        return " ".join(part for part in (self.what, self.sure, self.next) if part)

    @property
    def embedded(self) -> str:
        """The JSON as it may stand inside a page: nothing in it ends its element."""
        return self.answer.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")

    def render(self) -> str:
        from jinja2 import Environment, PackageLoader

        room = Environment(
            loader=PackageLoader("errbar.reports"), autoescape=True, trim_blocks=True, lstrip_blocks=True
        )
        room.filters["unbroken"] = unbroken
        return room.get_template("report.html").render(page=self)

    def write(self, path: Path) -> None:
        page = self.render()
        try:
            with beside(path) as place:
                place.write_bytes(page.encode("utf-8", "backslashreplace"))
        except OSError as cause:
            raise InputError(f"The report cannot be written to {path}: {cause.strerror}.") from None


def unbroken(text: str) -> str:
    """No line ends between a number and its unit, or inside "p = 0.05"."""
    return re.sub(r"(?<=\d) (?=(?:%|points?\b))|(?<=\bp) (?=[=<])|(?<=[=<]) (?=\d)", "\u00a0", text)
