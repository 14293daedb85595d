"""One self-contained HTML page, whatever it reports: every report fills the same places of one template."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

from errbar.errors import InputError, MissingExtraError
from errbar.reports.picture import Picture
from errbar.types.written import beside


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as text under a caption; the first cell of a row names it."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Block:
    """A text to copy: what it is called, and the text itself."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a report says, in the order in which it says it."""

    sentence: str
    more: Sequence[str]
    picture: Picture
    models: Mapping[str, str]
    data: str | None
    target: str
    assumed: Sequence[str]
    changes: Sequence[str]
    tables: Sequence[Table]
    notes: Sequence[str]
    settings: Mapping[str, str]
    again: Sequence[Block]
    paper: Sequence[Block]
    references: Sequence[str] = field(default=())
    also: Picture | None = None

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The picture that answers, and the one that stands before the numbers."""
        return (self.picture,) if self.also is None else (self.picture, self.also)

    @property
    def light(self) -> dict[str, str]:
        """The colours of all pictures."""
        return {name: colour for one in self.pictures for name, colour in one.light.items()}

    @property
    def dark(self) -> dict[str, str]:
        return {name: colour for one in self.pictures for name, colour in one.dark.items()}

    def render(self) -> str:
        check_extra()
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


def check_extra() -> None:
    """A clear error where the libraries for drawing and templates are missing."""
    try:
        import jinja2  # noqa: F401
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtraError("A report needs matplotlib and jinja2: pip install 'errbar[plot]'.") from None


def versions() -> dict[str, str]:
    """What the numbers depend on besides the data."""
    names = ("errbar", "numpy", "scipy", "scikit-learn")
    return {
        "versions": ", ".join(f"{name} {metadata.version(name)}" for name in names),
        "Python": platform.python_version(),
    }
