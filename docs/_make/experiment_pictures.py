"""Draws the figures of Bengio and Grandvalet's experiments from the kept tables, and those of Larsen and Hansen's study
from a run of it (`errbar lab run larsen-hansen`, half a minute): docs/pictures/NAME.svg.

    python docs/_make/experiment_pictures.py [FOLDER of the run, whose figures are taken]
"""

from __future__ import annotations

import csv
import shutil
import sys
from pathlib import Path
from typing import Any

from matplotlib import rc_context

from errbar.lab.studies.share_figures import share_bars, variance_lines, variance_panels
from renew import PICTURES, RESULTS

LARSEN_HANSEN = ("figure-1", "table", "comparison", "split")


def kept(study: str) -> list[dict[str, Any]]:
    words = ("world", "varied")
    with (RESULTS / f"{study}.csv").open(newline="", encoding="utf-8") as file:
        return [
            {k: v if k in words else float(v) if "." in v or "e" in v else int(v) for k, v in row.items()}
            for row in csv.DictReader(file)
        ]


def figures() -> dict[str, Any]:
    second = kept("bengio-grandvalet-2")
    by = {
        x: {w: [r for r in second if (r["world"], r["varied"]) == (w, x)] for w in ("no outliers", "outliers")}
        for x in ("n", "K")
    }
    n, k = (by["n"], "n", "n, examples (10 folds)"), (by["K"], "n_folds", "K, folds (n = 120)")
    return {
        "bengio-grandvalet-1": variance_lines(kept("bengio-grandvalet-1"), "Ten independent training and test sets"),
        "bengio-grandvalet-n": variance_panels(*n, "The variance of 10-fold and its parts"),
        "bengio-grandvalet-folds": variance_panels(*k, "The variance of K-fold and its parts"),
        "bengio-grandvalet-shares-n": share_bars(*n, "What the variance of 10-fold is made of"),
        "bengio-grandvalet-shares-folds": share_bars(*k, "What the variance of K-fold is made of"),
    }


def draw(folder: Path | None) -> None:
    with rc_context({"svg.hashsalt": "errbar"}):
        for name, figure in figures().items():
            figure.savefig(PICTURES / f"{name}.svg", metadata={"Date": None})
    if folder is not None:
        for name in LARSEN_HANSEN:
            shutil.copyfile(folder / f"larsen-hansen-{name}.svg", PICTURES / f"larsen-hansen-{name}.svg")


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if sys.argv[1:] else None)
