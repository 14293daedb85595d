"""One BLAS/OpenMP thread per fit, serial fits too, so that the bytes do not depend on who else is working."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

_lock = threading.Lock()
_users = 0
_limit: list[Any] = []  # the limit of the whole process, while anybody needs it


@contextmanager
def one_thread() -> Iterator[None]:
    """Native thread pools have one thread each until the last user leaves.

    BLAS counts its threads per process and OpenMP per calling thread, so one limit is shared and one is our own.
    """
    pools = _pools(len(sys.modules))
    _enter(pools)
    try:
        with pools.select(user_api="openmp").limit(limits=1):
            yield
    finally:
        _leave()


@lru_cache(maxsize=1)
def _pools(n_modules: int) -> Any:  # noqa: ARG001 - a new number means new libraries: only then they are looked for
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _enter(pools: Any) -> None:
    global _users  # noqa: PLW0603 - the pools are global, so is the number of their users
    with _lock:
        if _users == 0:
            _limit.append(pools.limit(limits=1))
        _users += 1


def _leave() -> None:
    global _users  # noqa: PLW0603
    with _lock:
        _users -= 1
        if _users == 0:
            _limit.pop().restore_original_limits()
