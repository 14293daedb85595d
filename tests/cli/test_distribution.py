"""`errbar distribution` as a user meets it."""

import json

import numpy as np
import pytest

from errbar.cli.main import run

RIDGE = "sklearn.linear_model.Ridge(alpha=0.1)"
TREE = "sklearn.tree.DecisionTreeRegressor(max_depth=2)"


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((80, 3))
    target = rows @ [1.0, -2.0, 0.5] + rng.standard_normal(80)
    path = tmp_path / "data.csv"
    lines = [",".join(f"{v:.5f}" for v in (*row, t)) for row, t in zip(rows, target, strict=True)]
    path.write_text("\n".join(["u,v,w,y", *lines]))
    return path


def ask(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_one_model(capsys, table):
    code, out, err = ask(capsys, "distribution", table, "--target", "y", "--model", RIDGE, "--random-state", 0)
    assert (code, err) == (0, "")
    assert "500 splits, 20 of 80 examples held out" in " ".join(out.split())
    assert "trimmed average" in out and "FPER" in out and "note    Only the average has an interval" in out


def test_two_models_meet_the_same_splits_without_a_seed(capsys, table):
    code, out, err = ask(
        capsys, "distribution", table, "--target", "y", "--model", RIDGE, "--model", TREE, "--n-splits", 30
    )
    assert (code, err) == (0, "")
    assert "a has the larger error in" in out and "resampled_t" in out


def test_json_is_one_object(capsys, table):
    arguments = ("distribution", table, "--target", "y", "--n-splits", 25, "--test-size", 8, "--random-state", 3)
    code, out, _ = ask(capsys, *arguments, "--model", RIDGE, "--json")
    answer = json.loads(out)
    assert code == 0 and answer["n_test"] == 8 and len(answer["values"]) == 25 and answer["models"] == [RIDGE]
    assert answer["results"][0]["name"] == "average"
    both = json.loads(ask(capsys, *arguments, "--model", RIDGE, "--model", TREE, "--json")[1])
    assert both["a"]["values"] == answer["values"] and len(both["results"]) == 2


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_plot(capsys, table, tmp_path, suffix):
    picture = tmp_path / f"picture.{suffix}"
    code, _, err = ask(
        capsys, "distribution", table, "--target", "y", "--model", RIDGE, "--n-splits", 20, "--plot", picture
    )
    assert (code, err) == (0, "") and picture.stat().st_size > 3000


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--plot", "picture.gif"], "must end in .png, .svg or .pdf"),
        (["--plot", "no/such/folder/p.png"], "no folder"),
        (["--n-splits", "100", "--test-size", "1"], "80 ways only"),
        (["--n-splits", "1"], "at least 2"),
        (["--test-size", "1.5"], "strictly between 0 and 1"),
        (["--model", TREE, "--model", TREE], "one --model, or two"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, table, arguments, says):
    code, out, err = ask(capsys, "distribution", table, "--target", "y", "--model", RIDGE, *arguments)
    assert (code, out) == (2, "")
    assert says in err and err.count("\n") == 1
