"""Generated files are written where they are not current; with `--check` they are only named."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RESULTS = DOCS / "results"
PICTURES = DOCS / "pictures"


def renew(wanted: Mapping[Path, str], gone: Iterable[Path] = ()) -> None:
    """Give every path its text, and remove what is generated no more."""
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    gone = sorted(gone)
    if "--check" in sys.argv:
        names = ", ".join(path.name for path in [*stale, *gone])
        sys.exit(f"not current: {names}; `make pages` renews them" if names else 0)
    for path in stale:
        write(path, wanted[path])
    for path in gone:
        path.unlink()


def write(path: Path, text: str) -> None:
    """All of it or nothing: a reader never sees half a file."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
