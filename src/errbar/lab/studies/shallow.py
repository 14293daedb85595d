"""Stumps and shallow trees, where intervals for an algorithm are weakest: choose another variable, and all changes."""

from __future__ import annotations

from collections.abc import Sequence

from errbar.lab.studies.calibration import ENOUGH, block_rows, draw, summary
from errbar.lab.studies.calibration_cells import NEARBY, CellBlock
from errbar.lab.study import Claim, Findings, How, Row, Study, stated

COMPARED = ("corrected_t", "conservative_z", "calibrated_t")
BLOCKS = (
    CellBlock("sum of votes", 400, ("tree of 2 levels", "tree of 4 levels"), "shallow"),
    CellBlock("product of votes", 300, ("tree of 2 levels", "tree"), "shallow"),
)
NEARBY_BLOCKS = (
    CellBlock("phoneme", 300, ("stump", "tree of 3 levels"), "shallow"),
    CellBlock("letter", 200, ("stump", "tree"), "shallow"),
)


def run(how: How) -> Findings:
    """300 data sets a cell at full scale; the real tables only where they lie beside the checkout."""
    chosen = (*BLOCKS, *(NEARBY_BLOCKS if NEARBY.is_dir() else ()))
    rows = [row for block in chosen for row in block_rows(block, how, COMPARED)]
    return Findings(rows, claims(rows), {"shallow": draw(rows)})


def claims(rows: Sequence[Row]) -> list[Claim]:
    """What the specification says of such learners, and what was seen."""
    seen = {name: summary(rows, name) for name in COMPARED}
    enough = min(row["sets"] for row in rows) >= ENOUGH
    ours, corrected, careful = (seen[name] for name in ("calibrated_t", "corrected_t", "conservative_z"))

    return [
        stated(
            "calibrated_t covers more than corrected_t, on average and at the lowest",
            f"mean {ours['mean']:.3f} against {corrected['mean']:.3f}, lowest {ours['lowest']:.3f} against "
            f"{corrected['lowest']:.3f}",
            ours["mean"] > corrected["mean"] and ours["lowest"] > corrected["lowest"],
            enough,
        ),
        stated(
            "it is inside [0.935, 0.975] in more cells than corrected_t and conservative_z",
            f"{ours['in_band']:.2f} against {corrected['in_band']:.2f} and {careful['in_band']:.2f}",
            ours["in_band"] > max(corrected["in_band"], careful["in_band"]),
            enough,
        ),
        stated("no cell is below 0.90", f"lowest {ours['lowest']:.3f}", ours["lowest"] >= 0.90, enough),
    ]


STUDY = Study("Stumps and shallow trees: coverage where it is hardest", ("errbar_calibrated", "nadeau2003"), run, 500)
