"""The folder of a store: a small file system of its own where that may be mounted, so that it can really be full."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

MEGABYTES = 24


def _mount(*words: str) -> bool:
    try:
        return subprocess.run(["mount", *words], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@dataclass
class Box:
    """`folder` is there from the start; `own` says whether it is a file system."""

    folder: Path
    own: bool = False

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.own = _mount("-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(self.folder))

    def fill(self) -> None:
        """Not a byte is left."""
        with (self.folder / "ballast").open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"\0" * 4096)
            except OSError:
                return

    def empty(self) -> None:
        (self.folder / "ballast").unlink(missing_ok=True)

    def lock_up(self) -> bool:
        """Read-only; only while nobody writes."""
        return self.own and _mount("-o", "remount,ro", str(self.folder))

    def unlock(self) -> None:
        _mount("-o", f"remount,rw,size={MEGABYTES}m", str(self.folder))

    def close(self) -> None:
        if self.own:
            subprocess.run(["umount", "-l", str(self.folder)], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
