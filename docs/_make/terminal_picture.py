"""Draws the terminal of the front page: runs the command of the tutorial and sets what it prints in a window."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text
from sklearn.datasets import load_breast_cancer

from renew import DOCS, PICTURES, write

TUTORIAL = DOCS / "tutorial" / "ten-minutes.md"
WIDTH = 80
# rich's own format without its fonts from the network, and without a title bar
WINDOW = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font: 14px sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def command() -> str:
    """The `errbar compare` of the tutorial, with its line ends."""
    (found,) = re.findall(r"^```sh\n(errbar compare .*?)\n```$", TUTORIAL.read_text(encoding="utf-8"), re.M | re.S)
    return str(found)


def printed(line: str) -> str:
    """What it prints, in a terminal of `WIDTH` columns, in a folder that is thrown away."""
    words = [sys.executable, "-m", "errbar", *shlex.split(line.replace("\\\n", " "))[1:]]
    with tempfile.TemporaryDirectory() as folder:
        load_breast_cancer(as_frame=True).frame.to_csv(Path(folder) / "tumours.csv", index=False)
        env = os.environ | {"COLUMNS": str(WIDTH), "OMP_NUM_THREADS": "1"}
        return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=True).stdout


def draw() -> None:
    line = command()
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.assemble(("$ ", "green"), (line, "bold")))
    console.print(Text("\n" + printed(line).rstrip()), highlight=False)
    write(PICTURES / "terminal.svg", console.export_svg(title="errbar", code_format=WINDOW, unique_id="errbar"))


if __name__ == "__main__":
    draw()
