"""A setting of the whole process: the first user makes it, the last one takes it back, in whatever threads they are."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager


class WhileUsed:
    """How many use one setting, and the setting while there are any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._made: list[AbstractContextManager[object]] = []

    @contextmanager
    def by(self, make: Callable[[], AbstractContextManager[object]]) -> Iterator[None]:
        """One more user; `make` gives the setting, and is asked where there was none."""
        with self._lock:
            if self._users == 0:
                made = make()
                made.__enter__()
                self._made.append(made)
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if self._users == 0:
                    self._made.pop().__exit__(None, None, None)
