"""Files that are whole or not there: written beside their place, and renamed once all is said."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Where to write so that `path` changes only when everything is written, and not at all when that fails.

    A link keeps leading where it leads, an old file keeps its permissions; pipes and devices are written to as they
    are, and so is a file in a folder that takes no new ones.
    """
    place = path.resolve()
    old = place.stat() if place.exists() else None
    if (old is not None and not place.is_file()) or not os.access(place.parent, os.W_OK):
        yield path
        return
    new = place.parent / f".errbar-{secrets.token_hex(8)}"
    try:
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        yield new
        if old is not None:
            new.chmod(old.st_mode & 0o7777)
        new.replace(place)
    finally:
        new.unlink(missing_ok=True)
