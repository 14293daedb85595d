"""The rule for defaults, asked of the committed tables, names what `auto` takes."""

import csv
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import errbar as eb
from errbar.lab.studies.calibration import ENOUGH, OTHER_LOSSES, SPLITS_AND_HALVES, chosen
from errbar.lab.studies.fresh import counted, differences, one_model
from errbar.methods import COUNTED_DEFAULTS, DEFAULTS
from errbar.methods.corrected_wilson import NOTE
from errbar.types.coverage_words import coverage_words

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def read(study):
    with (RESULTS / f"{study}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def classifiers():
    return counted(read("fresh"), read("edges"), read("calibration"))


def others():
    rows = [row for row in read("calibration") if row["problem"] in OTHER_LOSSES]
    numbers = ({"coverage": float(row["coverage"]), "width": float(row["width"]), "in_band": True} for row in rows)
    return [row | own for row, own in zip(rows, numbers, strict=True)]


def test_the_fresh_cells_are_enough():
    for part in (one_model, differences):
        rows = part(read("fresh"))
        assert len({(row["problem"], row["learner"], row["n"]) for row in rows}) >= 10
        assert min(int(row["sets"]) for row in rows) >= ENOUGH


@pytest.mark.parametrize("part", [one_model, differences])
@pytest.mark.parametrize(("rows", "defaults"), [(classifiers, COUNTED_DEFAULTS), (others, DEFAULTS)])
def test_25_random_splits(part, rows, defaults):
    assert chosen(part(rows())) == defaults["subsample"]


@pytest.mark.parametrize("rows", [classifiers, others])
def test_one_model_where_halvings_are_free(rows):
    rng = np.random.default_rng(0)
    X, numbers = rng.normal(size=(300, 2)), rng.normal(size=300)
    free, tree = (GaussianNB(), DecisionTreeClassifier(max_depth=1)) if rows is classifiers else (
        LinearRegression(), DecisionTreeRegressor(max_depth=1)
    )  # fmt: skip
    y = numbers > 0 if rows is classifiers else numbers
    seen = one_model(rows())
    assert eb.evaluate(free, X, y, random_state=0).method == chosen(seen, SPLITS_AND_HALVES)
    assert eb.evaluate(tree, X, y, random_state=0).method == chosen(seen)


def test_the_note_names_the_worst_of_the_fresh_cells():
    rows = [row for row in one_model(counted(read("fresh"), [], [])) if row["method"] == "corrected_wilson"]
    worst = min(rows, key=lambda row: row["coverage"])
    assert (worst["problem"], worst["learner"]) == ("digits", "naive Bayes") and "naive Bayes on pixels" in NOTE
    assert f"{100 * worst['coverage']:.1f} % in the worst" in coverage_words("corrected_wilson")


def test_a_comparison_keeps_25_splits_where_halvings_are_free():
    assert chosen(differences(others()), SPLITS_AND_HALVES) == DEFAULTS["subsample"]
