"""`errbar rank`: data with models, tables of one data set and of many, JSON, reports, refusals."""

import json

import numpy as np
import pandas as pd
import pytest
from tests.ranking.demsar import DATASETS, MODELS, TABLE

from errbar.cli.main import run
from errbar.cli.rank import short_name

SPECS = ("sklearn.naive_bayes.GaussianNB()", "sklearn.neighbors.NearestCentroid()", "sklearn.dummy.DummyClassifier()")


@pytest.fixture
def data(tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "data.csv"
    label = rng.integers(0, 2, 120)
    pd.DataFrame({"x": label + rng.normal(size=120), "z": rng.normal(size=120), "y": label}).to_csv(path, index=False)
    return path


@pytest.fixture
def demsar(tmp_path):
    path = tmp_path / "demsar.csv"
    frame = pd.DataFrame(TABLE, columns=MODELS)
    frame.insert(0, "data", DATASETS)
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def items(tmp_path):
    rng = np.random.default_rng(0)
    rows = [
        (i, m, i % 5, float(rng.random() < p)) for i in range(100) for m, p in (("a", 0.2), ("b", 0.25), ("c", 0.7))
    ]
    path = tmp_path / "items.csv"
    pd.DataFrame(rows, columns=["id", "model", "fold", "wrong"]).to_csv(path, index=False)
    return path


@pytest.fixture
def files(data, demsar, items):
    return {"{data}": data, "{demsar}": demsar, "{items}": items}


def ask(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def models(*specs):
    return [part for spec in specs for part in ("--model", spec)]


def test_models_on_data(capsys, data):
    code, out, err = ask(capsys, "rank", data, "--target", "y", *models(*SPECS), "--random-state", 0)
    assert code == 0, err
    assert "DummyClassifier()" in out and "tied for best" in out and "optimistic" in out


def test_json_is_one_object(capsys, data):
    arguments = ("rank", data, "--target", "y", *models(*SPECS), "--random-state", 0, "--json")
    code, out, err = ask(capsys, *arguments, "--control", "GaussianNB()", "--correction", "fdr_bh")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert answer["kind"] == "models" and len(answer["results"]) == 3 and len(answer["pairs"]) == 2
    assert answer["correction"] == "fdr_bh" and answer["method"] == "corrected_t"


def test_many_data_sets(capsys, demsar):
    code, out, err = ask(
        capsys, "rank", demsar, "--greater-is-better", "--control", "C4.5", "--across", "rank_z", "--json"
    )
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert answer["friedman"]["chi2"] == pytest.approx(9.278571, abs=5e-7)
    assert sorted(pair["adjusted_pvalue"] for pair in answer["pairs"]) == pytest.approx(
        [0.04716, 0.04716, 0.608408], abs=5e-7
    )
    code, out, _ = ask(capsys, "rank", demsar, "--greater-is-better", "--rope", "0.01", "--random-state", 0)
    assert code == 0 and "Friedman" in out and "equivalent" in out


def test_items_and_splits_of_one_data_set(capsys, items):
    where = ("--item", "id", "--model-col", "model", "--loss-col", "wrong", "--json", "--random-state", 0)
    folds = json.loads(ask(capsys, "rank", items, *where, "--split", "fold")[1])
    assert folds["method"] == "corrected_wilson" and folds["n_splits"] == 5
    assert folds["results"][-1]["model"] == "c" and not folds["results"][-1]["tied"]
    fixed = json.loads(ask(capsys, "rank", items, *where)[1])
    assert fixed["error_method"] == "wilson"


def test_missing_drop(capsys, demsar):
    frame = pd.read_csv(demsar)
    frame.loc[3, "C4.5"] = None
    frame.to_csv(demsar, index=False)
    code, out, err = ask(capsys, "rank", demsar, "--greater-is-better")
    assert (code, out) == (2, "") and "data set 'cmc': model 'C4.5'" in err
    code, out, _ = ask(capsys, "rank", demsar, "--greater-is-better", "--missing", "drop")
    assert code == 0 and "1 of 14 data sets were left out" in out


def test_report_and_picture(capsys, demsar, data, tmp_path):
    page, picture = tmp_path / "r.html", tmp_path / "cd.svg"
    assert ask(capsys, "rank", demsar, "--greater-is-better", "--report", page, "--plot", picture)[0] == 0
    text = page.read_text()
    assert "<svg" in text and "Friedman" in text and "Demsar" in text and picture.stat().st_size > 1000
    arguments = ("rank", data, "--target", "y", *models(*SPECS), "--random-state", 0, "--report", page)
    assert ask(capsys, *arguments)[0] == 0 and "GaussianNB()" in page.read_text()


def test_names_are_escaped_in_the_report(capsys, tmp_path):
    path, page = tmp_path / "t.csv", tmp_path / "r.html"
    path.write_text("data,<script>alert(1)</script>,b\n" + "\n".join(f"set {i},{i},{i + 1}" for i in range(7)))
    assert ask(capsys, "rank", path, "--lower-is-better", "--report", page)[0] == 0
    text = page.read_text()
    assert "alert(1)" in text and "<script>alert" not in text
    assert text.count("<script") == 2  # its own: the answer as JSON, and what the picture does


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["{data}", "--target", "y", *models(SPECS[0])], "two or more --model"),
        (["{data}", "--target", "y", *models(SPECS[0], SPECS[0])], "given twice"),
        (["{data}", "--target", "y", *models(*SPECS), "--dataset", "x"], "--dataset is for a table"),
        (["{data}", "--target", "y", *models(*SPECS), "--control", "SVC()"], "--control 'SVC()'"),
        (["{demsar}", *models(*SPECS)], "--model is for fitting"),
        (["{demsar}", "--plan", "kfold(5)"], "--plan is for fitting"),
        (["{demsar}", "--groups", "data"], "--groups is for one data set"),
        (
            ["{items}", "--dataset", "fold", "--model-col", "model", "--loss-col", "wrong"],
            "names splits of one data set",
        ),
        (["{items}", "--item", "id", "--model-col", "model", "--loss-col", "wrong", "--rope", "0.1"], "many data sets"),
        (["{demsar}", "--plot", "picture.bmp"], "must end in"),
        (["{demsar}", "--lower-is-better", "--across", "tukey"], "--across tukey"),
        (["nowhere.csv"], "There is no file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, files, arguments, says):
    code, out, err = ask(capsys, "rank", *[files.get(a, a) for a in arguments])
    assert (code, out) == (2, "")
    assert says in err and "Traceback" not in err and err.count("\n") == 1


def test_short_names():
    spec = "sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), sklearn.svm.SVC(C=0.1))"
    assert short_name(spec) == "make_pipeline(StandardScaler(), SVC(C=0.1))"
