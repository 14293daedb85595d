"""The committed table of the bootstrap's intervals: its learners and formulas are those of `eb.evaluate`."""

import csv

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import bootstrap_error as made
import errbar as eb
from errbar.lab.studies.calibration_cells import learner

LEARNERS = ("least squares", "5 neighbours (regression)", "linear discriminant", "naive Bayes", "nearest neighbour")


@pytest.mark.parametrize(
    "name", ["ridge", "5 neighbours", *(pytest.param(name, marks=pytest.mark.slow) for name in LEARNERS)]
)
def test_all_samples_at_once_are_what_the_methods_say(name):
    n = 40
    X, y = (made.made_numbers if name in made.NUMBERS else made.made_classes)(n, np.random.default_rng(5))
    model = KNeighborsClassifier(1) if name == "nearest neighbour" else learner(name)
    scores = eb.collect({name: model}, X, y, plan=eb.plans.bootstrap(50), random_state=2)
    counts = np.array([np.bincount(train, minlength=n) for train, _ in scores.plan.parts[0].walk()], dtype=float)
    for method, (estimate, se) in made.answers(name, X, y, counts).items():
        r = eb.infer(scores, method=method)
        assert (r.estimate, r.se) == pytest.approx((estimate, se), rel=1e-9), method


def test_the_table_has_the_suite_and_enough_sets():
    with made.TABLE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert all(int(row["sets"]) >= 300 for row in rows)
    problems = {row["problem"] for row in rows}
    assert {"regression", "inputs", "outliers", "gaussians", "letter", "phoneme"} < problems
    assert {row["method"] for row in rows} == set(made.METHODS)
