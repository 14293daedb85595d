"""Every benchmark, each in a process of its own: one table of all ratios, printed and written as CSV.

python benchmarks/everything.py [--csv bench.csv] [--only shared parallel]
"""

from __future__ import annotations

from ratio import COLUMNS, Ratio, parser  # isort: skip  (sets one thread before NumPy is imported)

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPTS = (
    "import_time", "overhead", "shared", "parallel", "leave_out", "kfold_components", "bounds", "rank", "lab", "audit",
    "report", "score", "tables",
)  # fmt: skip


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--only", nargs="+", choices=SCRIPTS, default=SCRIPTS)
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
    print("\nEverything")
    for row in rows:
        print(Ratio(row["what"], *(float(row[name]) for name in ("median", "low", "high")), row["goal"]))
    if given.csv is not None:
        with given.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, ("script", *COLUMNS))
            writer.writeheader()
            writer.writerows(rows)
    if failed:
        sys.exit(f"These ended with an error: {', '.join(failed)}.")


if __name__ == "__main__":
    main()
