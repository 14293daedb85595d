"""Work that may have crashed a worker process, done once more in a process of its own: then it is known who did it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

KILLED = "SIGKILL(-9)"  # what the kernel does to who takes too much memory: may go well the next time


class WorkerDiedError(RuntimeError):
    """A fit that ended its worker process; says by which signal or exit code."""


def alone(call: Callable[..., Any], *arguments: Any) -> Any:
    """What the call gives in a new process.

    Raises
    ------
    WorkerDiedError : that process died.
    """
    from joblib.externals.loky import ProcessPoolExecutor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    executor = ProcessPoolExecutor(max_workers=1)
    try:
        return executor.submit(call, *arguments).result()
    except BrokenProcessPool as cause:
        raise WorkerDiedError(how_it_died(cause)) from None
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def how_it_died(cause: BaseException) -> str:
    """The signals or exit codes that joblib saw, such as SIGSEGV(-11) or EXIT(3)."""
    found = re.search(r"exit codes of the workers are \{(.+)\}", str(cause))
    return "nobody knows of what" if found is None else found[1]
