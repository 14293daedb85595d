"""The edges of trained models: every cell is drawn, the truth is the truth, and the rows are what a table needs."""

import numpy as np
import pytest
from scipy.stats import binom

from errbar.lab.studies.edges_items import cell_rows, cells
from errbar.methods.delong import LOWEST

COLUMNS = ["part", "cell", "n", "method", "sets", "coverage", "low", "high", "width", "truth", "note", "seed"]
FIRST = {}
for _place, _cell in enumerate(cells()):
    FIRST.setdefault(_cell.part, _place)


@pytest.mark.parametrize("part", FIRST)
def test_rows_of_a_cell(part):
    rows = cell_rows(FIRST[part], 20, 0)
    assert rows == cell_rows(FIRST[part], 20, 0)
    for row in rows:
        assert list(row) == COLUMNS and row["part"] == part
        assert 0 <= row["low"] <= row["coverage"] <= row["high"] <= 1 and row["width"] > 0
    assert [row["method"] == "default" for row in rows] == [True, False]


def test_cells_have_names_of_their_own():
    names = [(cell.part, cell.name) for cell in cells()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("part", FIRST)
def test_the_truth_is_what_is_drawn(part):
    """The mean estimate over many sets, within five standard errors."""
    cell = list(cells())[FIRST[part]]
    rng, found = np.random.default_rng(0), []
    for _ in range(400):
        scores = cell.draw(rng)
        if scores.predictions is None:
            found.append(scores.items.mean())
        else:
            signs = (1, -1)[: len(scores.predictions.outputs)]
            found.append(np.dot(signs, scores.predictions.values()))
    allowed = 5 * np.std(found) / 20 + (0.02 if "F1" in part or part == "area over folds" else 0.0)
    assert abs(np.mean(found) - cell.truth) < allowed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("wide, 10 of 210 positive, area 0.85", LOWEST["area"]),
        ("normal, 5 of 55 positive, area 0.99", 0.95),
        ("20 of 220 positive, areas 0.95 and 0.9, correlation 0.5", LOWEST["difference"]),
        ("50 of 100 positive, areas 0.99 and 0.95, correlation 0.5", LOWEST["difference"]),
        ("10 folds, 10 of 200 positive, area 0.7", 0.95),
        ("50 positive, F1 0.95", 0.93),
        ("50 items x 4 answers, error 0.01, correlation 0.9", 0.93),
        ("200 items x 4 answers, error 0.005, correlation 0.9", 0.93),
        ("20 groups of 20, error 0.02, correlation 0.5", 0.95),
    ],
)
def test_the_weakest_cells_are_as_good_as_said(name, least):
    place = next(place for place, cell in enumerate(cells()) if cell.name == name)
    row = cell_rows(place, 1000, 1)[0]
    assert row["coverage"] * 1000 >= binom.ppf(1e-4, 1000, least)
