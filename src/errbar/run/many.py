"""The same question to many data sets: in parallel, resumable, with the time it will take said first.

Set i depends on the seed and i alone, so neither workers nor a restart nor more sets later change what it gives.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import Any

import numpy as np

from errbar.check import check_jobs
from errbar.core.arrays import Floats
from errbar.errors import FitError
from errbar.run.one_thread import one_thread
from errbar.run.spread.alone import KILLED, WorkerDiedError, alone
from errbar.run.store.file import Place, StoredRow, connect, explained, read
from errbar.run.store.fingerprint import fingerprint, versions
from errbar.run.store.patient import Patient
from errbar.show.progress import progress_bar

Ask = Callable[[int], Floats]
Answered = tuple[list[int], Floats, float]  # sets, what they gave, and the seconds it took

SECONDS = 0.5  # of work that is sent to a worker at once
CHUNKS = 8  # at least so many per worker, so that all finish together


def ask_sets(
    ask: Ask,
    n_sets: int,
    *,
    start: int = 0,
    size: int,
    key: Sequence[Any] | None,
    about: Mapping[str, Any],
    opening: str = "",
    n_jobs: int | None = None,
    store: Place | None = None,
    progress: bool | None = None,
    announce: Callable[[str], None] | None = None,
) -> Floats:
    """Sets x numbers.

    Parameters
    ----------
    ask : set number -> `size` numbers; must travel to other processes.
    start : the number of the first of the `n_sets` sets; those before it were asked earlier.
    key : all that the answers depend on (None: nothing is kept).
    about : what `errbar store ls` shows.
    opening : said before anything is computed.
    store : a file that keeps every finished set.
    progress, announce : a bar, and who is told how long it will take; None means on a terminal.
    """
    from joblib import effective_n_jobs

    n_jobs = check_jobs(n_jobs)
    tell = announce or _on_terminal(progress)
    answers, kept = np.empty((n_sets, size)), FinishedSets(None if key is None else store, key or (), about, size)
    finished = kept.found(range(start, start + n_sets))
    for number, found in finished.items():
        answers[number - start] = found
    missing = [number for number in range(start, start + n_sets) if number not in finished]
    if missing:
        kept.check_writable()
    if len(missing) < n_sets:
        tell(f"{n_sets - len(missing)} of {n_sets} data sets are finished already.")
    if missing and opening:
        tell(opening)
    workers = effective_n_jobs(n_jobs)
    with closing(kept), progress_bar(n_sets, n_sets - len(missing), progress) as advance:
        for numbers, found, seconds in _answers(ask, missing, workers, tell):
            answers[np.subtract(numbers, start)] = found
            kept.keep(numbers, found, seconds)
            if advance is not None:
                advance(len(numbers))
    return answers


def _answers(ask: Ask, missing: Sequence[int], workers: int, tell: Callable[[str], None]) -> Iterator[Answered]:
    """The first set here, timed; the others where there is room."""
    if not missing:
        return
    first, rest = missing[0], list(missing[1:])
    answer = _ask(ask, [first])
    yield answer
    if not rest:
        return
    seconds = answer[2]
    workers = min(workers, len(rest))
    tell(
        f"One data set takes about {seconds:.2g} s: {len(rest)} more in about {_words(seconds * len(rest) / workers)}"
        + (f" on {workers} workers." if workers > 1 else ".")
    )
    wide = max(1, min(round(SECONDS / max(seconds, 1e-6)), len(rest) // (CHUNKS * workers)))
    chunks = [rest[start : start + wide] for start in range(0, len(rest), wide)]
    if workers == 1:
        yield from (_ask(ask, chunk) for chunk in chunks)
    else:
        yield from _by_workers(ask, chunks, workers)


def _by_workers(ask: Ask, chunks: Sequence[list[int]], workers: int) -> Iterator[Answered]:
    """Every chunk; what was under way when a worker died is asked again set by set, in a process of its own."""
    from joblib.externals.loky.process_executor import BrokenProcessPool

    left = {chunk[0]: chunk for chunk in chunks}
    while left:
        out: list[list[int]] = []
        try:
            for answer in _through_joblib(ask, list(left.values()), workers, out):
                del left[answer[0][0]]
                yield answer
        except BrokenProcessPool:
            for chunk in [chunk for chunk in out if chunk[0] in left]:
                for number in left.pop(chunk[0]):
                    yield _alone(ask, number)


def _through_joblib(ask: Ask, chunks: list[list[int]], workers: int, out: list[list[int]]) -> Iterator[Answered]:
    """The answers as they come; `out` fills with the chunks that were sent."""
    from joblib import Parallel, delayed

    def sent() -> Iterator[Any]:
        for chunk in chunks:
            out.append(chunk)
            yield delayed(_ask)(ask, chunk)

    parallel = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1, pre_dispatch=3 * workers)
    yield from parallel(sent())


def _alone(ask: Ask, number: int) -> Answered:
    """One set in a process of its own; one that was killed for its memory may try twice."""
    try:
        answer: Answered = alone(_ask, ask, [number])
        return answer
    except WorkerDiedError as cause:
        if str(cause) == KILLED:
            with suppress(WorkerDiedError):
                again: Answered = alone(_ask, ask, [number])
                return again
        raise FitError(
            f"Data set {number}: a model ended the worker process, alone too ({cause}): a crash in compiled code, or "
            "out of memory? The finished data sets are in the store, if there is one."
        ) from cause


def _ask(ask: Ask, numbers: list[int]) -> Answered:
    start = time.perf_counter()
    with one_thread():
        found = np.stack([ask(number) for number in numbers])
    return numbers, found, time.perf_counter() - start


class FinishedSets:
    """The answers of finished sets in errbar's store; nothing is found and nothing kept where there is no file."""

    def __init__(self, path: Place | None, key: Sequence[Any], about: Mapping[str, Any], size: int) -> None:
        self._path, self._size = path, size
        self._patient: Patient | None = None
        if path is None:
            return
        now = versions()
        self._run, self._about = fingerprint("sets", *key, now), json.dumps({**about, "versions": now})

    def found(self, numbers: Iterable[int]) -> dict[int, Floats]:
        """Of these sets the finished ones."""
        if self._path is None:
            return {}
        with explained(self._path), closing(connect(self._path, create=True)) as connection:
            rows = {n: read(connection, self._path, self._run, _label(n), self._size) for n in numbers}
        return {number: row.losses for number, row in rows.items() if row is not None}

    def check_writable(self) -> None:
        """Refuse a store that can be read only, before any set."""
        if self._path is not None:
            self._patient = Patient(self._path)
            self._patient.check_writable()

    def keep(self, numbers: Sequence[int], found: Floats, seconds: float) -> None:
        if self._patient is None:
            return
        rows = [StoredRow(_label(n), one, seconds / len(found), 0.0, ()) for n, one in zip(numbers, found, strict=True)]
        self._patient.keep([(self._run, self._about, rows)])
        self._patient.tell()

    def close(self) -> None:
        if self._patient is not None:
            self._patient.close()
            self._patient.tell()


def _label(number: int) -> bytes:
    return fingerprint("set", number)


def _on_terminal(progress: bool | None) -> Callable[[str], None]:
    shown = sys.stderr.isatty() if progress is None else progress
    return to_stderr if shown else _silent


def to_stderr(text: str) -> None:
    sys.stderr.write(text + "\n")


def _silent(text: str) -> None:
    """Nobody listens."""


def _words(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
