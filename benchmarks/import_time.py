"""`import errbar` against `import numpy, scipy.special`, each in a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys
import time

from ratio import ratio


def importing(what: str):
    def run() -> None:
        subprocess.run([sys.executable, "-c", f"import {what}"], check=True)

    return run


def main() -> None:
    for name, what, goal in (
        ("import errbar / import numpy, scipy.special", "errbar", "<= 1.25"),
        ("... and every verb and method loaded", "errbar.api, errbar.methods", "(what the first call adds)"),
    ):
        baseline = importing("numpy, scipy.special")
        print(ratio(name, importing(what), baseline, goal=goal, repeats=15, clock=time.perf_counter))


if __name__ == "__main__":
    main()
