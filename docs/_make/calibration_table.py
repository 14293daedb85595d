"""Writes docs/results/calibration.md and its picture from docs/results/calibration.csv; `--check` only compares.

errbar lab run calibration --scale S --random-state SEED --store calibration.db --out FOLDER
python docs/_make/keep_results.py FOLDER
make pages
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from typing import Any

from errbar.lab.studies.calibration import (
    BAND,
    FRESH,
    HEAVY_TAILS,
    LEAST,
    MOST_BELOW,
    MOST_WIDE,
    OTHER_LOSSES,
    SPLITS_AND_HALVES,
    chosen,
    draw,
    of_method,
    summary,
)
from errbar.lab.studies.calibration_cells import SIZES
from errbar.methods import METHODS
from measured_record import rows_by
from renew import PICTURES, RESULTS, renew

LEARNERS = {
    "linear": ("least squares", "ridge", "linear discriminant", "logistic"),
    "neighbours": ("5 neighbours", "5 neighbours (regression)"),
    "naive Bayes": ("naive Bayes",),
    "tree": ("tree",),
    "forest": ("forest",),
}
TABLE = RESULTS / "calibration.csv"
PAGE = TABLE.with_suffix(".md")
PICTURE = PICTURES / "calibration.svg"
KFOLDS = RESULTS / "kfold-coverage.json"

INTRODUCTION = """# The calibration suite

Nominal 95 % intervals, and how often they held what they are for. Made by `{command}`.{note}

{cells} cells ({single} of one model, {differences} of a difference), {sets} data sets a cell, {intervals:,} intervals
in all. A coverage has a standard error of {errors}; the column "sets" tells which. Learners that are computed together
have the most data sets; forests have 200, and only methods of 25 fits or fewer. **No cell of this table was used to \
design
anything.** Worlds like the simulated ones were, to design and validate `calibrated_t`, at other n and with other seeds;
nothing like the real tables was. On the {fresh} cells of real tables that all three have answered its mean coverage is
{ours:.3f}, that of `corrected_t` {corrected:.3f} and of `conservative_z` {careful:.3f}.

**Rule for defaults.** Among the methods for the algorithm that read the splits at hand and are at most {wide:g} times
as wide as `corrected_t`: those that cover less than {least} in at most {below:.0%} of the cells, or, where there are
none, in the fewest cells; of these, the one nearest to 95 % on average; of equals, the narrowest. Splits at hand are 25
random ones; where all splits are computed together and fits cost next to nothing, the 315 of halvings compete too.
For losses that are not 0 or 1 the rule names, on this table, {one_cheap} for one model ({one_dear} with halvings) and
{two_cheap} for a difference ({two_dear} with halvings). For 0/1 losses it is asked of this table, the
[fresh cells](fresh.md) and the [edges](edges.md) together, which have the method that counts errors, and names
`corrected_wilson` for one model (`calibrated_t` with halvings) and for a difference.

**What was asked of `calibrated_t` before it may be a default**: more cells in the band than `corrected_t` and
`conservative_z` ({band_ours:.2f} against {band_corrected:.2f} and {band_careful:.2f}), mean coverage of at least 0.945
({mean_ours:.3f}), no cell below 0.90 but for rare outliers (lowest {lowest_calm:.3f}; with them {lowest_ours:.3f}).

**What follows.** `eb.evaluate` takes `calibrated_t` for the sizes studied if its splits are computed together; \
elsewhere
`corrected_wilson` where errors are counted and `corrected_t` where not. Comparisons keep to 25 splits: `calibrated_t` \
is several times wider where
two learners are nearly alike (`inputs`, least squares - ridge).

## By method

![Coverage of every method in every cell](../pictures/calibration.svg)

In the band: coverage from {low} to {high}.

| method | interval for | cells | mean coverage | lowest cell | in the band | below {least} |
|---|---|---|---|---|---|---|
"""


OVER_FOLDS = """## Over folds

