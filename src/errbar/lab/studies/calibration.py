"""The calibration suite: every method's real coverage in many cells, and the rule by which defaults follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from errbar.answers.audit_row import AuditRow
from errbar.audits.many_sets import answer, unfit
from errbar.audits.one_set import OneSet
from errbar.lab.studies.calibration_cells import CellBlock, blocks, learner, population
from errbar.lab.study import Claim, Findings, How, Row, Study, stated
from errbar.methods import METHODS
from errbar.plans import PLANS
from errbar.types.setup import Setup

LEVEL = 0.95
BAND = (0.935, 0.975)  # as in the specification of calibrated_t
LEAST, MOST_BELOW = 0.93, 0.05  # a default may cover less than 0.93 in at most 5 % of the cells
MOST_WIDE = 2.0  # and be at most so many times as wide as corrected_t
OTHER_LOSSES = ("regression", "inputs", "outliers")  # problems whose losses are not 0 or 1
ENOUGH = 100  # data sets of a cell before its coverage may count: an error of 0.022 where fits are dear, most have 1000
FEWEST = 20
CHEAP = 25  # fits a method may take on a forest
TOO_DEAR = ("bootstrap", "replacements")  # plans of 500 fits that nothing can share, and of 2.5 n
TWICE = ("clustered_t", "clustered_wilson")  # without groups: holdout_t and Wilson's interval under other names
FRESH = ("letter", "spambase", "phoneme", "digits", "cancer")  # nothing like them shaped calibrated_t
SPLITS_AND_HALVES = ("subsample", "halvings")  # what competes where fits cost next to nothing
HEAVY_TAILS = ("outliers",)  # squared loss of rare outliers ten times as wide


def run(how: How) -> Findings:
    """All blocks; `scale` multiplies the number of data sets."""
    return findings([row for block in blocks() for row in block_rows(block, how)])


def findings(rows: Sequence[Row]) -> Findings:
    """Claims and the figure from the rows of a run, or of the committed table."""
    return Findings(rows, claims(rows), {"calibration": draw(rows)})


def block_rows(block: CellBlock, how: How, methods: tuple[str, ...] | None = None) -> list[Row]:
    """The rows of some cells that share data sets; by default of all methods that can be asked."""
    from sklearn import config_context

    from errbar.run.losses import choose_one

    models = {name: learner(name) for name in block.learners}
    where = population(block.problem, block.n)
    metric = choose_one(Setup(), models, where.draw(20, np.random.default_rng(0)).y)
    question = OneSet(
        models=models,
        series=block.series,
        methods=methods or _methods(metric, block),
        population=where,
        n=block.n,
        metric=metric,
        plan=None,
        confidence_level=LEVEL,
        shared=True,
        seed=how.seed,
    )
    n_sets = how.share(block.sets, FEWEST)
    with config_context(assume_finite=True, skip_parameter_validation=True):  # a third of the time of a small tree
        found = answer(question, n_sets, how=Setup(n_jobs=how.n_jobs, store=how.store, progress=how.progress))
    return [_row(block, n_sets, how.seed, one) for one in found.rows]


def _methods(metric: Any, block: CellBlock) -> tuple[str, ...]:
    """All that split the data themselves, not bounds for a trained model; for forests, those of 25 fits or fewer."""
    from errbar.audits.pool import pool

    names = [name for name, method in METHODS.items() if method.plans[0] in PLANS and method.plans[0] not in TOO_DEAR]
    names = [name for name in names if unfit(name, metric, comparing=len(block.learners) > 1) is None]
    if block.cost == "forest":
        y = np.zeros(block.n)
        names = [name for name in names if len(pool((name,), None, block.n, y, 0).plans[name]) <= CHEAP]
    return tuple(name for name in names if name not in TWICE)


def _row(block: CellBlock, n_sets: int, seed: int, one: AuditRow) -> Row:
    return {
        "problem": block.problem,
        "learner": one.series,
        "n": block.n,
        "method": one.method,
        "target": one.target,
        "fits": one.n_fits,
        "sets": n_sets,
        "seed": seed,
        "coverage": round(one.coverage.value, 4),
        "low": round(one.coverage.low, 4),
        "high": round(one.coverage.high, 4),
        "in_band": BAND[0] <= one.coverage.value <= BAND[1],
        "width": float(f"{one.width.value:.4g}"),
        "truth": float(f"{one.truth:.4g}"),
    }


# -- what follows ---------------------------------------------------------------------------------------------


def of_method(rows: Iterable[Row], method: str) -> list[Row]:
    return [row for row in rows if row["method"] == method]


def summary(rows: Sequence[Row], method: str) -> dict[str, float]:
    """Cells, mean and lowest coverage, mean distance from the level, share in the band, share below 0.93."""
    own = of_method(rows, method)
    covered = np.array([row["coverage"] for row in own])
    return {
        "cells": len(own),
        "mean": float(covered.mean()),
        "lowest": float(covered.min()),
        "off": float(np.abs(covered - LEVEL).mean()),
        "in_band": float(np.mean([row["in_band"] for row in own])),
        "below": float((covered < LEAST).mean()),
    }


def chosen(rows: Sequence[Row], plans: Sequence[str] = ("subsample",)) -> str | None:
    """The rule for defaults, among methods for the algorithm that read splits of these kinds.

    Of those that are at most twice as wide as `corrected_t`, and of these of those that cover less than 0.93 in at most
    5 % of the cells (where there are none: in the fewest cells), the one whose coverage is nearest to the level on
    average; of equals, the narrowest. None where no method competes.
    """
    names = [name for name in METHODS if METHODS[name].target == "algorithm" and set(METHODS[name].plans) & set(plans)]
    seen = {row["method"] for row in rows}
    standing = {name: summary(rows, name) for name in names if name in seen and _width(rows, name) <= MOST_WIDE}
    allowed = max(MOST_BELOW, min((one["below"] for one in standing.values()), default=0.0))
    safe = [name for name, one in standing.items() if one["below"] <= allowed]
    return min(safe, key=lambda name: (round(standing[name]["off"], 3), _width(rows, name)), default=None)


def _width(rows: Sequence[Row], method: str) -> float:
    """Mean over cells of the width relative to that of corrected_t."""
    wide = {(row["problem"], row["learner"], row["n"]): row["width"] for row in of_method(rows, "corrected_t")}
    own = [(row["width"], wide.get((row["problem"], row["learner"], row["n"]), 0.0)) for row in of_method(rows, method)]
    ratios = [width / other for width, other in own if other > 0]
    return float(np.mean(ratios)) if ratios else float("inf")


def claims(rows: Sequence[Row]) -> list[Claim]:
    """What the suite says about calibrated_t, the naive methods and the defaults."""
    fewest = min(row["sets"] for row in rows)
    enough, note = fewest >= ENOUGH, f"; {fewest} data sets or more a cell"
    seen = {name: summary(rows, name) for name in dict.fromkeys(row["method"] for row in rows)}
    ours, others = seen["calibrated_t"], [seen["corrected_t"], seen["conservative_z"]]
    finite = [row["coverage"] for row in of_method(rows, "calibrated_t") if row["problem"] not in HEAVY_TAILS]
    uncounted = [row for row in rows if row["problem"] in OTHER_LOSSES and " - " not in row["learner"]]
    naive = [seen[name]["mean"] for name in ("resampled_t", "kfold_t", "pseudo_bootstrap") if name in seen]

    return [
        stated(
            "calibrated_t is inside [0.935, 0.975] in more cells than corrected_t and conservative_z",
            f"{ours['in_band']:.2f} against {others[0]['in_band']:.2f} and {others[1]['in_band']:.2f}{note}",
            ours["in_band"] > max(other["in_band"] for other in others),
            enough,
        ),
        stated("its mean coverage is at least 0.945", f"{ours['mean']:.3f}{note}", ours["mean"] >= 0.945, enough),
        stated(
            "no cell is below 0.90, rare outliers apart",
            f"lowest {min(finite):.3f}{note}",
            min(finite) >= 0.90,
            enough,
        ),
        stated(
            "the naive methods do not deserve their level",
            "mean coverage " + ", ".join(f"{value:.2f}" for value in naive) + note,
            max(naive) < 0.93,
        ),
        Claim(
            "the defaults for losses that are not 0 or 1 follow from the suite by the rule",
            f"it names {chosen(uncounted)}, where halvings compete {chosen(uncounted, SPLITS_AND_HALVES)}{note}",
            "not comparable",
        ),
    ]


def draw(rows: Sequence[Row]) -> Any:
    """Every cell's coverage by method, the band shaded, the mean as a bar."""
    from errbar.show.intervals import new_axes

    names = sorted(dict.fromkeys(row["method"] for row in rows), key=lambda name: summary(rows, name)["mean"])
    ax = new_axes(width=8.0, height=0.9 + 0.32 * len(names))
    ax.axvspan(*BAND, color="#009E73", alpha=0.15, linewidth=0)
    ax.axvline(LEVEL, color="#666666", linestyle="--", linewidth=1)
    for place, name in enumerate(names):
        own = of_method(rows, name)
        for mark, colour, some in (
            ("o", "#0072B2", [row for row in own if " - " not in row["learner"]]),
            ("D", "#D55E00", [row for row in own if " - " in row["learner"]]),
        ):
            spots = [row["coverage"] for row in some]
            shift = np.linspace(-0.28, 0.28, len(spots)) if len(spots) > 1 else np.zeros(len(spots))
            ax.plot(spots, place + shift, mark, color=colour, markersize=3, alpha=0.6, linestyle="none")
        mean = summary(rows, name)["mean"]
        ax.plot([mean, mean], [place - 0.38, place + 0.38], color="black", linewidth=2)
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(-0.6, len(names) - 0.4)
    ax.set_xlabel("coverage of a nominal 95 % interval\n(circle: a model in a cell, diamond: a difference, bar: mean)")
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.tick_params(axis="y", length=0)
    return ax.figure


STUDY = Study(
    title="Every method's real coverage in 84 cells: problems x learners x n",
    references=("nadeau2003", "bengio2004", "schulz2024", "errbar_calibrated"),
    run=run,
    seconds=9_000,
)
