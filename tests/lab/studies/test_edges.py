"""The study of the edges: its cells, its worlds against what is known of them, and the committed table against notes."""

import csv
from pathlib import Path

import numpy as np
import pytest

import errbar as eb
from errbar.answers.guidance import FEW_EXAMPLES, FEW_GROUPS
from errbar.lab import STUDIES
from errbar.lab.studies.edges import ERRORS, FEW, GROUPS, LEAST, MANY, Cell, cell_rows, cells, claims
from errbar.lab.worlds.edge_worlds import FixedPair, FixedRule, GroupRates, LearnedCut, Line

TABLE = Path(__file__).parents[3] / "docs" / "results" / "edges.csv"
COLUMNS = ["part", "cell", "n", "method", "sets", "coverage", "low", "high", "width", "truth", "note", "seed"]


def kept():
    with TABLE.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_edge_has_its_cells():
    found = cells()
    assert {cell.n_groups for cell in found} - {None} == set(GROUPS) == {3, 5, 8, 10, 20, 50}
    assert {cell.n for cell in found if cell.part == "few examples"} == set(FEW)
    pairs = {(cell.world.error, cell.n) for cell in found if cell.part == "few errors"}
    assert pairs == {(error, n) for error in ERRORS for n in MANY}
    assert "edges" in STUDIES


@pytest.mark.parametrize("world", [FixedRule(0.2), FixedPair(0.2, 0.1), LearnedCut(0.1), Line()])
def test_losses_have_the_mean_that_the_world_says(world):
    plan, rng = eb.plans.subsample(5, 0.2).build(200, random_state=0), np.random.default_rng(0)
    drawn = [world.losses(plan, rng) for _ in range(150)]
    means = [items[0].mean() - (items[1].mean() if len(items) == 2 else 0.0) for items, _ in drawn]
    risk = np.mean([risk for _, risk in drawn])
    assert abs(np.mean(means) - risk) < 4 * np.std(means) / np.sqrt(len(means))


def test_groups_are_alike_within():
    groups = np.arange(400) % 20
    plan, rng = eb.plans.kfold(20).build(400, random_state=0, groups=groups), np.random.default_rng(0)
    rates = [GroupRates(0.3).losses(plan, rng)[0].reshape(20, 20).mean(axis=1).var(ddof=1) for _ in range(200)]
    expected = 0.3 * 0.7 * (1 + 19 * 0.2) / 20  # of a group's mean: 20 losses of correlation 0.2
    assert np.mean(rates) == pytest.approx(expected, abs=4 * np.std(rates) / np.sqrt(200))


def test_a_cell_gives_a_row_for_every_method_and_says_what_was_refused():
    rows = cell_rows(Cell("few errors", "rule", 100, FixedRule(0.02)), 20, seed=1)
    assert [row["method"] for row in rows] == ["default", "corrected_t"]
    assert sorted(rows[0]) == sorted(COLUMNS) and rows[0]["note"] == "corrected_wilson"
    assert rows == cell_rows(Cell("few errors", "rule", 100, FixedRule(0.02)), 20, seed=1)
    (refused,) = cell_rows(Cell("groups", "line", 60, Line(), ("default",), 3), 20, seed=1)
    assert refused["coverage"] == "" and refused["note"].startswith("refused: 3 groups are too few")


def test_the_committed_table_has_every_cell_with_a_thousand_sets():
    rows = kept()
    assert list(rows[0]) == COLUMNS and {row["sets"] for row in rows} == {"1000"}
    asked = {(cell.part, cell.name, str(cell.n), method) for cell in cells() for method in cell.methods}
    assert asked <= {(row["part"], row["cell"], row["n"], row["method"]) for row in rows}


def test_where_a_default_covers_less_a_note_says_so():
    """Every cell below 0.93 is one that the notes give a figure for, and the figures are those of the table."""
    own = [cell.name for cell in cells()]
    rows = [row for row in kept() if row["method"] == "default" and row["coverage"] and row["cell"] in own]
    seen = {(row["cell"], int(row["n"])): float(row["coverage"]) for row in rows}
    noted = {(f"line, {count} groups", 20 * count): share for count, share in FEW_GROUPS.items()}
    noted |= {("line", n): share for n, share in FEW_EXAMPLES.items()}
    noted |= {("rule, error 0.002", 100): 0.92}
    assert {place for place, share in seen.items() if share < LEAST} <= set(noted)
    for place, share in noted.items():
        assert seen[place] == pytest.approx(share, abs=0.0051)


def test_notes_with_the_figures():
    rng = np.random.default_rng(0)
    groups = np.arange(160) % 8
    plan = eb.plans.kfold(8).build(160, random_state=0, groups=groups)
    grouped = eb.infer(eb.Scores.from_losses({"m": [rng.random(t.size) for _, t in plan]}, plan=plan))
    assert any("Only 8 groups" in note and "0.91 with 8" in note for note in grouped.notes)
    small = eb.plans.subsample(25, 0.2).build(20, random_state=0)
    few = eb.infer(eb.Scores.from_losses({"m": [rng.random(4) for _ in range(25)]}, plan=small))
    assert any("Only 20 examples" in note and "0.88 with 20" in note for note in few.notes)
    enough = eb.plans.subsample(25, 0.2).build(100, random_state=0)
    calm = eb.infer(eb.Scores.from_losses({"m": [rng.random(20) for _ in range(25)]}, plan=enough))
    assert not any("Only" in note for note in calm.notes)


def test_claims_name_what_is_below():
    (claim,) = claims([{"cell": "line", "n": 10, "method": "default", "coverage": 0.8, "high": 0.81}])
    assert "line, n = 10: 0.800" in claim.measured


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, 1000])
def test_a_part_of_the_table_again_with_another_seed(n):
    from tests.statistical.band import binomial_band

    (row, _) = cell_rows(Cell("few errors", "rule, error 0.02", n, FixedRule(0.02)), 1000, seed=11)
    assert 1000 * row["coverage"] >= binomial_band(0.94, 1000)[0]
