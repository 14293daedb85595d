"""result.evidence: the cells of the committed tables that are like the case at hand."""

import csv
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import errbar as eb
from errbar.types.measured_cells import measured_cells

TABLES = Path(__file__).parents[2] / "docs" / "results"


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 3))
    return X, (X[:, 0] + rng.normal(size=150) > 0).astype(int)


def test_of_one_model_is_what_the_tables_say(data):
    found = eb.evaluate(GaussianNB(), *data, random_state=0).evidence
    assert (found.method, found.fits, found.learners) == ("calibrated_t", 315, ("naive Bayes",))
    held, sets = [], []
    for table in ("calibration", "fresh", "shallow"):
        with (TABLES / f"{table}.csv").open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if (row["method"], row["learner"]) == ("calibrated_t", "naive Bayes") and 60 <= int(row["n"]) <= 375:
                    held.append(float(row["coverage"]) * int(row["sets"]))
                    sets.append(int(row["sets"]))
    with (TABLES / "schulz-kuempel.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            alike = (row["form"], row["learner"]) == ("calibrated_t/15-10-15", "naive Bayes")
            if alike and row["metric"] == "zero_one" and 60 <= int(row["n"]) <= 375:
                held.append(float(row["ER"]) * int(row["sets"]))
                sets.append(int(row["sets"]))
    assert (found.cells, found.sets) == (len(sets), sum(sets))
    assert found.coverage == pytest.approx(sum(held) / sum(sets), abs=1e-3)
    assert found.low < found.coverage < found.high
    assert "naive Bayes" in str(found) and found.to_dict()["cells"] == found.cells


def test_the_last_step_of_a_pipeline_counts(data):
    plain, piped = LogisticRegression(), make_pipeline(StandardScaler(), LogisticRegression())
    of_both = [eb.evaluate(model, *data, random_state=0).evidence for model in (plain, piped)]
    assert of_both[0] == of_both[1] and of_both[0].learners == ("logistic",)


def test_none_where_nothing_like_it_was_measured(data):
    X, y = data
    assert eb.evaluate(SVC(), X, y, plan=eb.plans.subsample(25, 0.2), random_state=0).evidence is None
    assert eb.evaluate(GaussianNB(), X, y, cv=5, random_state=0).evidence is None  # not over such splits
    assert eb.evaluate(GaussianNB(), X, y, groups=np.arange(150) // 5, random_state=0).evidence is None
    assert (
        eb.infer(eb.Scores.from_splits({"m": [0.1, 0.2]}, n_train=80, n_test=20, greater_is_better=False)).evidence
        is None
    )
    wide = np.random.default_rng(1).normal(size=(13_000, 2))
    r = eb.evaluate(LinearRegression(), wide, wide[:, 0], plan=eb.plans.subsample(25, 0.1), random_state=0)
    assert r.evidence is None  # far larger than any


def test_differences_are_their_own_cells(data):
    found = eb.compare(GaussianNB(), LogisticRegression(), *data, random_state=0).evidence
    assert found.learners == ("two learners",) and found.fits == 25


def test_a_result_from_a_file_still_tells(data):
    r = eb.evaluate(GaussianNB(), *data, random_state=0)
    assert eb.Result.from_dict(r.to_dict()).evidence == r.evidence


def test_cells_are_honest():
    assert all(0 <= cell.coverage <= 1 and cell.sets >= 100 for cell in measured_cells())
    assert not {cell.method for cell in measured_cells()} & {"resampled_t", "kfold_t", "pseudo_bootstrap"}


def test_the_report_tells_it(data, tmp_path):
    result = eb.evaluate(GaussianNB(), *data, effort="standard", random_state=0)
    eb.report(result, tmp_path / "report.html")
    assert result.evidence.fits == 75 and result.evidence.method == "calibrated_t"
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert str(result.evidence) in page.replace("\N{NO-BREAK SPACE}", " ")
