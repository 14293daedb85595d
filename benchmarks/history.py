"""What was measured before: one row per ratio and run, by machine; and which ratios moved by more than their noise."""

from __future__ import annotations

import csv
import os
import platform
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

HISTORY = Path(__file__).parent / "history.csv"
COLUMNS = ("when", "machine", "script", "what", "median", "low", "high", "goal")
Row = Mapping[str, str]


def machine() -> str:
    """Processor, cores and versions: only ratios of one machine are held beside each other."""
    names = re.findall(r"^model name\s*:\s*(.+)$", _cpuinfo(), re.MULTILINE)
    processor = re.sub(r"\s+|\((R|TM)\)", " ", names[0]).strip() if names else platform.machine()
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy", "scikit-learn"))
    return f"{re.sub(' +', ' ', processor)}, {os.cpu_count()} cores, Python {platform.python_version()}, {packages}"


def _cpuinfo() -> str:
    path = Path("/proc/cpuinfo")
    return path.read_text(encoding="utf-8") if path.exists() else ""


def met(goal: str, median: float) -> bool | None:
    """Whether a goal such as `>= 30` or `<= 16 x 1.2` is met; None where there is none."""
    found = re.match(r"(>=|<=|<|>)\s*([\d.]+)(?:\s*x\s*([\d.]+))?", goal)
    if found is None:
        return None
    limit = float(found[2]) * float(found[3] or 1)
    return {">=": median >= limit, "<=": median <= limit, "<": median < limit, ">": median > limit}[found[1]]


def read(path: Path = HISTORY) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def add(rows: Sequence[Row], path: Path = HISTORY) -> None:
    """Rows of a run that has ended, under what was there."""
    new = not path.exists()
    when, here = datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ"), machine()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerows({**row, "when": when, "machine": here} for row in rows)


def moved(row: Row, before: Sequence[Row]) -> str:
    """Beside the last one of this machine: `better` or `worse` where their ranges do not meet.

    A row without a goal has no direction, and has only moved.
    """
    here = machine()
    old = [one for one in before if (one["machine"], one["script"], one["what"]) == (here, row["script"], row["what"])]
    if not old:
        return "new"
    last = old[-1]
    up, down = float(row["low"]) > float(last["high"]), float(row["high"]) < float(last["low"])
    if not (up or down):
        return ""
    word = "moved" if met(row["goal"], 0.0) is None else "better" if up == row["goal"].startswith(">") else "worse"
    return f"{word}: was {float(last['median']):.3g} on {last['when'][:10]}"
