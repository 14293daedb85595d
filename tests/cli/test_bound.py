"""`errbar bound` in words that fit the losses, and as a table over n and delta with a picture."""

import json

import numpy as np
import pytest

import errbar as eb
from errbar.cli.main import run


@pytest.fixture
def losses(tmp_path):
    def written(values):
        path = tmp_path / "losses of a model.csv"
        np.savetxt(path, values, header="loss", comments="")
        return str(path)

    return written


def said(capsys, *arguments):
    code = run(["bound", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, " ".join(out.split()), err


def found(capsys, *arguments):
    return json.loads(said(capsys, *arguments, "--json")[1])


def test_losses_in_their_own_range_are_a_mean_loss_and_no_errors(capsys, losses):
    path = losses(10 * np.random.default_rng(0).beta(1, 3, 50))
    for method in ("auto", "hoeffding", "maurer_pontil"):
        _, out, _ = said(capsys, path, "--range", 0, 10, "--method", method, "--plain")
        assert "has a mean loss of 2.9" in out and "the mean loss of this trained model" in out
        assert "with losses from 0 to 10" in out
        assert "errs" not in out and "%" not in out.replace("95 %", "")


def test_betting_is_not_advised_to_who_has_asked_it(capsys, losses):
    path = losses(np.random.default_rng(0).beta(1, 3, 50))
    for method in ("auto", "betting", "betting_star", "anderson"):
        assert "betting reads" not in said(capsys, path, "--method", method, "--plain")[1]
    assert "betting reads" in said(capsys, path, "--method", "hoeffding", "--plain")[1]


def test_a_model_that_is_always_right_still_errs_on_a_share(capsys, losses):
    out = said(capsys, losses(np.zeros(60)), "--plain")[1]
    assert "errs on 0.0 % of new examples; with 95 % confidence at most 4.9 %" in out
    assert "the error of this trained model" in out


def test_a_sum_that_is_no_count_is_a_mean_loss(capsys):
    out = said(capsys, 3.5, 50, "--method", "bentkus", "--plain")[1]
    assert "mean loss of 0.07" in out and "losses from 0 to 1" in out and "clopper_pearson" not in out
    assert eb.bound(3.5, 50, method="bentkus").loss == "loss"
    assert eb.bound(3, 50, method="bentkus").loss == "zero_one"


def test_a_table_over_sizes_and_deltas_is_the_bounds_themselves(capsys):
    results = found(capsys, "25%", "200,12,40", "--delta", ".1,.01,.05", "--all")["results"]
    one_sided = [name for name, bound in eb.bounds.BOUNDS.items() if bound.sided != "both only"]
    assert len(results) == 3 * 3 * len(one_sided)
    for one in results:
        delta = 1 - one["confidence_level"]
        assert one["high"] == pytest.approx(float(eb.bounds.BOUNDS[one["method"]](0.25, one["n"], delta)), rel=1e-9)


def test_the_table_as_lines(capsys):
    assert run(["bound", "0", "10,200", "--delta", ".05,.01", "--method", "hoeffding,clopper_pearson", "--plain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "delta = 0.01: upper limits"
    assert lines[1].split() == "method n = 10 n = 200 guaranteed".split()
    assert lines[2].split() == ["clopper_pearson", "0.369", "0.02276", "yes"]
    assert lines[3].split()[0] == "hoeffding"
    assert lines[5] == "delta = 0.05: upper limits"


def test_sizes_at_which_a_share_is_no_count_stay_empty(capsys):
    _, out, _ = said(capsys, "5%", "10,20", "--method", "wilson,clopper_pearson", "--plain")
    assert "clopper_pearson - 0.2161 yes" in out


def test_one_delta_is_one_level(capsys):
    assert found(capsys, 3, 100, "--delta", 0.1) == found(capsys, 3, 100, "--confidence-level", 0.9)


@pytest.mark.parametrize(
    "arguments",
    [
        ("0", "10,50,5000", "--delta", ".01,.05", "--all"),
        ("5", "50", "--delta", ".01,.05", "--method", "blaker,clopper_pearson", "--side", "two-sided"),
        ("5", "50,60", "--side", "lower"),
        ("3", "100"),
        ("3", "100", "--all"),
    ],
)
def test_a_picture_of_each(arguments, tmp_path, capsys):
    path = tmp_path / "a picture.svg"
    assert run(["bound", *arguments, "--plot", str(path)]) == 0
    assert path.stat().st_size > 5000


def test_every_bound_is_a_line_of_the_picture():
    from errbar.answers.counted import Counts, every_bound
    from errbar.show.limits_axes import draw_limits

    results = [one for n in (10, 1000) for level in (0.9, 0.95) for one in every_bound(Counts.of(1, n, level, "upper"))]
    figure = draw_limits(results)
    assert [ax.get_title() for ax in figure.axes] == ["delta = 0.05", "delta = 0.1"]
    named = {line.get_label() for line in figure.axes[0].lines if not line.get_label().startswith("_")}
    assert named == {one.method for one in results} == {text.get_text() for text in figure.legends[0].get_texts()}
    assert figure.axes[0].get_xscale() == "log"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("0", "10,x"), "N must be a number"),
        (("0", "10,"), "N must be a number"),
        (("0", "inf"), "N must be a number"),
        (("0", "10.5"), "whole number"),
        (("0", "0"), "whole number"),
        (("x%", "10"), "ERRORS must be a number"),
        (("30", "10,20"), "between 0 and n = 10"),
        (("0", "10", "--delta", "0"), "delta must lie strictly between 0 and 1"),
        (("0", "10", "--delta", ".1", "--confidence-level", ".9"), "not both"),
        (("0", "10,20", "--method", "betting"), "reads the losses themselves"),
        (("0", "10,20", "--method", "wilson,nobody"), "nobody"),
        (("5%", "10,30", "--method", "clopper_pearson,blaker"), "No bound can answer"),
    ],
)
def test_refusals_are_one_sentence(arguments, words, capsys):
    code, out, err = said(capsys, *arguments)
    assert code == 2 and not out and words in err and err.count("\n") == 1


def test_a_file_takes_one_delta(capsys, losses):
    path = losses(np.linspace(0, 1, 30))
    assert said(capsys, path, "--delta", ".1", "--plain")[0] == 0
    assert "several deltas" in said(capsys, path, "--delta", ".1,.2")[2]
