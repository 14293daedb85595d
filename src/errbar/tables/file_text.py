"""The text of a file, or one sentence that says why it cannot be read."""

from __future__ import annotations

import codecs
import json
from pathlib import Path
from typing import Any

from errbar.errors import InputError

LARGEST_JSON = 4 * 2**30  # bytes of a log in one piece of JSON, which is held in memory
CHUNK = 2**20  # bytes that are looked at in one go
SHOWN = 80  # characters of a cell or a name that an error repeats
MARKS = ((codecs.BOM_UTF32_LE, "UTF-32"), (codecs.BOM_UTF32_BE, "UTF-32"),
         (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))  # fmt: skip


def shown(value: Any) -> str:
    r"""A value out of a file as an error may print it: cut short, and nothing that moves a terminal's cursor.

    >>> shown("\x1b[31mred")
    "'\\x1b[31mred'"
    >>> len(shown("x" * 1000))
    85
    """
    text = value if isinstance(value, str) else repr(value)
    cut = text[:SHOWN] + "..." if len(text) > SHOWN else text
    return ascii(cut) if not _is_unicode(cut) else repr(cut) if isinstance(value, str) else cut


def told(value: Any) -> str:
    r"""A name as it stands, where it is short and prints; else as `shown`.

    >>> told("item 1"), told(7), told("\x07")
    ('item 1', '7', "'\\x07'")
    """
    text = str(value)
    return text if len(text) <= SHOWN and text.isprintable() else shown(text)


def plain(value: str) -> str:
    r"""Text that can be written as UTF-8: halves of characters are spelled out.

    >>> plain("a\ud800")
    'a\\ud800'
    """
    return value.encode("utf-8", "backslashreplace").decode()


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def parsed(name: str, text: bytes) -> Any:
    """JSON, or a sentence."""
    if len(text) > LARGEST_JSON:
        raise InputError(f"{name} is JSON of {len(text):,} bytes; errbar reads up to {LARGEST_JSON:,}.")
    try:
        return json.loads(text)
    except UnicodeDecodeError:
        raise InputError(f"{name} is not JSON: it is no text in UTF-8.") from None
    except ValueError as cause:
        raise InputError(f"{name} is not JSON: {cause}.") from None
    except RecursionError:
        raise InputError(f"{name} is nested too deeply to be read as JSON.") from None


def check_mark(path: str) -> None:
    """Refuse text in UTF-16 or UTF-32, which opens with a mark."""
    with Path(path).open("rb") as file:
        start = file.read(4)
    for mark, encoding in MARKS:
        if start.startswith(mark):
            raise _other(Path(path).name, encoding)


def explain_encoding(path: str) -> None:
    """Raise a sentence where a file is not UTF-8; it is read to its end for that."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    done = 0
    with Path(path).open("rb") as file:
        while chunk := file.read(CHUNK):
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError as cause:
                line = 1 + _lines(path, done + max(cause.start, 0))
                raise _other(Path(path).name, "Latin-1 or Windows-1252", f" in line {line:,}") from None
            done += len(chunk)


def _lines(path: str, end: int) -> int:
    """Line ends before a place."""
    n = 0
    with Path(path).open("rb") as file:
        while end > 0 and (chunk := file.read(min(CHUNK, end))):
            n += chunk.count(b"\n")
            end -= len(chunk)
    return n


def _other(name: str, encoding: str, where: str = "") -> InputError:
    code = "WINDOWS-1252" if "1252" in encoding else encoding
    return InputError(
        f"{name} is not UTF-8{where}; it looks like {encoding}: save it as UTF-8, for example with "
        f"iconv -f {code} -t UTF-8."
    )
