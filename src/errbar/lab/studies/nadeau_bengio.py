"""Nadeau and Bengio's three studies: sizes, powers and correlations of their procedures in known worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from errbar.lab.studies import resampling_claims
from errbar.lab.studies.judgement import Row, Table, study_world
from errbar.lab.studies.power_figures import halvings_figure, power_panels, real_power, splits_figure
from errbar.lab.studies.resampling import Design
from errbar.lab.studies.resampling_claims import claims
from errbar.lab.study import Findings, Study
from errbar.lab.worlds import gaussians as gaussians_world
from errbar.lab.worlds import regression as regression_world
from errbar.lab.worlds.letters import DISTORTIONS, LettersWorld
from errbar.lab.worlds.letters_data import load_letters
from errbar.lab.worlds.world import World
from errbar.run.store.file import Place

FULL = Design()
# Trees are fitted one by one: no pseudo-bootstrap, and no more halvings and splits in them than the usual.
LEAN = Design(n_rounds=0, n_halvings=10, half_splits=15)
Progress = Callable[[str], None]


def run_worlds(
    worlds: Sequence[World], design: Design, n_sets: int, *, seed: int, n_jobs: int | None, store: Place | None,
    progress: Progress | None,
) -> Table:  # fmt: skip
    """Every world, one after another."""
    rows: list[Row] = []
    for world in worlds:
        rows += study_world(world, design, n_sets, seed=seed, n_jobs=n_jobs, store=store)
        if progress is not None:
            progress(world.name)
    return Table(tuple(rows))


def regression(
    *, scale: float = 1.0, seed: int = 0, n_jobs: int | None = None, progress: Progress | None = None,
    store: Place | None = None,
) -> Findings:  # fmt: skip
    """Simulations 1 to 4, 1000 data sets each, all procedures in all set-ups."""
    worlds = regression_world.SIMULATIONS
    table = run_worlds(worlds, FULL, data_sets(1000, scale), seed=seed, n_jobs=n_jobs, store=store, progress=progress)
    return findings(table, [world.name for world in worlds], ["mean", "line", "mean - line"])


def gaussians(
    *, scale: float = 1.0, seed: int = 0, n_jobs: int | None = None, progress: Progress | None = None,
    store: Place | None = None,
) -> Findings:  # fmt: skip
    """Simulations 1 to 4, 1000 data sets each."""
    worlds = gaussians_world.SIMULATIONS
    table = run_worlds(worlds, LEAN, data_sets(1000, scale), seed=seed, n_jobs=n_jobs, store=store, progress=progress)
    return findings(table, [world.name for world in worlds], ["tree", "least squares", "tree - least squares"])


def letters(
    *, scale: float = 1.0, seed: int = 0, n_jobs: int | None = None, progress: Progress | None = None,
    store: Place | None = None, data: str | Path | None = None,
) -> Findings:  # fmt: skip
    """Six distortions of the metric, the same 500 data sets of 300 letters for all."""
    world = LettersWorld(load_letters(data))
    table = run_worlds([world], LEAN, data_sets(500, scale), seed=seed, n_jobs=n_jobs, store=store, progress=progress)
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


def findings(table: Table, worlds: Sequence[str], series: Sequence[str]) -> Findings:
    """Claims and figures of a study with several worlds and three series in each, the last one a comparison."""
    figures: dict[str, Any] = {}
    for name, part in zip(("first", "second", "comparison"), series, strict=True):
        panels = [(world, part) for world in worlds]
        figures[f"power-{name}"] = power_panels(table, panels, f"Power of tests at 10 %: {part}")
    panels = [(world, one) for world in worlds[:2] for one in (series[0], series[2])]
    figures["splits"] = splits_figure(table, panels)
    figures["halvings"] = halvings_figure(table, panels)
    return Findings(table.dicts(), claims(table, [series[2]]), figures)


def data_sets(full: int, scale: float) -> int:
    """At least 20, or there is nothing to estimate a spread from."""
    return max(20, round(full * scale))


REGRESSION = Study(
    "Nadeau and Bengio, regression: the mean against the line, four simulations",
    ("nadeau2003",), regression, 90.0,
)  # fmt: skip
GAUSSIANS = Study(
    "Nadeau and Bengio, two Gaussian classes: a tree against least squares, four simulations",
    ("nadeau2003",), gaussians, 900.0,
)  # fmt: skip
LETTERS = Study(
    "Nadeau and Bengio, letters: a tree against one neighbour in six distorted metrics",
    ("nadeau1999", "nadeau2003"), letters, 250.0, takes_data=True,
)  # fmt: skip
