"""A fit that takes too long is stopped where that can be done: by an alarm in the main thread of a POSIX process."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

GRACE_SECONDS = 5.0  # that a worker process may stay in compiled code after the alarm before it is ended


class TimeLimitError(TimeoutError):
    """A fit that was stopped at `timeout` seconds."""


class _Alarm(BaseException):
    """No Exception, so that a model that tries several things does not take it for one of them that failed."""


@contextmanager
def limited(seconds: float | None, driver: int) -> Iterator[None]:
    """Stop what is inside after so many seconds; a worker that does not even hear the alarm is ended altogether.

    In threads of the driver other than the main one, and where there are no alarms (Windows), nothing is stopped. A
    worker whose fits run in threads, as those of Dask do, hears no alarm: it is ended, and another one takes its place.
    """
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return
    if threading.current_thread() is not threading.main_thread():
        with _thread_ended_after(seconds + GRACE_SECONDS, worker=os.getpid() != driver):
            yield
        return

    def ring(*_: Any) -> None:
        raise _Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        with _ended_after(seconds + GRACE_SECONDS, worker=os.getpid() != driver):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0.0)
    except _Alarm:
        raise TimeLimitError(f"the fit took longer than timeout={seconds:g} seconds and was stopped.") from None
    finally:
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _thread_ended_after(seconds: float, *, worker: bool) -> Iterator[None]:
    """A worker process ends after so many seconds of a fit in one of its threads; each has a clock of its own."""
    if not worker:
        yield
        return
    clock = threading.Timer(seconds, os._exit, (1,))
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()


@contextmanager
def _ended_after(seconds: float, *, worker: bool) -> Iterator[None]:
    """A worker process ends after so many seconds, also if it never comes back from compiled code."""
    if not worker:
        yield
        return
    with Path(os.devnull).open("w") as nowhere:
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
