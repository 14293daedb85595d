"""Nadeau and Bengio's three studies: sizes, powers and correlations of their procedures in known worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from errbar.lab.studies import resampling_claims
from errbar.lab.studies.judgement import JudgedRow, JudgedTable, study_world
from errbar.lab.studies.power_figures import (
    halvings_figure,
    halvings_power,
    power_panels,
    real_power,
    splits_figure,
    splits_power,
)
from errbar.lab.studies.resampling import ResamplingDesign
from errbar.lab.studies.resampling_claims import Paper, claims
from errbar.lab.study import Claim, Findings, How, Study
from errbar.lab.worlds import gaussians as gaussians_world
from errbar.lab.worlds import regression as regression_world
from errbar.lab.worlds.letters import DISTORTIONS, LettersWorld
from errbar.lab.worlds.letters_data import load_letters
from errbar.lab.worlds.world import World

FULL = ResamplingDesign()
# Trees are fitted one by one: no pseudo-bootstrap, no more splits in halvings than the usual, and of large data sets
# no more halvings.
LEAN = ResamplingDesign(n_rounds=0, half_splits=15)
LEANEST = ResamplingDesign(n_rounds=0, n_halvings=10, half_splits=15)
BOOTSTRAPS = ("pseudo_bootstrap", "corrected_pseudo_bootstrap")
LARGE = 1000  # examples in a data set for which the leanest design is taken
# What only the pseudo-bootstrap needs, on a quarter of the data sets.
ROUNDS = ResamplingDesign(n_splits=15, n_halvings=2, half_splits=15)
NEIGHBOURS = tuple(f"neighbour {w:g}" for w in DISTORTIONS)
PAIRS = tuple(f"tree - {name}" for name in NEIGHBOURS)
PAPERS = {
    "regression": Paper(("mean - line",), skewed=True),
    "gaussians": Paper(("tree - least squares",), above=("tree",)),
    "letters": Paper(PAIRS, above=NEIGHBOURS),
}
FEWEST = 20  # data sets, or there is nothing to estimate a spread from


def run_worlds(worlds: Sequence[World], design: ResamplingDesign, full: int, how: How) -> JudgedTable:
    """Every world, one after another."""
    rows: list[JudgedRow] = []
    n_sets = how.share(full, FEWEST)
    for world in worlds:
        rows += study_world(world, design, n_sets, how)
        how.tell(world.name)
    return JudgedTable(tuple(rows))


def regression(how: How) -> Findings:
    """Simulations 1 to 4, 1000 data sets each, all procedures in all set-ups."""
    worlds = regression_world.SIMULATIONS
    table = run_worlds(worlds, FULL, 1000, how)
    return findings(table, [world.name for world in worlds], ["mean", "line", "mean - line"], PAPERS["regression"])


def gaussians(how: How) -> Findings:
    """Simulations 1 to 4, 1000 data sets each."""
    worlds = gaussians_world.SIMULATIONS
    rows: list[JudgedRow] = []
    for world in worlds:
        rows += study_world(world, LEANEST if world.n > LARGE else LEAN, how.share(1000, FEWEST), how)
        rounds = study_world(world, ROUNDS, how.share(250, FEWEST), how)
        rows += [row for row in rounds if row.method in BOOTSTRAPS]
        how.tell(world.name)
    table = JudgedTable(tuple(rows))
    series = ["tree", "least squares", "tree - least squares"]
    return findings(table, [world.name for world in worlds], series, PAPERS["gaussians"])


def letters(how: How) -> Findings:
    """Six distortions of the metric, the same 500 data sets of 300 letters for all."""
    world = LettersWorld(load_letters(how.data))
    table = run_worlds([world], LEAN, 500, how)
    return Findings(table.dicts(), letters_claims(table), letters_figures(table))


def letters_claims(table: JudgedTable) -> list[Claim]:
    real = [
        resampling_claims.real_power(table, *asked)
        for asked in (
            (PAIRS, "tree - neighbour 25", "halves"),
            (PAIRS, "tree - neighbour 17.25", "natural"),
            (NEIGHBOURS, "neighbour 10", "halves"),
            (NEIGHBOURS, "neighbour 10", "natural"),
        )
    ]
    return [*claims(table, PAPERS["letters"]), *(claim for claim in real if claim is not None)]


def letters_figures(table: JudgedTable) -> dict[str, Any]:
    """Panels for the differences, for the tree and for the neighbours; J and M; real against pseudo power."""
    (world,) = table.names("world")
    panels, single = [(world, series) for series in PAIRS], [(world, series) for series in NEIGHBOURS]
    return {
        "power-comparisons": power_panels(table, panels, "Letters: power of tests of the difference"),
        "power-neighbours": power_panels(table, single, "Letters: power of tests of the neighbour's error"),
        "power-tree": power_panels(table, [(world, "tree")], "Letters: power of tests of the tree's error"),
        "splits": splits_figure(table, panels),
        "splits-power": splits_power(table, panels, "Letters, natural sizes: power by the number of splits J"),
        "halvings-power": halvings_power(table, panels, "Letters, natural sizes: power by the number of halvings M"),
        "real-power-halves": real_power(table, PAIRS, "tree - neighbour 25", "halves"),
        "real-power-natural": real_power(table, PAIRS, "tree - neighbour 17.25", "natural"),
        "real-power-neighbours": real_power(table, NEIGHBOURS, "neighbour 10", "halves"),
    }


def findings(table: JudgedTable, worlds: Sequence[str], series: Sequence[str], paper: Paper) -> Findings:
    """Claims and figures of a study with several worlds and three series in each, the last one a comparison."""
    return Findings(table.dicts(), claims(table, paper), figures_of(table, worlds, series))


def figures_of(table: JudgedTable, worlds: Sequence[str], series: Sequence[str]) -> dict[str, Any]:
    """Power panels for each series, and what J and M do."""
    figures: dict[str, Any] = {}
    for name, part in zip(("first", "second", "comparison"), series, strict=True):
        panels = [(world, part) for world in worlds]
        figures[f"power-{name}"] = power_panels(table, panels, f"Power of tests at 10 %: {part}")
    panels = [(world, one) for world in worlds[:2] for one in (series[0], series[2])]
    figures["splits"] = splits_figure(table, panels)
    figures["halvings"] = halvings_figure(table, panels)
    for name, part in (("first", series[0]), ("comparison", series[2])):
        panels = [(world, part) for world in worlds]
        figures[f"splits-power-{name}"] = splits_power(table, panels, f"Natural sizes, {part}: power by J")
        figures[f"halvings-power-{name}"] = halvings_power(table, panels, f"Natural sizes, {part}: power by M")
    return figures


REGRESSION = Study(
    "Nadeau and Bengio, regression: the mean against the line, four simulations", ("nadeau2003",), regression, 90.0
)
GAUSSIANS = Study(
    "Nadeau and Bengio, two Gaussian classes: a tree against least squares, four simulations",
    ("nadeau2003",),
    gaussians,
    900.0,
)
LETTERS = Study(
    "Nadeau and Bengio, letters: a tree against one neighbour in six distorted metrics",
    ("nadeau1999", "nadeau2003"),
    letters,
    250.0,
    takes_data=True,
)
