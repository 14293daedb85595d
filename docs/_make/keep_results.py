"""Keep a study's table among the reference results: docs/results/NAME.csv, and NAME.json with command and versions.

    errbar lab run NAME --out FOLDER
    python docs/_make/keep_results.py FOLDER

Numbers are rounded to six figures; power curves (quantity "rejection") are left to the figures.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

from renew import RESULTS


def short(text: str) -> str:
    try:
        return f"{float(text):.6g}" if "." in text or "e" in text else text
    except ValueError:
        return text


def keep(folder: Path) -> Path:
    settings = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    with (folder / "table.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row.get("quantity") != "rejection"]
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{settings['study']}.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: short(value) for name, value in row.items()} for row in rows)
    path.with_suffix(".json").write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        sys.stdout.write(f"{keep(Path(argument))}\n")
