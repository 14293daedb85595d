"""The committed tables, cell by cell: measured_cells.csv, which `docs/_make/measured_record.py` writes."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class MeasuredCell(NamedTuple):
    """How often one method's nominal 95 % intervals held, for one learner (or two of them) at one n."""

    method: str
    plan: str
    fits: int
    family: str
    counted: bool
    comparing: bool
    n: int
    coverage: float
    sets: int


@cache
def measured_cells() -> tuple[MeasuredCell, ...]:
    """Every cell that was kept."""
    text = files("errbar.types").joinpath("measured_cells.csv").read_text(encoding="utf-8")
    return tuple(
        MeasuredCell(
            row["method"],
            row["plan"],
            int(row["fits"]),
            row["family"],
            row["counted"] == "True",
            row["comparing"] == "True",
            int(row["n"]),
            float(row["coverage"]),
            int(row["sets"]),
        )
        for row in csv.DictReader(text.splitlines())
    )
