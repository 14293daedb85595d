"""How often intervals of `replace_one` hold, and how wide they are: writes docs/results/replace-one.{csv,json,md}.

    python docs/_make/replace_one.py [SETS] [DATA]

The cells of the calibration suite with 100 and 300 examples whose learners are computed together, asked as the suite
asks them, with `corrected_t` beside it. DATA is a folder with the suite's tables; without it those bundled with
scikit-learn stand in. Cells that replace-one.csv has already, with as many sets, are kept as they are.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from errbar.lab.studies import calibration_cells as suite
from errbar.lab.studies.calibration import block_rows
from errbar.lab.study import How
from errbar.run.store.fingerprint import versions
from renew import RESULTS, write

SEED, SETS, SIZES = 17, 200, (100,)
METHODS = ("replace_one", "corrected_t")
TABLE = RESULTS / "replace-one.csv"
Row = dict[str, Any]

WORDS = """# Replacing one example at a time

How often nominal 95 % intervals of `replace_one` (5 folds; all examples of a half replaced one after another) held the
error of the algorithm, or the difference of two, and how wide they were, on the cells of the
[calibration suite](calibration.md) with {sizes} examples whose learners are computed together; beside it `corrected_t`
over its 25 random splits.

{findings}

{sets} data sets a cell, so that a coverage of 0.95 has a standard error of {error:.3f}. Made by `{command}`. With exact
binomial intervals: {{download}}`replace-one.csv`.

| problem | learner | n | fits | coverage | width | of `corrected_t`: coverage | width |
|---|---|---|---|---|---|---|---|
"""


def paired(rows: list[Row]) -> list[tuple[Row, Row]]:
    """Of each cell both methods."""
    first, second = ([row for row in rows if row["method"] == name] for name in METHODS)
    return list(zip(first, second, strict=True))


def findings(rows: list[Row]) -> str:
    told = []
    for words, two in (("one model", False), ("a difference", True)):
        pairs = [(a, b) for a, b in paired(rows) if (" - " in a["learner"]) is two]
        covered = [[float(row["coverage"]) for row in side] for side in zip(*pairs, strict=True)]
        wider = [float(a["width"]) / float(b["width"]) for a, b in pairs]
        told.append(
            f"- {words}: {min(covered[0]):.3f} to {max(covered[0]):.3f}, {np.mean(covered[0]):.3f} on average (of "
            f"`corrected_t` {np.mean(covered[1]):.3f}); {min(wider):.1f} to {max(wider):.1f} times as wide as "
            f"`corrected_t`, {np.median(wider):.1f} times in the middle cell."
        )
    return "\n".join(told)


def kept_rows(sets: int) -> dict[tuple[str, int], list[Row]]:
    """Those of the table with so many sets, by problem and size."""
    found: dict[tuple[str, int], list[Row]] = {}
    if TABLE.exists():
        with TABLE.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["sets"] == str(sets):
                    found.setdefault((row["problem"], int(row["n"])), []).append(row)
    return found


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    if len(sys.argv) > 2:
        suite.NEARBY = Path(sys.argv[2])
    rows, kept = [], kept_rows(sets)
    for block in suite.blocks():
        if block.cost == "shared" and block.n in SIZES:
            how = How(scale=sets / block.sets, seed=SEED, progress=False)
            rows += kept.get((block.problem, block.n)) or block_rows(block, how, METHODS)
            with TABLE.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
    command = f"python docs/_make/replace_one.py {sets} DATA"
    about = {"command": command, "seed": SEED, "versions": versions()}
    write(RESULTS / "replace-one.json", json.dumps(about, indent=1) + "\n")
    lines = [
        f"| {a['problem']} | {a['learner']} | {a['n']} | {a['fits']} | {float(a['coverage']):.3f} | {a['width']} | "
        f"{float(b['coverage']):.3f} | {b['width']} |"
        for a, b in paired(rows)
    ]
    words = {"sizes": " and ".join(map(str, SIZES)), "findings": findings(rows), "sets": sets, "command": command}
    error = float((0.95 * 0.05 / sets) ** 0.5)
    write(RESULTS / "replace-one.md", WORDS.format(error=error, **words) + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
