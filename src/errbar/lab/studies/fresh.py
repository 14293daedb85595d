"""Classifiers on cells that shaped nothing: do the defaults for 0/1 losses follow from the rule here too?"""

from __future__ import annotations

from collections.abc import Sequence

from errbar.lab.studies.calibration import BAND, ENOUGH, OTHER_LOSSES, block_rows, chosen, draw, summary
from errbar.lab.studies.calibration_cells import NEARBY, SIZES, CellBlock
from errbar.lab.study import Claim, Findings, How, Row, Study, stated

COMPARED = ("corrected_t", "corrected_wilson", "conservative_z", "calibrated_t")
CHEAP = COMPARED[:2]
QUICK = {"rarer class": ("naive Bayes", "5 neighbours"), "moons": ("linear discriminant", "5 neighbours")}
NEARBY_QUICK = {"phoneme": ("naive Bayes",)}
OTHERS = {
    "apart": ("linear discriminant", "naive Bayes"),
    "mixed": ("linear discriminant", "5 neighbours"),
    "digits": ("linear discriminant", "naive Bayes"),
}
NEARBY_OTHERS = {"spambase": ("linear discriminant", "naive Bayes"), "letter": ("5 neighbours",)}
FITTED = {"apart": ("tree", "logistic"), "moons": ("tree", "logistic")}


def blocks() -> tuple[tuple[CellBlock, tuple[str, ...]], ...]:
    """Every block with its methods; the real tables only where they lie beside the checkout."""
    near = NEARBY.is_dir()
    quick, others = QUICK | (NEARBY_QUICK if near else {}), OTHERS | (NEARBY_OTHERS if near else {})
    return (
        *((CellBlock(problem, n, names, "fresh"), COMPARED) for n in SIZES for problem, names in quick.items()),
        *((CellBlock(problem, n, names, "fresh"), CHEAP) for n in SIZES[:2] for problem, names in others.items()),
        *((CellBlock(problem, n, names, "fresh"), CHEAP) for n in SIZES[:2] for problem, names in FITTED.items()),
    )


def run(how: How) -> Findings:
    """500 data sets a cell at full scale."""
    rows = [row for block, methods in blocks() for row in block_rows(block, how, methods)]
    return Findings(rows, claims(rows), {"fresh": draw(rows)})


def counted(fresh: Sequence[Row], edges: Sequence[Row], suite: Sequence[Row]) -> list[Row]:
    """All cells of classifiers, as the rule for defaults reads them: fresh ones, the edges', and the suite's."""
    at_edges = [
        {
            **row,
            "problem": row["cell"],
            "learner": "a - b" if row["part"] == "differences" else "m",
            "method": row["note"].split(";")[0] if row["method"] == "default" else row["method"],
        }
        for row in edges
        if row["part"] in ("few errors", "differences")
    ]
    rows = [*fresh, *at_edges, *(row for row in suite if row["problem"] not in OTHER_LOSSES)]
    shares = [float(row["coverage"]) for row in rows]
    return [
        {**row, "coverage": share, "width": float(row["width"]), "in_band": BAND[0] <= share <= BAND[1]}
        for row, share in zip(rows, shares, strict=True)
    ]


def one_model(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if " - " not in row["learner"]]


def differences(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if " - " in row["learner"]]


def claims(rows: Sequence[Row]) -> list[Claim]:
    """What the defaults rest on."""
    enough = min(row["sets"] for row in rows) >= ENOUGH

    found = []
    for what, some in (("one classifier", one_model(rows)), ("two classifiers", differences(rows))):
        named, seen = chosen(some), {name: summary(some, name) for name in CHEAP}
        text = ", ".join(f"{name} {s['mean']:.3f} (lowest {s['lowest']:.3f})" for name, s in seen.items())
        counting, plain = seen["corrected_wilson"], seen["corrected_t"]
        found.append(
            stated(
                f"for {what}, counting errors is below 0.93 in no more cells than corrected_t",
                f"{counting['below']:.2f} against {plain['below']:.2f}; mean coverage {text}; of these cells alone the "
                f"rule names {named}",
                counting["below"] <= plain["below"],
                enough,
            )
        )
    return found


STUDY = Study("Classifiers on fresh cells: what the defaults rest on", ("nadeau2003", "errbar_calibrated"), run, 900)
