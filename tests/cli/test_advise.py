"""`errbar advise`: the recommendation in words and as JSON, and bad input in one line."""

import json

import pytest

import errbar as eb
from errbar.cli.main import run


def test_it_prints_method_plan_price_and_lines_to_run(capsys):
    assert run(["advise", "1000", "--n-models", "2"]) == 0
    out = capsys.readouterr().out
    for part in (
        "corrected_wilson",
        "subsample(25, 0.1)",
        "25 per model",
        "not good for",
        "eb.compare(",
        "errbar compare ",
    ):
        assert part in out


def test_json_is_the_same_answer(capsys):
    arguments = ["advise", "300", "--have", "trained", "--metric", "roc_auc", "--groups", "--json"]
    assert run(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == eb.advise(300, metric="roc_auc", have="trained", groups=True).to_dict()
    assert answer["method"] == "delong" and answer["fits"] == 0


@pytest.mark.parametrize(
    "arguments",
    [["5"], ["many"], [], ["100", "--metric", "auc"], ["100", "--budget", "0"], ["100", "--have", "nothing"]],
    ids=str,
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, capsys):
    assert run(["advise", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("errbar: ") and err.count("\n") == 1
