"""Bad input on the command line: one sentence, exit code 2, and nothing fitted before it."""

import json

import numpy as np
import pytest

from errbar.cli import demo
from errbar.cli.main import run

BAYES = "sklearn.naive_bayes.GaussianNB()"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "data.csv"
    rows = np.random.default_rng(0).normal(size=(40, 2))
    path.write_text("a,b,label\n" + "\n".join(f"{a:.3f},{b:.3f},{i % 2}" for i, (a, b) in enumerate(rows)))
    return path


def refused(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    assert code == 2 and out == "" and err.count("\n") == 1, (code, out, err)
    return err


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--confidence-level", 95), "Did you mean 0.95"),
        (("--alternative", "bigger"), "two-sided, less, greater"),
        (("--null", "nan"), "null must be a finite number"),
        (("--method", "mcnemar"), "compares two models"),
        (("--n-jobs", 0), "n_jobs must be a whole number"),
        (("--groups", "label"), "is the target"),
        (("--drop", "label"), "is the target"),
    ],
)
def test_evaluate_refuses_before_anything_is_fitted(capsys, table, tmp_path, given, says):
    store = tmp_path / "runs.db"
    arguments = ("evaluate", table, "--target", "label", "--model", BAYES, "--store", store)
    assert says in refused(capsys, *arguments, *given)
    assert not store.exists()


def test_compare_refuses_a_margin_before_anything_is_fitted(capsys, table, tmp_path):
    store = tmp_path / "runs.db"
    models = ("--model", BAYES, "--model", BAYES)
    arguments = ("compare", table, "--target", "label", *models, "--store", store, "--margin", "nan")
    assert "margin must be a finite number" in refused(capsys, *arguments)
    assert not store.exists()


def test_a_report_that_is_a_folder_is_refused_first(capsys, table, tmp_path):
    arguments = ("evaluate", table, "--target", "label", "--model", BAYES, "--report", tmp_path)
    assert "is a folder" in refused(capsys, *arguments)


@pytest.mark.parametrize("header", ["label,a,label", "a,A,label"])
def test_columns_of_one_name_are_refused(capsys, tmp_path, header):
    path = tmp_path / "twice.csv"
    path.write_text(header + "\n" + "\n".join(f"{i % 2},{i},{i % 2}" for i in range(40)))
    assert "two columns named" in refused(capsys, "evaluate", path, "--target", "label", "--model", BAYES)


def test_columns_that_end_in_a_number_are_not_taken_for_renamed(capsys, table):
    table.write_text(table.read_text().replace("a,b,label", "a,a_1,label"))
    assert run(["evaluate", str(table), "--target", "label", "--model", BAYES, "--random-state", "0"]) == 0


def test_an_allowed_module_that_is_not_there(capsys, table):
    arguments = ("evaluate", table, "--target", "label", "--model", "nowhere.Model()", "--allow-module", "nowhere")
    assert "'nowhere'" in refused(capsys, *arguments)


@pytest.mark.parametrize(
    "given", [(3, 100, "--column", "x"), (3, 100, "--range", 0, 2), (3, 100, "--all", "--method", "wilson")]
)
def test_bound_ignores_no_option(capsys, given):
    refused(capsys, "bound", *given)


def test_bound_of_a_file_has_no_table_of_every_bound(capsys, table):
    assert "--all" in refused(capsys, "bound", table, "--column", "label", "--all")


def test_interrupted_says_so(capsys, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr("errbar.run.bundled.breast_cancer", interrupt)
    assert run(["demo"]) == 130
    assert capsys.readouterr().err == "errbar: interrupted\n"


def test_a_figure_of_the_lab_is_told_as_json(capsys, tmp_path):
    assert run(["lab", "figure", "bounds-05", "--out", str(tmp_path), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["results"]
    assert found["files"] == [str(tmp_path / "bounds-05.png"), str(tmp_path / "bounds-05.svg")]
    assert all((tmp_path / name).is_file() for name in found["files"])


def test_demo_prints_one_json_object(capsys, monkeypatch, tmp_path):
    rng = np.random.default_rng(0)
    monkeypatch.setattr("errbar.run.bundled.breast_cancer", lambda: (rng.normal(size=(40, 2)), np.arange(40) % 2))
    monkeypatch.setattr(demo, "MODELS", (BAYES, "sklearn.dummy.DummyClassifier()"))
    assert run(["demo", "--json", "--report", str(tmp_path / "page.html")]) == 0
    assert json.loads(capsys.readouterr().out)["method"] == "corrected_wilson"
    assert (tmp_path / "page.html").stat().st_size > 1000
