"""The pages of the manual, and the fenced blocks in them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [path for path in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in path.parts]
FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(path, language):
    return [code for name, code in FENCE.findall(path.read_text(encoding="utf-8")) if name == language]
