"""The edges: few groups, few examples, few errors. What the defaults give there, and what stood there before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from errbar.errors import ErrbarError
from errbar.lab.studies import edges_items
from errbar.lab.study import Claim, Findings, How, Row, Study
from errbar.lab.worlds.edge_worlds import EdgeWorld, FixedPair, FixedRule, GroupRates, LearnedCut, Line
from errbar.methods import METHODS
from errbar.plans import halvings
from errbar.plans.by_default import default_recipe
from errbar.types import Plan, Scores
from errbar.types.scores import split_means
from errbar.verbs.infer import infer

SETS, FEWEST = 1000, 20
LEVEL, LEAST = 0.95, 0.93
DIFFERENT_PLANS = 20  # of each cell: drawing a plan costs more than a data set
IN_GROUP = 20  # examples
GROUPS = (3, 5, 8, 10, 20, 50)
FEW = (10, 20, 50)
MANY = (100, 300, 1000, 3000)
ERRORS = (0.002, 0.005, 0.01, 0.02, 0.05)
HALVES = ("calibrated_t", "conservative_z")  # what competes where splits are computed together
PAIRS = ((0.005, 0.0), (0.01, 0.0), (0.02, 0.0), (0.01, 0.01), (0.02, 0.01), (0.05, 0.02))


@dataclass(frozen=True, slots=True)
class Cell:
    """A world, how many examples or groups, and the methods asked; "default" is what `auto` takes."""

    part: str
    name: str
    n: int
    world: EdgeWorld
    methods: tuple[str, ...] = ("default", "corrected_t")
    n_groups: int | None = None


def cells() -> tuple[Cell, ...]:
    beside = ("default", "corrected_t", *HALVES)
    return (
        *(
            Cell("groups", f"{name}, {count} groups", IN_GROUP * count, world, ("default",), count)
            for name, world in (("line", Line()), ("rates of 0.3", GroupRates(0.3)), ("rates of 0.1", GroupRates(0.1)))
            for count in GROUPS
        ),
        *(
            Cell("few examples", name, n, world)
            for name, world in (
                ("line", Line()),
                ("rule, error 0.3", FixedRule(0.3)),
                ("cut, error 0.1", LearnedCut(0.1)),
            )
            for n in FEW
        ),
        *(
            Cell(
                "few errors",
                f"{name}, error {error:g}",
                n,
                world(error),
                beside if n in MANY[:2] else beside[:2],
            )
            for name, world in (("rule", FixedRule), ("cut", LearnedCut))
            for error in ERRORS
            for n in MANY
        ),
        *(
            Cell("differences", f"only a wrong {a:g}, only b {b:g}", n, FixedPair(a, b))
            for a, b in PAIRS
            for n in MANY[:3]
        ),
    )


def run(how: How) -> Findings:
    """1,000 data sets a cell at full scale."""
    found = [*rows(how), *edges_items.rows(how)]
    return Findings(found, claims(found))


def rows(how: How) -> list[Row]:
    """One row per cell and method; every cell takes seconds."""
    return [row for cell in cells() for row in cell_rows(cell, how.share(SETS, FEWEST), how.seed)]


def cell_rows(cell: Cell, n_sets: int, seed: int) -> list[Row]:
    """Draw, infer and count; methods that read the same splits see the same data sets."""
    rng = np.random.default_rng([seed, crc32(f"{cell.part}/{cell.name}/{cell.n}".encode())])
    found = _asked(cell, tuple(name for name in cell.methods if name not in HALVES), n_sets, rng)
    if set(HALVES) <= set(cell.methods):
        found += _asked(cell, HALVES, n_sets, rng)
    return [{"part": cell.part, "cell": cell.name, "n": cell.n, **row, "seed": seed} for row in found]


def _asked(cell: Cell, methods: tuple[str, ...], n_sets: int, rng: np.random.Generator) -> list[Row]:
    plans = [_plan(cell, methods, int(rng.integers(2**32))) for _ in range(DIFFERENT_PLANS)]
    ends, risks, notes = np.full((len(methods), n_sets, 2), np.nan), np.empty(n_sets), dict.fromkeys(methods, "")
    for i in range(n_sets):
        plan = plans[i % DIFFERENT_PLANS]
        items, risks[i] = cell.world.losses(plan, rng)
        names = ("a", "b")[: len(items)]
        scores = Scores(plan, names, split_means(items, plan), items, cell.world.loss, cell.world.loss_range)
        for place, method in enumerate(methods):
            try:
                found = infer(
                    scores,
                    model="a",
                    versus="b" if len(names) == 2 else None,
                    null=None,
                    confidence_level=LEVEL,
                    method="auto" if method == "default" else method,
                )
            except ErrbarError as refusal:
                notes[method] = f"refused: {refusal}"
                continue
            ends[place, i] = found.low, found.high
            notes[method] = found.method if method == "default" else ""
    return [_row(m, ends[i], float(risks.mean()), cell, notes[m]) for i, m in enumerate(methods)]


def _plan(cell: Cell, methods: tuple[str, ...], seed: int) -> Plan:
    groups = None if cell.n_groups is None else np.arange(cell.n) % cell.n_groups
    if methods == HALVES:
        recipe = halvings(test_size=0.1 if 0.1 * cell.n >= 30 else 0.2)
        return recipe.build(cell.n, random_state=seed)
    recipe_of = default_recipe(METHODS["corrected_t"].plans, cell.n, groups)
    return recipe_of.build(cell.n, random_state=seed, groups=groups)


def _row(method: str, ends: NDArray[np.float64], truth: float, cell: Cell, note: str) -> Row:
    """Coverage with its exact binomial interval, median width; what was refused has neither."""
    n_sets = len(ends)
    row: dict[str, object] = {"method": method, "sets": n_sets}
    if np.isnan(ends).any():
        return {**row, "coverage": "", "low": "", "high": "", "width": "", "truth": _short(truth), "note": note}
    held = int(((ends[:, 0] <= truth) & (truth <= ends[:, 1])).sum())
    sure = binomtest(held, n_sets).proportion_ci(0.95)
    if cell.world.loss_range is not None:
        outside = float(
            ((ends < cell.world.loss_range[0] - (cell.part == "differences")) | (ends > 1)).any(axis=1).mean()
        )
        note = "; ".join(filter(None, (note, f"outside the range in {outside:.2f}" if outside else "")))
    empty = float((ends[:, 0] == ends[:, 1]).mean())
    note = "; ".join(filter(None, (note, f"no width in {empty:.2f}" if empty else "")))
    return {
        **row,
        "coverage": round(held / n_sets, 4),
        "low": round(sure.low, 4),
        "high": round(sure.high, 4),
        "width": _short(float(np.median(ends[:, 1] - ends[:, 0]))),
        "truth": _short(truth),
        "note": note,
    }


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def claims(found: Sequence[Row]) -> list[Claim]:
    """Where a default is below 0.93 beyond doubt, it must say so itself."""
    low = [row for row in found if row["method"] == "default" and row["high"] != "" and row["high"] < LEAST]
    named = "; ".join(f"{row['cell']}, n = {row['n']}: {row['coverage']:.3f}" for row in low) or "none"
    return [
        Claim(
            "every default covers 0.93 or more at the edges, or a note says what it covers",
            f"below 0.93: {named}",
            "not comparable",
        )
    ]


STUDY = Study("The edges: few groups, few examples, few errors", ("wilson1927", "nadeau2003"), run, 300)
