"""A progress bar with the remaining time on a terminal, silence elsewhere, and where rich is not installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Protocol


class Advance(Protocol):
    def __call__(self, steps: int) -> None: ...


@contextmanager
def progress_bar(
    total: int, done: int, shown: bool | None = True, *, what: str = "fitting"
) -> Iterator[Advance | None]:
    """A function to call with the number of finished steps, None where nobody looks.

    `shown=None` means: if standard error is a terminal.
    What was `done` before does not count for the estimate of the remaining time.
    """
    if not (sys.stderr.isatty() if shown is None else shown) or find_spec("rich") is None:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda steps: bar.advance(task, steps)
