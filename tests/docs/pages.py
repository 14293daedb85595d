"""The pages of the manual, and the fenced blocks in them."""

import re
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in path.parts]
FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def checked(script, monkeypatch):
    """What a script of the manual exits with when it is asked whether its pages are current: 0, None or a complaint."""
    monkeypatch.setattr(sys, "argv", [script, "--check"])
    try:
        runpy.run_path(str(ROOT / "docs" / "_make" / script), run_name="__main__")
    except SystemExit as done:
        return done.code
    return None


def blocks(path, language):
    return [code for name, code in FENCE.findall(path.read_text(encoding="utf-8")) if name == language]
