"""The command line that is running, for the report that it writes."""

from __future__ import annotations

import shlex
from contextvars import ContextVar

ARGUMENTS: ContextVar[tuple[str, ...]] = ContextVar("ARGUMENTS", default=())


def command_line(seed: object) -> str | None:
    """As one would type it again, to the same answer; None where errbar was not called from a command line."""
    given = ARGUMENTS.get()
    if not given:
        return None
    said = any(word.split("=")[0] == "--random-state" for word in given)
    drawn = () if seed is None or said else ("--random-state", str(seed))
    return f"errbar {shlex.join((*given, *drawn))}"
