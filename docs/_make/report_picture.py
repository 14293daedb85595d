"""Photographs the report that the tutorial writes, light and dark, with Chromium (the package `chromium`)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from page_pictures import scope_after
from renew import DOCS, PICTURES

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-sync", "--disable-component-update", "--disable-quic", "--hide-scrollbars", "--window-size=960,1180",
)  # fmt: skip
SCHEMES = {"dark": "0", "light": "1"}  # as Chromium counts them


def photograph(page: Path, folder: Path) -> None:
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    if browser is None:
        sys.exit("no Chromium: install the package `chromium`")
    for scheme, number in SCHEMES.items():
        picture = PICTURES / f"report-{scheme}.png"
        flags = [f"--user-data-dir={folder / scheme}", f"--blink-settings=preferredColorScheme={number}"]
        command = [browser, *FLAGS, *flags, f"--screenshot={picture}", page.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        os.chdir(name)
        scope_after(DOCS / "tutorial" / "ten-minutes.md")
        photograph(Path(name, "report.html").resolve(), Path(name))
        os.chdir(DOCS)
