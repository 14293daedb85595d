"""Errors on the command line name options; the same errors in Python name arguments."""

import re

import numpy as np
import pandas as pd
import pytest

import errbar as eb
from errbar.cli.flags import in_flags
from errbar.cli.main import run
from errbar.errors import ErrbarError

ITEMS = ("items.csv", "--item", "id", "--model-col", "who", "--correct-col", "right")
DATA = ("data.csv", "--target", "y", "--model", "GaussianNB()")
REFUSED = {
    "which model": (("infer", *ITEMS), "--model, or --model and --versus"),
    "no item": (("infer", "items.csv", "--model-col", "who", "--correct-col", "right"), "--item"),
    "two metrics": (("evaluate", *DATA, "--loss", "zero_one", "--scoring", "accuracy"), "--loss or --scoring"),
    "runs": (("sources", *ITEMS, "--model", "old"), "--run"),
    "subgroups": (("infer", *ITEMS, "--model", "old", "--weights", "equal"), "--by"),
    "margin and subgroups": (("infer", *ITEMS, "--model", "new", "--versus", "old", "--by", "topic", "--margin", "0.1"),
                             "--by"),
    "plan and effort": (("evaluate", *DATA, "--plan", "kfold(5)", "--effort", "quick"), "--plan"),
    "a name": (("winner", *ITEMS, "--method", "nonsense"), "nonsense"),
    "growth of which": (("growth", *ITEMS), "--model"),
}  # fmt: skip
PYTHON = re.compile(r"\b(model|versus|item|loss|scoring|run|by|weights|margin|plan|cv|effort|method)=")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("flags")
    rows = [f"{i},{who},{(i * k) % 3 // 2},t{i % 2}" for who, k in (("new", 1), ("old", 2)) for i in range(20)]
    (place / "items.csv").write_text("\n".join(["id,who,right,topic", *rows]))
    rng = np.random.default_rng(0)
    (place / "data.csv").write_text("\n".join(["x,y", *(f"{x},{int(x > 0)}" for x in rng.normal(size=40))]))
    return place


@pytest.mark.parametrize("name", REFUSED)
def test_errors_of_the_command_line_name_options(folder, monkeypatch, capsys, name):
    monkeypatch.chdir(folder)
    arguments, option = REFUSED[name]
    assert run([*arguments]) == 2
    said = capsys.readouterr().err
    assert option in said and not PYTHON.search(said), said


def test_errors_of_python_name_arguments():
    table = pd.DataFrame({"id": [0, 1] * 2, "who": ["a", "a", "b", "b"], "right": [1, 0, 1, 1]})
    scores = eb.Scores.from_table(table, item="id", model="who", correct="right")
    with pytest.raises(ErrbarError, match="Say which model=, or model= and versus="):
        eb.infer(scores)


def test_what_is_no_argument_stays_as_it_is():
    flags = {"model": "--model", "run": "--run", "method": "--method", "quick": "--quick", "model_col": "--model-col"}
    assert in_flags("read the table with run= (--run).", flags) == "read the table with --run."
    assert in_flags("use method='max_t'.", flags) == "use --method max_t."
    assert in_flags("name model= and run=.", flags, of_a_table=True) == "name --model-col and --run."
    for same in (
        "got 'model=a'.",
        "ask eb.infer(scores, model=...).",
        "these scores hold: model=a, run=2.",
        "There is no file model=1/data.csv or run=2/model=3.",
        "unknown=1 is no option.",
    ):
        assert in_flags(same, flags) == same
