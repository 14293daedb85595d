"""Nadeau and Bengio's three studies: sizes, powers and correlations of their procedures in known worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from errbar.lab.studies import resampling_claims
from errbar.lab.studies.judgement import JudgedRow, JudgedTable, study_world
from errbar.lab.studies.power_figures import halvings_figure, power_panels, real_power, splits_figure
from errbar.lab.studies.resampling import ResamplingDesign
from errbar.lab.studies.resampling_claims import claims
from errbar.lab.study import Findings, How, Study
from errbar.lab.worlds import gaussians as gaussians_world
from errbar.lab.worlds import regression as regression_world
from errbar.lab.worlds.letters import DISTORTIONS, LettersWorld
from errbar.lab.worlds.letters_data import load_letters
from errbar.lab.worlds.world import World

FULL = ResamplingDesign()
# Trees are fitted one by one: no pseudo-bootstrap, and no more halvings and splits in them than the usual.
LEAN = ResamplingDesign(n_rounds=0, n_halvings=10, half_splits=15)
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
    return findings(table, [world.name for world in worlds], ["mean", "line", "mean - line"])


def gaussians(how: How) -> Findings:
    """Simulations 1 to 4, 1000 data sets each."""
    worlds = gaussians_world.SIMULATIONS
    table = run_worlds(worlds, LEAN, 1000, how)
    return findings(table, [world.name for world in worlds], ["tree", "least squares", "tree - least squares"])


def letters(how: How) -> Findings:
    """Six distortions of the metric, the same 500 data sets of 300 letters for all."""
    world = LettersWorld(load_letters(how.data))
    table = run_worlds([world], LEAN, 500, how)
    pairs = [f"tree - neighbour {w:g}" for w in DISTORTIONS]
    panels = [(world.name, series) for series in pairs]
    figures: dict[str, Any] = {
        "power-comparisons": power_panels(table, panels, "Letters: power of tests of the difference"),
        "power-tree": power_panels(table, [(world.name, "tree")], "Letters: power of tests of the tree's error"),
        "splits": splits_figure(table, panels),
        "real-power-halves": real_power(table, pairs, "tree - neighbour 25", "halves"),
        "real-power-natural": real_power(table, pairs, "tree - neighbour 17.25", "natural"),
    }
    found = claims(table, pairs)
    found += [
        resampling_claims.real_power(table, pairs, "tree - neighbour 25", "halves"),
        resampling_claims.real_power(table, pairs, "tree - neighbour 17.25", "natural"),
    ]
    return Findings(table.dicts(), found, figures)


def findings(table: JudgedTable, worlds: Sequence[str], series: Sequence[str]) -> Findings:
    """Claims and figures of a study with several worlds and three series in each, the last one a comparison."""
    figures: dict[str, Any] = {}
    for name, part in zip(("first", "second", "comparison"), series, strict=True):
        panels = [(world, part) for world in worlds]
        figures[f"power-{name}"] = power_panels(table, panels, f"Power of tests at 10 %: {part}")
    panels = [(world, one) for world in worlds[:2] for one in (series[0], series[2])]
    figures["splits"] = splits_figure(table, panels)
    figures["halvings"] = halvings_figure(table, panels)
    return Findings(table.dicts(), claims(table, [series[2]]), figures)


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