`cv=10` and ten times ten folds are in no cell of the suite for `corrected_t`, which it asks over 25 random splits. A
smaller study has them: {cells} cells with learners that are computed together, {sets} data sets each (`{command}`;
{{download}}`kfold-coverage.csv`). Beside them stands the band that many papers print, mean ± one standard deviation of
the fold scores, taken as if it were a 95 % interval. Over ten folds it is nearly the interval of `corrected_t`, which \
is
t · √(1/10 + 1/9) = 1.04 standard deviations wide on either side.

| plan | interval | mean coverage | lowest cell | highest | below 0.93 |
|---|---|---|---|---|---|
"""


def read() -> list[dict[str, Any]]:
    """The committed rows, numbers as numbers."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    for row in rows:
        row |= {name: int(row[name]) for name in ("n", "fits", "sets", "seed")}
        row |= {name: float(row[name]) for name in ("coverage", "low", "high", "width", "truth")}
        row["in_band"] = row["in_band"] == "True"
    return rows


def page(rows: Sequence[dict[str, Any]], settings: dict[str, Any]) -> str:
    """Methods, then every cell side by side."""
    methods = sorted(dict.fromkeys(row["method"] for row in rows), key=lambda name: summary(rows, name)["off"])
    cells = list(dict.fromkeys((row["problem"], row["learner"], row["n"], row["sets"]) for row in rows))
    sets_of = [row["sets"] for row in rows]
    fewest = min(sets_of)
    fresh = _complete(
        [row for row in rows if row["problem"] in FRESH], ("calibrated_t", "corrected_t", "conservative_z")
    )
    facts = {
        "command": settings["command"],
        "note": f" {settings['note']}" if "note" in settings else "",
        "cells": len(cells),
        "single": sum(" - " not in cell[1] for cell in cells),
        "differences": sum(" - " in cell[1] for cell in cells),
        "sets": _range(f"{fewest}", f"{max(sets_of)}"),
        "intervals": sum(sets_of),
        "fresh": len({(row["problem"], row["learner"], row["n"]) for row in fresh}),
        "ours": summary(fresh, "calibrated_t")["mean"],
        "corrected": summary(fresh, "corrected_t")["mean"],
        "careful": summary(fresh, "conservative_z")["mean"],
        "errors": _range(*(f"{(0.95 * 0.05 / sets) ** 0.5:.3f}" for sets in (max(sets_of), fewest))),
    }
    facts["lowest_calm"] = summary([row for row in rows if row["problem"] not in HEAVY_TAILS], "calibrated_t")["lowest"]
    for models, pair in (("one", False), ("two", True)):
        some = [row for row in rows if row["problem"] in OTHER_LOSSES and (" - " in row["learner"]) == pair]
        facts[f"{models}_cheap"] = f"`{chosen(some)}`"
        facts[f"{models}_dear"] = f"`{chosen(some, SPLITS_AND_HALVES)}`"
    ours = summary(rows, "calibrated_t")
    facts |= {"band_ours": ours["in_band"], "mean_ours": ours["mean"], "lowest_ours": ours["lowest"]}
    for name, method in (("corrected", "corrected_t"), ("careful", "conservative_z")):
        facts[f"band_{name}"] = summary(rows, method)["in_band"]
    constants = {"least": LEAST, "below": MOST_BELOW, "wide": MOST_WIDE, "low": BAND[0], "high": BAND[1]}
    lines = [INTRODUCTION.format(**facts, **constants).rstrip("\n")]
    target = {row["method"]: row["target"] for row in rows}
    for name in methods:
        s = summary(rows, name)
        lines.append(
            f"| `{name}` | {target[name]} | {s['cells']} | {s['mean']:.3f} | {s['lowest']:.2f} | {s['in_band']:.2f} "
            f"| {s['below']:.2f} |"
        )
    lines += ["", *_by_kind(rows, methods), "", *_over_folds()]
    lines += ["", "## By cell", "", "Coverage (median width); bold: in the band.", ""]
    lines.append("| problem | learner | n | sets | " + " | ".join(f"`{name}`" for name in methods) + " |")
    lines.append("|---|---|---|---|" + "---|" * len(methods))
    known = {(row["problem"], row["learner"], row["n"], row["method"]): row for row in rows}
    for problem, learner, n, sets in cells:
        found = [known.get((problem, learner, n, name)) for name in methods]
        lines.append(f"| {problem} | {learner} | {n} | {sets} | " + " | ".join(map(_cell, found)) + " |")
    return "\n".join(lines) + "\n"


