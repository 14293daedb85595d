"""One BLAS/OpenMP thread per fit, serial fits too, so that the bytes do not depend on who else is working."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any


def one_thread() -> Any:
    """A context in which native thread pools of this thread have one thread.

    Looking for the pools costs a millisecond, so it is repeated only after something new was imported.
    """
    return _pools(len(sys.modules)).limit(limits=1)


@lru_cache(maxsize=1)
def _pools(n_modules: int) -> Any:  # noqa: ARG001 - a new number means new libraries
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
