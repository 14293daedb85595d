"""Call the Python verbs with everything that can be handed in, and hold every answer to what an answer promises.

A case is the text of one call. It fails with any exception but errbar's own, an error that is not a short printable
line, more than 20 seconds or 2 GB, a warning out of NumPy, or an answer that breaks what `fuzz/promises.py` says.
Failing calls are kept in `verbs.txt` and replayed first.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
import time
import warnings
from pathlib import Path
from typing import Any

from fuzz.calls import call
from fuzz.cases import SLOW, Ended, Kind, TooSlow, limited, too_large

CHUNK = 400
LONGEST = 1300  # characters of an error


def ended(verb: str, text: str) -> Ended:
    """Evaluate the text of one call, and look at what came of it."""
    from errbar.errors import ErrbarError, ErrbarWarning
    from fuzz.namespace import NAMESPACE, home
    from fuzz.promises import broken

    start, outcome, why = time.process_time(), "answer", ""
    code = compile(text, "<case>", "eval")
    quiet = contextlib.redirect_stderr(io.StringIO())
    try:
        with limited(), warnings.catch_warnings(), quiet, contextlib.chdir(home()):  # a store may be called anything
            warnings.simplefilter("ignore")
            warnings.filterwarnings("error", category=RuntimeWarning, module="errbar")
            warnings.simplefilter("ignore", ErrbarWarning)
            why = broken(eval(code, {**NAMESPACE}))
    except ErrbarError as error:
        outcome, why = "errbar's error", _unreadable(str(error))
    except TooSlow:
        outcome, why = "too slow", f"more than {SLOW} s"
    except BaseException as error:
        outcome, why = "other", f"{type(error).__name__}: {error}"[:300] + _where(error)
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
    return Ended([verb, text], verb, outcome, time.process_time() - start, why or too_large())


def _unreadable(told: str) -> str:
    if not told.strip() or len(told) > LONGEST:
        return f"an error of {len(told)} characters: {told[:200]}"
    return "" if told.isprintable() else f"not printable: {told[:200]!r}"


def _where(error: BaseException) -> str:
    """The last line of errbar that it went through."""
    import traceback

    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "errbar/" in frame.filename]
    return f" at {Path(frames[-1].filename).name}:{frames[-1].lineno} {frames[-1].name}" if frames else ""


def chunk(seed: int, number: int) -> list[Ended]:
    rng = random.Random(f"verbs/{seed}/{number}")
    return replayed([[*call(rng)] for _ in range(CHUNK)])


def replayed(calls: list[Any]) -> list[Ended]:
    return [ended(verb, text) for verb, text in calls]


VERBS = Kind("calls", chunk, replayed, CHUNK, Path(__file__).with_name("verbs.txt"))
