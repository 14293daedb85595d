"""`errbar components`, `errbar growth` and `errbar design holdout` as a user meets them."""

import json

import numpy as np
import pytest

import errbar as eb
from errbar.cli.main import run

RIDGE, PLANE = "sklearn.linear_model.Ridge(alpha=0.1)", "sklearn.linear_model.LinearRegression()"


@pytest.fixture
def data(tmp_path):
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((60, 2))
    target = rows @ [1.0, -2.0] + rng.standard_normal(60)
    path = tmp_path / "some data.csv"
    path.write_text("u,v,y\n" + "\n".join(f"{a:.5f},{b:.5f},{t:.5f}" for (a, b), t in zip(rows, target, strict=True)))
    return path


@pytest.fixture
def losses(tmp_path):
    rng, path = np.random.default_rng(1), tmp_path / "losses.csv"
    rows = [f"{k},{i},{m},{rng.random():.4f}" for k in range(5) for m in ("a", "b c") for i in range(8 * k, 8 * k + 8)]
    path.write_text("set,item,who,loss\n" + "\n".join(rows))
    return path


COLUMNS = ("--item", "item", "--split", "set", "--model-col", "who", "--loss-col", "loss")


def ask(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_components_of_data(capsys, data, tmp_path):
    picture = tmp_path / "region.svg"
    asked = ("components", data, "--target", "y", "--model", RIDGE, "--random-state", 0)
    code, out, err = ask(capsys, *asked, "--plot", picture)
    assert (code, err) == (0, "") and picture.stat().st_size > 3000
    assert "54 x l" not in out and "50 x l1" in out and "9 x l2" in out and "open    l3 = n theta" in out
    both = json.loads(ask(capsys, *asked, "--model", PLANE, "--plan", "kfold(5)", "--json")[1])
    assert both["details"]["n_folds"] == 5 and both["models"] == ["Ridge(alpha=0.1)", "LinearRegression()"]


def test_components_by_jackknife(capsys, data):
    asked = ("components", data, "--target", "y", "--model", RIDGE, "--random-state", 0, "--jackknife", 6)
    code, out, err = ask(capsys, *asked)
    assert (code, err) == (0, "") and "(jackknife)" in " ".join(out.split())
    assert json.loads(ask(capsys, *asked, "--json")[1])["kind"] == "jackknife"


def test_components_of_a_table(capsys, losses):
    code, out, _ = ask(capsys, "components", losses, *COLUMNS, "--model", "b c", "--versus", "a", "--json")
    assert code == 0 and json.loads(out)["details"]["n_folds"] == 5
    code, out, _ = ask(capsys, "components", losses, *COLUMNS, "--model", "b c", "--independent", "--json")
    answer = json.loads(out)
    assert code == 0 and answer["kind"] == "independent" and set(answer["estimable"]) == {"theta", "sigma2", "omega"}


def test_growth_of_data_and_of_a_table(capsys, data, losses, tmp_path):
    picture, page = tmp_path / "growth.png", tmp_path / "growth.html"
    asked = ("growth", data, "--target", "y", "--model", RIDGE, "--random-state", 0)
    code, out, err = ask(capsys, *asked, "--plot", picture, "--report", page)
    assert (code, err) == (0, "") and picture.stat().st_size > 3000 and "Ridge" in page.read_text(encoding="utf-8")
    assert "more than" in out and "half-width" in out
    found = json.loads(ask(capsys, *asked, "--json")[1])
    assert len(found["results"]) == 24 and found["enough"] > 25
    code, out, _ = ask(capsys, "growth", losses, *COLUMNS, "--model", "a", "--json")
    assert code == 0 and len(json.loads(out)["results"]) == 4


def test_design_holdout(capsys):
    code, out, _ = ask(capsys, "design", "holdout", "--n", 100, "--n-params", 5)
    assert code == 0 and out.startswith(str(eb.optimal_split(100, 5)))
    found = json.loads(ask(capsys, "design", "holdout", "--n", 100, "--n-params", 5, "--json")[1])
    assert (found["n_train"], found["n_test"]) == (31, 69)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["components", "DATA", "--target", "y"], "one --model, or two"),
        (["components", "DATA", "--target", "y", "--model", RIDGE, "--versus", "b"], "--versus is for a TABLE"),
        (["components", "DATA", "--target", "y", "--model", RIDGE, "--independent"], "share example"),
        (["components", "DATA", "--jackknife", "5"], "--jackknife K takes"),
        (["components", "DATA", "--report", "page.html", "--loss-col", "y"], "no page of its own"),
        (["components", "DATA"], "Say where the losses or scores are"),
        (["growth", "DATA", "--loss-col", "y", "--plan", "kfold(3)"], "--plan is for fitting models"),
        (["growth", "DATA", "--target", "y", "--model", RIDGE, "--method", "nested_cv"], "Choose from"),
        (["design", "holdout", "--n", "10"], "needs --n"),
        (["design", "splits", "--n-params", "3"], "for errbar design holdout"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, data, tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    code, out, err = ask(capsys, *(data if one == "DATA" else one for one in arguments))
    assert (code, out) == (2, "")
    assert says in err and err.count("\n") == 1
