"""What models warn of, caught per thread: `warnings.catch_warnings` alone mixes up threads."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Warned = tuple[str, str]  # category and text

_lock = threading.Lock()
_here = threading.local()
_open: list[Any] = []  # the one catch_warnings context, while any thread records
_recording = 0


@contextmanager
def warned() -> Iterator[list[Warned]]:
    """A list that fills with every warning this thread gives, repeated ones too."""
    seen: list[Warned] = []
    _start()
    _here.seen = seen
    try:
        yield seen
    finally:
        _here.seen = None
        _stop()


def _start() -> None:
    global _recording  # noqa: PLW0603 - the filters of the warnings module are global, so is their user count
    with _lock:
        if _recording == 0:
            context = warnings.catch_warnings()
            context.__enter__()
            _open.append(context)
            shown = warnings.showwarning

            def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
                seen = getattr(_here, "seen", None)
                if seen is None:
                    shown(message, category, *place)
                else:
                    seen.append((category.__name__, str(message)))

            warnings.simplefilter("always")
            warnings.showwarning = show  # type: ignore[assignment]
        _recording += 1


def _stop() -> None:
    global _recording  # noqa: PLW0603
    with _lock:
        _recording -= 1
        if _recording == 0:
            _open.pop().__exit__(None, None, None)
