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


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--model", BAYES, "--methods", "corected_t"], "Did you mean 'corrected_t'"),
        (["--model", BAYES, "--model", BAYES, "--model", BAYES], "two to compare"),
        (["--model", BAYES, "--plot", "audit.txt"], "must end in"),
    ],
)
def test_bad_input_is_one_sentence(capsys, table, more, said):
    code, out, err = ask(capsys, table, *more)
    assert code == 2 and out == "" and said in err and "Traceback" not in err
