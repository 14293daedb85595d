"""Where a command writes: rich on a terminal, plain text everywhere else. Lines keep to the width."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from errbar.errors import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

NARROWEST, WIDEST = 40, 110  # columns: below, a drawing says nothing; above, lines are hard to read


def is_unicode(stream: TextIO) -> bool:
    """Whether every character can be written there."""
    return (getattr(stream, "encoding", None) or "ascii").lower().startswith("utf")


@dataclass(frozen=True, slots=True)
class Terminal:
    """A console and whether it may show colours and drawing characters."""

    console: Console
    plain: bool

    @classmethod
    def of(cls, plain: bool = False) -> Terminal:
        """Standard output; plain where asked, where it is no terminal, with NO_COLOR or TERM=dumb."""
        from rich.console import Console

        quiet = plain or not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
        console = Console(
            file=sys.stdout,
            no_color=quiet,
            force_terminal=False if quiet else None,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
        )
        return cls(console, quiet or not is_unicode(sys.stdout))

    @property
    def width(self) -> int:
        return max(NARROWEST, min(WIDEST, self.console.width))

    def line(self, text: str | Text = "") -> None:
        """A line, broken between words where it is too long; names come from users, so nothing in them is markup."""
        from rich.text import Text

        shown = Text(printable(text)) if isinstance(text, str) else Text(printable(text.plain), style=text.style)
        for part in shown.wrap(self.console, self.width) if shown.plain.strip() else [Text()]:
            part.rstrip()
            self.console.print(part, width=self.width, no_wrap=True, overflow="fold")

    def under(self, label: str, text: str) -> None:
        """A labelled paragraph, its lines under each other behind the label."""
        from rich.text import Text

        indent = len(label) + 2
        for i, part in enumerate(Text(printable(text)).wrap(self.console, self.width - indent)):
            part.rstrip()
            head = Text().append(f"{label}  " if i == 0 else " " * indent, style="" if self.plain else "cyan")
            self.console.print(head.append_text(part), width=self.width, no_wrap=True, overflow="fold")
