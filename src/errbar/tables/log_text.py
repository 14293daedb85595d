"""What readers of logs share: looking inside JSON, naming an item by what it is, counting."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from errbar.errors import InputError
from errbar.tables.file_text import check_mark, explain_encoding, parsed, plain, shown

Kind = TypeVar("Kind")
LONGEST_NAME = 60  # characters of an item's text that name it


def inside(data: Any, *keys: str) -> Any:
    """What stands there; None where nothing does."""
    for key in keys:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def must_be(kind: type[Kind], where: str, what: str, value: Any) -> Kind:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f"{where} is damaged: its {what} is {shown(value)}.")
    return value


def item_name(text: Any, *more: Any) -> str:
    """A name that tells an item from others in every run: the beginning of its text, and a hash of all of it.

    >>> item_name({"q": "What is 2 + 2?"})
    'What is 2 + 2? (b0d2aa67)'
    """
    whole = json.dumps([text, *more], sort_keys=True, ensure_ascii=True, default=str)
    first = next(iter(text.values()), "") if isinstance(text, Mapping) else text
    start = " ".join(str(first).split())[:LONGEST_NAME]
    return plain(f"{start} ({hashlib.sha256(whole.encode()).hexdigest()[:8]})")


def check_count(name: str, said: int, found: int, what: str, *, drop: bool) -> list[str]:
    """Refuse a log that counts other results than it holds; with `drop`, a note where there are fewer."""
    if said == found:
        return []
    told = f"{name} says it has {said:,} {what}, and {found:,} can be read"
    if drop and found < said:
        return [f"{told}."]
    raise InputError(f"{told}: it is damaged, or was changed.")


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The lines that hold anything, with their numbers."""
    check_mark(str(path))
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                try:
                    line.decode("utf-8")
                except UnicodeDecodeError:
                    explain_encoding(str(path))
                yield number, parsed(f"{path.name}, line {number}", line.removeprefix(b"\xef\xbb\xbf"))


def keys_there(data: Any) -> str:
    """What there is to choose from, for an error."""
    if isinstance(data, list):
        return f"a list of {len(data):,}" + (f", the first with {keys_there(data[0])}" if data else "")
    if isinstance(data, Mapping):
        names = [shown(str(key)).strip("'\"") for key in list(data)[:20]]
        return f"the keys {', '.join(names)}" + (" and more" if len(data) > 20 else "") if names else "no keys"
    return shown(data)
