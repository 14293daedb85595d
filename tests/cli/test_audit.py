"""`errbar audit` as a user meets it."""

import json

import numpy as np
import pytest

from errbar.cli.main import run

LOGISTIC = "sklearn.linear_model.LogisticRegression()"
BAYES = "sklearn.naive_bayes.GaussianNB()"


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(400, 2))
    y = (x[:, 0] + rng.normal(size=400) > 0).astype(int)
    path = tmp_path / "data.csv"
    path.write_text("\n".join(["p,q,label", *(f"{a:.6f},{b:.6f},{c}" for (a, b), c in zip(x, y, strict=True))]))
    return path


def ask(capsys, table, *more):
    arguments = ["audit", table, "--target", "label", "--n", 60, "--sets", 5, "--random-state", 0, *more]
    code = run([str(a) for a in arguments])
    return code, *capsys.readouterr()


def test_one_model(capsys, table, tmp_path):
    picture = tmp_path / "audit.png"
    code, out, err = ask(capsys, table, "--model", BAYES, "--methods", "corrected_t, resampled_t", "--plot", picture)
    assert code == 0, err
    assert "Audit of 95 % intervals: 5 data sets of 60 rows from 400 (rows)" in out
    assert "not a universal guarantee" in " ".join(out.split())
    assert (
        "5 data sets of 60 rows, 130 fits in all" in err and "One data set takes about" in err
    )  # said before the rest starts
    assert picture.stat().st_size > 5000


def test_two_models_as_json(capsys, table):
    code, out, err = ask(
        capsys, table, "--model", BAYES, "--model", LOGISTIC, "--json", "--difference", 0.05, "--sets", 2
    )
    assert code == 0, err
    data = json.loads(out)
    assert {row["series"] for row in data["results"]} == {"a", "b", "a - b"}
    assert data["models"] == [BAYES, LOGISTIC] and data["difference"] == 0.05
    assert {row["method"] for row in data["results"]} >= {"kfold_t", "resampled_t", "corrected_t", "five_by_two_f"}


def test_moments_and_power_curves(capsys, table, tmp_path):
    picture, page = tmp_path / "power.png", tmp_path / "audit.html"
    asked = ["--methods", "corrected_t", "--moments", "--differences", "0,.05,.1", "--sets", 20]
    code, out, err = ask(capsys, table, "--model", BAYES, *asked, "--plot-power", picture, "--report", page)
    assert code == 0, err
    assert "moments of 25 random splits" in out and "power against null values" in out
    assert picture.stat().st_size > 5000
    html = page.read_text(encoding="utf-8")
    assert "covariance of two splits" in html and html.count('role="img"') == 4 and "errbar-power" in html
    code, out, err = ask(capsys, table, "--model", BAYES, *asked, "--json")
    data = json.loads(out)
    assert data["moments"][0]["rho"]["low"] < data["moments"][0]["rho"]["high"]
    assert data["curves"][0]["differences"] == [0.0, 0.05, 0.1]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--model", BAYES, "--differences", "0,much"], "numbers with commas"),
        (["--model", BAYES, "--differences", "0,nan"], "finite number"),
        (["--model", BAYES, "--plot-power", "p.png"], "name some"),
        (["--model", BAYES, "--moments"], "at least 20 data sets"),
        (["--model", BAYES, "--methods", "corected_t"], "Did you mean 'corrected_t'"),
        (["--model", BAYES, "--model", BAYES, "--model", BAYES], "two to compare"),
        (["--model", BAYES, "--plot", "audit.txt"], "must end in"),
    ],
)
def test_bad_input_is_one_sentence(capsys, table, more, said):
    code, out, err = ask(capsys, table, *more)
    assert code == 2 and out == "" and said in err and "Traceback" not in err
