"""Run command lines in process, with everything that can be typed and every kind of file; count how each ends.

A case fails if it ends with 70 or an exception, with a code that no such command has, takes more than 20 seconds or
2 GB, changes a file that it only reads, prints what a terminal would obey, JSON that is none, or an error of more than
a few lines. Failing command lines are kept in `corpus.txt` and replayed first.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import resource
import secrets
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

import typer.main

from fuzz.files import kept, write_files
from fuzz.words import command

CORPUS = Path(__file__).with_name("corpus.txt")
SLOW, HANGS, LARGE = 20, 120, 2 * 1024 * 1024  # seconds of work, and by the clock; kilobytes
CHUNK = 40
CODES = {0, 2, 3}
GATES = {1, 4}


GET_COMMAND = cache(typer.main.get_command)  # built once, not for every command line


class TooSlow(BaseException):
    """Not an Exception: nobody on the way may take it for one of theirs."""


@dataclass(frozen=True)
class Ended:
    """How one command line ended; `why` says what was wrong with that."""

    words: list[str]
    code: int | None
    seconds: float
    why: str

    @property
    def verb(self) -> str:
        return " ".join(self.words[: 2 if self.words[:1] in (["lab"], ["store"]) else 1])[:20] if self.words else ""


def ended(words: list[str], folder: Path) -> Ended:
    """Run one command line in `folder`."""
    from errbar.cli.main import run

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    before = kept(folder)
    start = time.process_time()
    code, why = None, ""
    signal.setitimer(signal.ITIMER_PROF, SLOW)
    signal.setitimer(signal.ITIMER_REAL, HANGS)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
            code = int(run(words))
    except TooSlow:
        why = f"more than {SLOW} s"
    except BaseException as error:
        why = f"{type(error).__name__}: {error}"[:300]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.process_time() - start
    said, told = (_text(stream) for stream in (out, err))
    why = why or _wrong(words, code, said, told) or _changed(before, kept(folder))
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > LARGE:
        why = why or "more than 2 GB"
    return Ended(words, code, seconds, why)


def _changed(before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]) -> str:
    """What became of files that are only read, and whether something half written was left."""
    for path, about in before.items():
        if after.get(path) != about:
            return f"{Path(path).name} was changed"
    left = [path for path in after if ".errbar-" in path]
    return f"{left[0]} was left behind" if left else ""


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]


def _wrong(words: list[str], code: int | None, said: str, told: str) -> str:
    """What no command may do, whatever it is asked; "" if it did none of it."""
    gate = any(word.startswith("--margin") for word in words)
    if code not in CODES | (GATES if gate else set()):
        return f"exit {code}: {told.strip()[-300:]}"
    if "Traceback" in told or len(told) > 6000:
        return f"{len(told)} characters of errors: {told[-200:]}"
    if any((ord(char) < 32 and char not in "\n\t") or 127 <= ord(char) < 160 for char in said + told):
        return "control characters in the output"
    if code == 2 and not told.startswith("errbar:") and "Usage" not in said + told:
        return f"exit 2 without a sentence: {told[:200]}"
    if code in (0, *GATES) and "--json" in words and "--help" not in words:
        try:
            json.loads(said)
        except ValueError:
            return f"no JSON: {said[:100]}"
    return ""


def chunk(seed: int, number: int) -> list[Ended]:
    """Forty cases in a folder of their own."""
    from errbar.errors import ErrbarWarning

    warnings.simplefilter("ignore", ErrbarWarning)
    rng = random.Random(f"{seed}/{number}")
    return replayed([command(rng) for _ in range(CHUNK)])


def replayed(commands: list[list[str]]) -> list[Ended]:
    signal.signal(signal.SIGALRM, _too_slow)
    signal.signal(signal.SIGPROF, _too_slow)
    home = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="errbar-fuzz-") as name:
        folder = Path(name)
        write_files(folder)
        os.chdir(folder)
        try:
            with patch.object(typer.main, "get_command", GET_COMMAND):
                return [ended(words, folder) for words in commands]
        finally:
            os.chdir(home)


def _too_slow(*_: object) -> None:
    raise TooSlow


def corpus() -> list[list[str]]:
    """Command lines that failed once."""
    return [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines() if line.strip()]


def keep(failed: list[Ended]) -> None:
    known = corpus()
    new = [one.words for one in failed if one.words not in known]
    with CORPUS.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(words) + "\n" for words in new)


def main() -> int:
    asked = _arguments()
    seed = secrets.randbelow(2**32) if asked.seed is None else asked.seed
    print(f"seed {seed}")
    chunks = None if asked.cases is None else -(-asked.cases // CHUNK)
    stop = time.monotonic() + asked.seconds if chunks is None else float("inf")
    found: list[Ended] = []
    with ProcessPoolExecutor(asked.processes, max_tasks_per_child=50) as pool:
        old = corpus()
        if old:
            found += pool.submit(replayed, old).result()
        number, running = 0, set()
        while (chunks is None or number < chunks) and time.monotonic() < stop:
            running.add(pool.submit(chunk, seed, number))
            number += 1
            if len(running) >= 2 * asked.processes:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                found += _told(done)
        found += _told(running)
    failed = [one for one in found if one.why]
    keep(failed)
    _print_counts(found)
    slowest = max((one.seconds for one in found), default=0.0)
    print(f"{len(found):,} command lines, seed {seed}: {len(failed)} failed, slowest {slowest:.1f} s")
    return 1 if failed else 0


def _told(done: set[object]) -> list[Ended]:
    """The results; failures are printed as they come."""
    found = [one for future in done for one in future.result()]  # type: ignore[attr-defined]
    for one in found:
        if one.why:
            print(f"FAILED {json.dumps(one.words)[:600]}\n       {one.why}", flush=True)
    return found


def _print_counts(found: list[Ended]) -> None:
    counts = Counter((one.verb, one.code) for one in found)
    verbs = Counter(one.verb for one in found)
    named = [verb for verb in sorted(verbs) if verbs[verb] >= 20]
    codes = sorted({code for _, code in counts}, key=str)
    print(f"{'verb':<20}" + "".join(f"{code!s:>8}" for code in codes))
    for verb in named:
        print(f"{verb:<20}" + "".join(f"{counts[verb, code]:>8}" for code in codes))
    rest = [sum(n for (verb, c), n in counts.items() if c == code and verb not in named) for code in codes]
    print(f"{'(no verb)':<20}" + "".join(f"{n:>8}" for n in rest))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, help="how many; else as many as --seconds allow")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--processes", type=int, default=2, choices=(1, 2))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
