"""One BLAS/OpenMP thread per fit, serial fits too, so that the bytes do not depend on who else is working."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from errbar.run.while_used import WhileUsed

_limit = WhileUsed()  # of the whole process


@contextmanager
def one_thread() -> Iterator[None]:
    """Native thread pools have one thread each until the last user leaves.

    BLAS counts its threads per process and OpenMP per calling thread, so one limit is shared and one is our own.
    """
    pools = _pools(len(sys.modules))
    with _limit.by(lambda: pools.limit(limits=1)), pools.select(user_api="openmp").limit(limits=1):
        yield


@lru_cache(maxsize=1)
def _pools(n_modules: int) -> Any:  # noqa: ARG001 - a new number means new libraries: only then they are looked for
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
