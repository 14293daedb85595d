"""Every benchmark, each in a process of its own: one table of ratios, goals and what they are held against.

Adds the table to `benchmarks/history.csv` and says which ratios moved: those whose range of repeats does not meet the
range of the last run on the same machine.

python benchmarks/everything.py [--csv bench.csv] [--only shared parallel] [--forget]
"""

from __future__ import annotations

from ratio import COLUMNS, parser  # isort: skip  (sets one thread before NumPy is imported)

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import history

ANCHORS = {  # what each script's ratios are held against
    "import_time": "import numpy, scipy.special",
    "overhead": "bare clone, fit, predict, loss",
    "shared": "bare clone, fit, predict",
    "large": "bytes of X; seconds of fits",
    "parallel": "bare loop, or half of it",
    "threads": "two processes",
    "leave_out": "refitting every split",
    "kfold_components": "a sum of squares",
    "bounds": "SciPy, confseq, loops",
    "rank": "collect, or seconds",
    "lab": "scikit-learn's loop",
    "audit": "its bare fits",
    "report": "one bare figure",
    "score": "a scorer call for each draw",
    "tables": "the bare DuckDB query",
}
MARKS = {True: "met", False: "MISSED", None: "-"}


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--only", nargs="+", choices=tuple(ANCHORS), default=tuple(ANCHORS))
    options.add_argument("--forget", action="store_true", help="add nothing to the history")
    given = options.parse_args()
    here, rows, failed = Path(__file__).parent, [], []
    with tempfile.TemporaryDirectory() as folder:
        for script in given.only:
            path = Path(folder, f"{script}.csv")
            print(f"-- {script}", flush=True)
            if subprocess.run([sys.executable, here / f"{script}.py", "--csv", path], check=False).returncode:
                failed.append(script)
                continue
            with path.open(newline="", encoding="utf-8") as file:
                rows += [{"script": script, **row} for row in csv.DictReader(file)]
    for line in lines(rows, history.read()):
        print(line)
    if not given.forget:
        history.add(rows)
    if given.csv is not None:
        with given.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, ("script", *COLUMNS))
            writer.writeheader()
            writer.writerows(rows)
    if failed:
        sys.exit(f"These ended with an error: {', '.join(failed)}.")


def lines(rows: list[dict[str, str]], before: list[dict[str, str]]) -> list[str]:
    """The table: ratio with its range, goal, anchor, and whether it moved."""
    found = ["", f"Everything, on {history.machine()}"]
    for row in rows:
        median, low, high = (float(row[name]) for name in ("median", "low", "high"))
        mark, change = MARKS[history.met(row["goal"], median)], history.moved(row, before)
        numbers = f"{median:9.3g} ({low:.3g} - {high:.3g})"
        found.append(
            f"{row['what']:<58} {numbers:<28} {row['goal']:<14} {mark:<7} {ANCHORS[row['script']]:<32} {change}"
        )
    missed = sum(history.met(row["goal"], float(row["median"])) is False for row in rows)
    changes = [history.moved(row, before) for row in rows]
    better, worse = (sum(change.startswith(word) for change in changes) for word in ("better", "worse"))
    return [*found, f"{len(rows)} ratios: {missed} goals missed; {better} better and {worse} worse beyond their noise."]


if __name__ == "__main__":
    main()