def _complete(rows: Sequence[dict[str, Any]], methods: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of those cells that every one of the methods has answered."""
    cells = [{_cell_of(row) for row in of_method(rows, name)} for name in methods]
    return [row for row in rows if _cell_of(row) in set.intersection(*cells)]


def _cell_of(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["problem"], row["learner"], row["n"]


def _by_kind(rows: Sequence[dict[str, Any]], methods: Sequence[str]) -> list[str]:
    """Mean coverage by size and by kind of learner."""
    kinds: dict[str, list[dict[str, Any]]] = {f"n = {n:,}": [r for r in rows if r["n"] == n] for n in SIZES}
    kinds |= {name: [r for r in rows if r["learner"] in learners] for name, learners in LEARNERS.items()}
    kinds["a difference"] = [row for row in rows if " - " in row["learner"]]
    kinds["rare outliers"] = [row for row in rows if row["problem"] in HEAVY_TAILS]
    lines = ["## By size and kind of learner", "", "Mean coverage, and the share of the cells below "
             f"{LEAST}.", "", f"| method | {' | '.join(kinds)} |", "|---|" + "---|" * len(kinds)]  # fmt: skip
    for name in methods:
        found = [summary(some, name) if of_method(some, name) else None for some in kinds.values()]
        told = ["-" if s is None else f"{s['mean']:.3f} ({s['below']:.2f})" for s in found]
        lines.append(f"| `{name}` | {' | '.join(told)} |")
    return lines


def _over_folds() -> list[str]:
    """What the suite does not hold: the methods over K folds that it asks over random splits."""
    found = rows_by("kfold-coverage", "plan", "interval")
    every = [row for rows in found.values() for row in rows]
    settings = json.loads(KFOLDS.read_text(encoding="utf-8"))
    cells = {(row["problem"], row["learner"], row["n"]) for row in every}
    sets = sorted({row["sets"] for row in every})
    lines = [OVER_FOLDS.format(command=settings["command"], cells=len(cells), sets=" or ".join(sets)).rstrip("\n")]
    plans, intervals = (dict.fromkeys(names) for names in zip(*found, strict=True))
    for plan, interval in product(plans, intervals):
        own = [row["coverage"] for row in found[plan, interval]]
        named = f"`{interval}`" if interval in METHODS else f"{interval} of the fold scores"
        below = sum(value < LEAST for value in own) / len(own)
        mean = sum(own) / len(own)
        lines.append(f"| {plan} | {named} | {mean:.3f} | {min(own):.2f} | {max(own):.2f} | {below:.2f} |")
    return lines


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _cell(row: dict[str, Any] | None) -> str:
    if row is None:
        return "-"
    coverage = f"{row['coverage']:.3f}"
    return f"{f'**{coverage}**' if row['in_band'] else coverage} ({row['width']:.3g})"


def table_hash() -> str:
    return sha256(TABLE.read_bytes()).hexdigest()


def draw_picture(rows: Sequence[dict[str, Any]]) -> None:
    """Drawings differ between versions of matplotlib, so the picture says which table it was drawn from."""
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "errbar"}):
        draw(rows).savefig(PICTURE, metadata={"Date": None, "Description": table_hash()}, bbox_inches="tight")


def main() -> None:
    rows, settings = read(), json.loads(TABLE.with_suffix(".json").read_text(encoding="utf-8"))
    current = PICTURE.exists() and table_hash() in PICTURE.read_text(encoding="utf-8")
    if "--check" in sys.argv and not current:
        sys.exit(f"not current: {PICTURE.name}; `make pages` renews it")
    if not current:
        draw_picture(rows)
    renew({PAGE: page(rows, settings)})


if __name__ == "__main__":
    main()
