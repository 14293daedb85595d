"""Run command lines in process, with everything that can be typed and every kind of file; count how each ends.

A case fails if it ends with 70 or an exception, with a code that no such command has, takes more than 20 seconds or
2 GB, changes a file that it only reads, prints what a terminal would obey, JSON that is none, or an error of more than
a few lines. Failing command lines are kept in `corpus.txt` and replayed first.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
import tempfile
import time
import warnings
from pathlib import Path
from unittest.mock import patch

from fuzz.cases import SLOW, Ended, Kind, TooSlow, limited, too_large
from fuzz.command_words import command
from fuzz.files import About, kept, write_files

CHUNK = 40
CODES = {0, 2, 3}
GATES = {1, 4}


def ended(words: list[str], folder: Path, before: About) -> tuple[Ended, About]:
    """Run one command line in `folder`, whose files were `before`; and what they are after it."""
    from errbar.cli.main import run

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    start = time.process_time()
    code, why = None, ""
    try:
        with limited(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
            code = int(run(words))
    except TooSlow:
        why = f"more than {SLOW} s"
    except BaseException as error:
        why = f"{type(error).__name__}: {error}"[:300]
    seconds = time.process_time() - start
    said, told = (_text(stream) for stream in (out, err))
    after = kept(folder)
    why = why or _wrong(words, code, said, told) or _changed(before, after) or too_large()
    return Ended(words, _verb(words), f"exit {code}", seconds, why), after


def _verb(words: list[str]) -> str:
    return " ".join(words[: 2 if words[:1] in (["lab"], ["store"]) else 1])[:20] if words else ""


def _changed(before: About, after: About) -> str:
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
    gate = words[:1] == ["gate"] or any(word.startswith("--margin") for word in words)
    if code not in CODES | (GATES if gate else set()):
        return f"exit {code}: {told.strip()[-300:]}"
    if "Traceback" in told or len(told) > 6000:
        return f"{len(told)} characters of errors: {told[-200:]}"
    if any((ord(char) < 32 and char not in "\n\t") or 127 <= ord(char) < 160 for char in said + told):
        return "control characters in the output"
    if code == 2 and "\nerrbar: " not in f"\n{told}" and "Usage" not in said + told:
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
    home = Path.cwd()
    found = []
    with tempfile.TemporaryDirectory(prefix="errbar-fuzz-") as name:
        folder = Path(name)
        write_files(folder)
        about = kept(folder)
        os.chdir(folder)
        try:
            for words in commands:
                with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())):
                    one, about = ended(words, folder, about)
                found.append(one)
        finally:
            os.chdir(home)
    return found


COMMANDS = Kind("command lines", chunk, replayed, CHUNK, Path(__file__).with_name("corpus.txt"))
