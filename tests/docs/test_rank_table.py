"""The committed table of rank intervals: made with the formulas of `eb.rank`, and as good as the page says."""

import csv

import numpy as np
import pytest

import errbar as eb
import rank_intervals as made


@pytest.fixture(scope="module")
def rows():
    with made.TABLE.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_ranks_hold_at_once_in_every_row(rows):
    assert {row["models"] for row in rows} == {"3", "10", "50"} and len(rows) == len(list(made.cells()))
    for row in rows:
        assert made.error(int(row["sets"])) < 0.01
        for name in made.CORRECTIONS:
            assert float(row[f"{name}_holds"]) >= 0.95 - 3 * made.error(int(row["sets"])), (row, name)
        assert float(row["max_t_ranks"]) <= float(row["holm_ranks"]) + 1e-9, row  # at least what Holm shows


@pytest.mark.parametrize("correction", made.CORRECTIONS)
@pytest.mark.parametrize("truth", made.WORLDS)
@pytest.mark.parametrize("kind", ["splits", "items"])
def test_all_pairs_at_once_are_ranked_as_by_rank(kind, truth, correction):
    scores = made.Cell(kind, 0.5, 7, truth).draw(np.random.default_rng(3))
    ranking = eb.rank(scores, correction=correction)
    assert ranking.method == ("mcnemar" if kind == "items" else "corrected_t")
    low, high = made.ranks_of(scores, correction)
    assert {name: (low[i], high[i]) for i, name in enumerate(scores.names)} == ranking.rank_intervals


def test_equal_models_must_hold_all_their_ranks():
    cell = made.Cell("splits", 0.0, 4, "ties")  # places 0, 0, 1, 1
    assert cell.held((np.array([1, 1, 3, 3]), np.array([2, 2, 4, 4])))
    assert not cell.held((np.array([1, 2, 3, 3]), np.array([2, 2, 4, 4])))
    assert not cell.held((np.array([1, 1, 3, 3]), np.array([2, 2, 4, 3])))
