"""What models warn of, caught per thread: `warnings.catch_warnings` alone mixes up threads."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from errbar.run.while_used import WhileUsed

Warned = tuple[str, str]  # category and text

_here = threading.local()
_caught = WhileUsed()  # the filters of the warnings module are global


@contextmanager
def warned() -> Iterator[list[Warned]]:
    """A list that fills with every warning this thread gives, repeated ones too."""
    seen: list[Warned] = []
    with _caught.by(_recorded):
        _here.seen = seen
        try:
            yield seen
        finally:
            _here.seen = None


@contextmanager
def _recorded() -> Iterator[None]:
    """Warnings go to the list of the thread that gives them, if it has one."""
    with warnings.catch_warnings():
        shown = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
            seen = getattr(_here, "seen", None)
            if seen is None:
                shown(message, category, *place)
            else:
                seen.append((category.__name__, str(message)))

        warnings.simplefilter("always")
        warnings.showwarning = show  # type: ignore[assignment]
        yield
