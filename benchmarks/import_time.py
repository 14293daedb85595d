"""`import errbar` against `import numpy, scipy.special`, each in a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

from ratio import Ratio, parser, ratio, report


def importing(what: str):
    def run() -> None:
        subprocess.run([sys.executable, "-c", f"import {what}"], check=True)

    return run


def ratios() -> Iterator[Ratio]:
    for name, what, goal in (
        ("import errbar / import numpy, scipy.special", "errbar", "<= 1.25"),
        (
            "... and every verb and method loaded",
            "errbar.verbs.evaluate, errbar.verbs.compare, errbar.verbs.score, errbar.methods",
            "-",
        ),
    ):
        baseline = importing("numpy, scipy.special")
        yield ratio(name, importing(what), baseline, goal=goal, repeats=15, clock=time.perf_counter)


if __name__ == "__main__":
    report(ratios(), parser(__doc__).parse_args().csv)
