"""Seconds as a process lives them that would like to work: on a machine that others use too, fewer than the clock's."""

from __future__ import annotations

import threading
import time

SPIN_SECONDS = 0.02  # long enough not to pass for somebody who only looks in
EVERY_SECONDS = 0.5


class FairClock:
    """Tries now and then how long a little work takes, and counts time by that."""

    def __init__(self) -> None:
        self.seconds = 0.0
        threading.Thread(target=self._tick, daemon=True).start()

    def _tick(self) -> None:
        share, before = 1.0, time.monotonic()
        while True:
            time.sleep(EVERY_SECONDS)
            start, work = time.monotonic(), time.thread_time()
            while time.thread_time() - work < SPIN_SECONDS:
                pass
            share = 0.8 * share + 0.2 * min(1.0, SPIN_SECONDS / (time.monotonic() - start))
            now = time.monotonic()
            self.seconds += (now - before) * share
            before = now


FAIR = FairClock()
