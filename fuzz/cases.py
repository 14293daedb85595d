"""What command lines and calls have in common: limits of time and memory, a pool of processes, counts, the corpus."""

from __future__ import annotations

import contextlib
import json
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SLOW, HANGS, LARGE = 20, 120, 2 * 1024 * 1024  # seconds of work, and by the clock; kilobytes
CHUNKS_PER_PROCESS = 100
FEW = 20  # verbs with fewer cases are not counted apart


class TooSlow(BaseException):
    """Not an Exception: nobody on the way may take it for one of theirs."""


@dataclass(frozen=True)
class Ended:
    """How one case ended; `why` says what was wrong with that."""

    case: Any
    verb: str
    outcome: str
    seconds: float
    why: str


@dataclass(frozen=True)
class Kind:
    """One kind of cases. `chunk(seed, number)` and `replayed(cases)` are run in other processes."""

    name: str
    chunk: Callable[[int, int], list[Ended]]
    replayed: Callable[[list[Any]], list[Ended]]
    size: int
    corpus: Path

    def known(self) -> list[Any]:
        """Cases that failed once."""
        return [json.loads(line) for line in self.corpus.read_text(encoding="utf-8").splitlines() if line.strip()]

    def keep(self, failed: list[Ended]) -> None:
        known = self.known()
        with self.corpus.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(one.case) + "\n" for one in failed if one.case not in known)


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """`TooSlow` after 20 seconds of work, or two minutes by the clock."""
    signal.signal(signal.SIGALRM, _too_slow)
    signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, SLOW)
    signal.setitimer(signal.ITIMER_REAL, HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _too_slow(*_: object) -> None:
    raise TooSlow


def too_large() -> str:
    return "more than 2 GB" if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > LARGE else ""


def run_many(kind: Kind, seed: int, processes: int, cases: int | None, seconds: float) -> list[Ended]:
    """The corpus first; then as many cases as were asked for, or as the time allows."""
    chunks = float("inf") if cases is None else -(-cases // kind.size)
    stop = time.monotonic() + seconds if cases is None else float("inf")
    found: list[Ended] = []
    with ProcessPoolExecutor(processes, max_tasks_per_child=CHUNKS_PER_PROCESS) as pool:
        running = {pool.submit(kind.replayed, kind.known())}
        number = 0
        while number < chunks and time.monotonic() < stop:
            running.add(pool.submit(kind.chunk, seed, number))
            number += 1
            if len(running) >= 2 * processes:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                found += _told(done)
                _tell_progress(kind, found, cases)
        found += _told(running)
    kind.keep([one for one in found if one.why])
    print_counts(kind, found, seed)
    return found


def _told(done: set[Future[list[Ended]]]) -> list[Ended]:
    """The results; failures are printed as they come."""
    found = [one for future in done for one in future.result()]
    for one in found:
        if one.why:
            print(f"FAILED {json.dumps(one.case)[:1500]}\n       {one.why}", flush=True)
    return found


def _tell_progress(kind: Kind, found: list[Ended], cases: int | None) -> None:
    """A line for each tenth chunk: a long run says how far it is."""
    if len(found) // kind.size % 10 == 0:
        asked = f" of {cases:,}" if cases is not None else ""
        failed = sum(bool(one.why) for one in found)
        print(
            f"{time.strftime('%H:%M:%S')} {len(found):,}{asked} {kind.name}, {failed} failed",
            file=sys.stderr,
            flush=True,
        )


def print_counts(kind: Kind, found: list[Ended], seed: int) -> None:
    counts, verbs = Counter((one.verb, one.outcome) for one in found), Counter(one.verb for one in found)
    named = [verb for verb in sorted(verbs) if verbs[verb] >= FEW]
    outcomes = sorted({one.outcome for one in found})
    wide = max(8, *(len(outcome) + 2 for outcome in outcomes)) if outcomes else 8
    print(f"{'verb':<24}" + "".join(f"{outcome:>{wide}}" for outcome in outcomes))
    for verb in named:
        print(f"{verb:<24}" + "".join(f"{counts[verb, outcome]:>{wide}}" for outcome in outcomes))
    rest = [sum(n for (verb, end), n in counts.items() if end == outcome and verb not in named) for outcome in outcomes]
    print(f"{'(others)':<24}" + "".join(f"{n:>{wide}}" for n in rest))
    failed, slowest = sum(bool(one.why) for one in found), max((one.seconds for one in found), default=0.0)
    print(f"{len(found):,} {kind.name}, seed {seed}: {failed} failed, slowest {slowest:.1f} s", flush=True)
