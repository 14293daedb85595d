"""Keep a study's table among the reference results: docs/results/NAME.csv, and NAME.json with command and versions.

    errbar lab run NAME --out FOLDER
    python docs/_make/keep_results.py FOLDER

Numbers are rounded to six figures. Power curves (quantity "rejection") are packed beside the table, NAME.power.csv.gz,
for the figures that `python docs/_make/nadeau_bengio_figures.py` draws. `--curves FOLDER` keeps them alone, from a run
of another scale, which NAME.power.json tells.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from pathlib import Path

from renew import RESULTS

CURVES = ("rejection", "rejection of another")  # quantities


def short(text: str) -> str:
    try:
        return f"{float(text):.6g}" if "." in text or "e" in text else text
    except ValueError:
        return text


def written(rows: list[dict[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: short(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def keep(folder: Path, *, alone: bool = False) -> Path:
    settings = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    with (folder / "table.csv").open(newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{settings['study']}.csv"
    curves = [row for row in found if row.get("quantity") in (CURVES if alone else CURVES[:1])]
    if curves:
        packed = gzip.compress(written(curves).encode("utf-8"), mtime=0)
        path.with_suffix(".power.csv.gz").write_bytes(packed)
    about = path.with_suffix(".power.json" if alone else ".json")
    about.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    if not alone:
        path.write_text(written([row for row in found if row.get("quantity") != CURVES[0]]), encoding="utf-8")
    return path


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        if argument != "--curves":
            sys.stdout.write(f"{keep(Path(argument), alone='--curves' in sys.argv)}\n")
