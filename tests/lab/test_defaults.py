"""The rule for defaults, asked of the committed tables, names what `auto` takes."""

import csv
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor

import errbar as eb
from errbar.lab.calibration import ENOUGH, OTHER_LOSSES, SPLITS_AND_HALVES, chosen
from errbar.lab.fresh import differences, one_model
from errbar.methods import COUNTED_DEFAULTS, DEFAULTS

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def read(study):
    with (RESULTS / f"{study}.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row |= {"coverage": float(row["coverage"]), "width": float(row["width"]), "in_band": row["in_band"] == "True"}
    return rows


@pytest.mark.parametrize("part", [one_model, differences])
def test_counted_errors(part):
    rows = part(read("fresh"))
    assert len({(row["problem"], row["learner"], row["n"]) for row in rows}) >= 6
    assert min(int(row["sets"]) for row in rows) >= ENOUGH
    assert chosen(rows) == COUNTED_DEFAULTS["subsample"]


@pytest.mark.parametrize("part", [one_model, differences])
def test_other_losses(part):
    rows = part([row for row in read("calibration") if row["problem"] in OTHER_LOSSES])
    assert chosen(rows) == DEFAULTS["subsample"]


def test_one_model_where_halvings_are_free():
    """For other losses calibrated_t; where errors are counted, 25 splits stay."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 2)), rng.normal(size=300)
    rows = one_model([row for row in read("calibration") if row["problem"] in OTHER_LOSSES])
    free = chosen(rows, SPLITS_AND_HALVES)
    assert eb.evaluate(LinearRegression(), X, y, random_state=0).method == free == "calibrated_t"
    assert eb.evaluate(DecisionTreeRegressor(max_depth=1), X, y, random_state=0).method == chosen(rows)
