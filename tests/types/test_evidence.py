"""result.evidence: the cells of the committed tables that are like the case at hand."""

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import beta
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


def general(notes):
    """Sentences on a method's coverage whatever the case."""
    return [note for note in notes if "nominal 95 %" in note and "like this one" not in note]


def test_notes_tell_it_instead_of_general_words(data):
    for r in (
        eb.evaluate(GaussianNB(), *data, random_state=0),
        eb.compare(GaussianNB(), LogisticRegression(), *data, random_state=0),
        eb.evaluate(LogisticRegression(), *data, effort="standard", random_state=0),
    ):
        assert r.notes.count(str(r.evidence)) == 1 and not general(r.notes)
    X, y = data
    r = eb.evaluate(GaussianNB(), X, y, cv=5, random_state=0)
    assert r.evidence is None and len(general(r.notes)) == 1
    kept = eb.collect({"bayes": GaussianNB(), "logistic": LogisticRegression()}, X, y, random_state=0)
    alone, both = eb.infer(kept, model="bayes"), eb.infer(kept, model="bayes", versus="logistic")
    assert alone.evidence.learners == ("naive Bayes",) and both.evidence.learners == ("two learners",)
    assert str(alone.evidence) in alone.notes and str(both.evidence) in both.notes


def test_a_part_of_the_splits_is_told_in_general_words(data):
    """corrected_t over the 15 splits of a plan with halvings: no cell is like it, and `evidence` says so too."""
    kept = eb.collect({"m": GaussianNB()}, *data, plan=eb.plans.halvings(15, 10), random_state=0)
    r = eb.infer(kept, method="corrected_t")
    assert r.evidence is None and len(general(r.notes)) == 1


def test_nothing_is_told_of_trained_models():
    items = eb.Scores.from_table({"i": range(40), "loss": [0, 1] * 20}, item="i", loss="loss")
    assert not [note for note in eb.infer(items).notes if "nominal" in note]
    assert not [note for note in eb.bound(3, 100).notes if "nominal" in note]


def test_its_error_is_that_of_a_share(data):
    found = eb.evaluate(GaussianNB(), *data, random_state=0).evidence
    k = round(found.coverage * found.sets)
    exact = [beta.ppf(0.025, k, found.sets - k + 1), beta.ppf(0.975, k + 1, found.sets - k)]
    assert [found.low, found.high] == pytest.approx(exact, rel=1e-9)
    assert found.to_dict() | {"low": found.low, "high": found.high} == found.to_dict()
    assert f"(± {100 * np.sqrt(found.coverage * (1 - found.coverage) / found.sets):.1f})" in str(found)


def test_the_report_tells_it(data, tmp_path):
    result = eb.evaluate(GaussianNB(), *data, effort="standard", random_state=0)
    eb.report(result, tmp_path / "report.html")
    assert result.evidence.fits == 75 and result.evidence.method == "calibrated_t"
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert str(result.evidence) in page.replace("\N{NO-BREAK SPACE}", " ")
