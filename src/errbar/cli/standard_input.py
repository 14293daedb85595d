"""A table on standard input, as `-` names it -> a file that every reader can open, until the command ends."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import typer

from errbar.errors import InputError

STDIN = "-"
BEGINS = {b"PAR1": ".parquet", b"\x1f\x8b": ".csv.gz", b"{": ".jsonl"}  # else CSV


def spooled(path: str) -> str:
    """The path, or that of what standard input holds."""
    if path != STDIN:
        return path
    folder = tempfile.mkdtemp(prefix="errbar-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = getattr(sys.stdin, "buffer", sys.stdin)
    content = source.read()
    whole = content.encode() if isinstance(content, str) else content
    if not whole.strip():
        raise InputError("Standard input is empty: - reads a table from it.")
    end = next((end for start, end in BEGINS.items() if whole.lstrip()[:4].startswith(start)), ".csv")
    file = Path(folder) / f"standard input{end}"
    file.write_bytes(whole)
    return str(file)


def spooled_path(path: Path) -> Path:
    return Path(spooled(str(path)))


def spooled_all(paths: list[str]) -> list[str]:
    """For commands that read several; one of them may be standard input."""
    if paths.count(STDIN) > 1:
        raise InputError("Standard input can be read once: name - once.")
    return [spooled(path) for path in paths]


def files(metavar: str, help: str) -> Any:
    """The argument of a command that reads several files, or standard input."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, callback=spooled_all)
