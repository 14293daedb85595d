"""Draws the pictures of the tutorial and the gallery by running the code on the page.

Each `{image}` shows the axes that the block above it made, so that a picture and its code cannot differ."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from doctest import DocTestParser
from io import StringIO
from pathlib import Path
from typing import Any

from matplotlib import pyplot, rc_context

from renew import DOCS, PICTURES

PAGES = (DOCS / "tutorial" / "ten-minutes.md", DOCS / "gallery.md")
STEP = re.compile(r"^```python\n(?P<code>.*?)^```$|^```\{image\} \S*?pictures/(?P<picture>[\w-]+)\.svg$", re.M | re.S)
OTHERS = {"terminal"}  # drawn by terminal_picture.py


def scope_after(page: Path, shown: Callable[[Any, str], None] | None = None) -> dict[str, Any]:
    """All blocks of a page in one namespace; `shown` is told of every picture, and of the axes above it."""
    scope: dict[str, Any] = {}
    with redirect_stdout(StringIO()):
        for step in STEP.finditer(page.read_text(encoding="utf-8")):
            if step["code"] is not None:
                for example in DocTestParser().get_examples(step["code"]):
                    exec(compile(example.source, page.name, "single"), scope)
            elif shown is not None and step["picture"] not in OTHERS:
                shown(scope.pop("ax"), step["picture"])
    return scope


def save(ax: Any, name: str) -> None:
    figure = ax.figure if hasattr(ax, "figure") else ax[0].figure
    with rc_context({"svg.hashsalt": "errbar", "svg.fonttype": "path"}):
        figure.savefig(PICTURES / f"{name}.svg", metadata={"Date": None}, bbox_inches="tight", pad_inches=0.1)
    pyplot.close(figure)


if __name__ == "__main__":
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for one in PAGES:
            scope_after(one, save)
        os.chdir(here)
