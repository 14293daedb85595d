"""A gate's verdict: shown, refuted or undecided; the same whatever rows and models are called; never from no spread."""

import json
import subprocess
import sys

import numpy as np
import pytest
from tests.methods.series import paired

import errbar as eb
from errbar.cli.main import run
from errbar.errors import NeedsError

COLUMNS = ("--item", "id", "--model-col", "model", "--correct-col", "right")
COUNTS = {"shown": (2, 9, 300), "refuted": (40, 5, 300), "undecided": (6, 4, 100)}


def table(tmp_path, b, c, n, names=("new", "base")):
    """0/1 answers of two models of which the first alone is wrong on b items, the second alone on c."""
    wrong = {names[0]: range(b), names[1]: range(b, b + c)}
    lines = [f"{i},{m},{int(i not in wrong[m])}" for m in names for i in range(n)]
    path = tmp_path / "scores.csv"
    path.write_text("id,model,right\n" + "\n".join(lines) + "\n")
    return path


def gate(capsys, path, *more, names=("new", "base"), margin="0.02"):
    arguments = ["infer", str(path), *COLUMNS, "--model", names[0], "--versus", names[1], "--margin", margin, *more]
    return run(arguments), capsys.readouterr().out


def test_five_items_in_agreement_decide_nothing(capsys, tmp_path):
    result = eb.infer(paired(0, 0, 5), model="a", versus="b", margin=0.01)
    assert (result.verdict, result.pvalue) == ("undecided", 1.0)
    assert (result.details["noninferior"], result.details["equivalent"]) == (False, False)
    assert result.low < -0.3 and result.high > 0.3 and "minimum_detectable_effect" not in result.details
    code, out = gate(capsys, table(tmp_path, 0, 0, 5), margin="0.01")
    assert code == 4 and gate(capsys, tmp_path / "scores.csv", "--undecided", "pass", margin="0.01")[0] == 0
    assert "it would be shown by 309 items on which the two agree" in " ".join(out.split())


@pytest.mark.parametrize("method", ["holdout_t", "clustered_t"])
def test_no_method_decides_from_zero_width(method):
    for a, b in ((0.0, 0.0), (0.0, 1.0), (0.3, 0.3), (0.1, 0.3)):
        table = {"i": range(8), "a": [a] * 8, "b": [b] * 8, "g": [0, 0, 1, 1, 2, 2, 3, 3]}
        scores = eb.Scores.from_table(table, item="i", loss=["a", "b"], group="g")
        result = eb.infer(scores, model="a", versus="b", method=method, margin=0.5)
        assert (result.verdict, result.pvalue, result.details["noninferior_pvalue"]) == ("undecided", 1.0, 1.0)
        assert "minimum_detectable_effect" not in result.details
        assert any("No spread was seen" in note for note in result.notes)


def test_the_bootstrap_of_equal_items_counts_its_groups():
    """Four groups that all say the same: as far as 1 - 0.05^(1/4) they may yet be wrong."""
    table = {"i": range(8), "a": [0.0] * 8, "b": [0.0] * 8, "g": [0, 0, 1, 1, 2, 2, 3, 3]}
    scores = eb.Scores.from_table(table, item="i", loss=["a", "b"], group="g", loss_range=(0, 1))
    result = eb.infer(scores, model="a", versus="b", method="bootstrap_bca", margin=0.5)
    assert (result.verdict, result.pvalue) == ("undecided", 1.0)
    assert result.details["margin_bound"] == pytest.approx(1 - 0.05**0.25)


def test_two_perfect_rankings_decide_nothing():
    y = [0, 1] * 20
    scores = eb.Scores.from_predictions(y, {"a": y, "b": [2 * v for v in y]})
    result = eb.infer(scores, model="a", versus="b", margin=0.01)
    assert (result.method, result.verdict, result.pvalue) == ("delong", "undecided", 1.0)


def test_splits_without_spread_decide_nothing():
    """Equal differences up to rounding: 0.3 - 0.2 and 0.4 - 0.3 are not the same number."""
    values = {"a": [0.3, 0.4, 0.5, 0.6], "b": [0.2, 0.3, 0.4, 0.5]}
    scores = eb.Scores.from_splits(values, n_train=90, n_test=10, loss="error")
    for method in ("corrected_t", "resampled_t"):
        result = eb.infer(scores, model="a", versus="b", method=method, margin=0.01)
        assert (result.verdict, result.pvalue) == ("undecided", 1.0)


def test_two_items_that_only_the_base_gets_wrong():
    result = eb.infer(paired(0, 2, 2), model="a", versus="b")
    assert result.pvalue == 0.25 and result.high > 0


@pytest.mark.parametrize("said", COUNTS)
def test_every_verdict_has_its_exit_code(capsys, tmp_path, said):
    path = table(tmp_path, *COUNTS[said])
    code, out = gate(capsys, path)
    assert code == {"shown": 0, "refuted": 1, "undecided": 4}[said] and f"gate    {said}: " in out
    assert gate(capsys, path, "--undecided", "fail")[0] == (1 if said == "undecided" else code)


def test_undecided_is_checked_before_anything_is_read(capsys):
    assert run(["infer", "none.csv", "--margin", "0.1", "--undecided", "maybe"]) == 2
    assert "pass, fail" in capsys.readouterr().err
    assert run(["infer", "none.csv", "--undecided", "pass"]) == 2
    assert "--margin" in capsys.readouterr().err


@pytest.mark.parametrize("said", COUNTS)
def test_rows_shuffled_and_models_renamed_change_nothing(capsys, tmp_path, said):
    path = table(tmp_path, *COUNTS[said])
    before = json.loads(gate(capsys, path, "--json")[1])
    head, *lines = path.read_text().splitlines()
    np.random.default_rng(0).shuffle(lines)
    path.write_text("\n".join([head, *lines]))
    assert json.loads(gate(capsys, path, "--json")[1]) == before
    names = ("z - the new one", "a base")
    again = json.loads(gate(capsys, table(tmp_path, *COUNTS[said], names), "--json", names=names)[1])
    assert {**again, "models": before["models"]} == before


def test_swapped_models_agree():
    for b, c, n in COUNTS.values():
        one, other = (eb.infer(paired(*bc, n), model="a", versus="b", margin=0.02) for bc in ((b, c), (c, b)))
        assert one.estimate == -other.estimate
        if one.verdict == "refuted":
            assert other.verdict == "shown"
        assert other.details["equivalent"] is one.details["equivalent"]
        assert other.verdict != "refuted" or one.verdict == "shown"


def test_a_score_that_is_better_when_higher_turns_the_verdicts_round():
    rng = np.random.default_rng(3)
    y = rng.random(400) < 0.4
    good, bad = (y + spread * rng.normal(size=400) for spread in (0.5, 1.5))
    scores = eb.Scores.from_predictions(y, {"good": good, "bad": bad}, positive=True)
    ask = [eb.infer(scores, model=a, versus=b, margin=0.02) for a, b in (("good", "bad"), ("bad", "good"))]
    assert [r.verdict for r in ask] == ["shown", "refuted"]
    assert ask[0].details["margin_bound"] > 0 > ask[1].estimate


def test_the_number_that_would_decide_it_does():
    """Twice the data in the same proportions, and so on: the first size that decides is about the one that was said."""
    b, c, n = COUNTS["undecided"]
    said = eb.infer(paired(b, c, n), model="a", versus="b", margin=0.05).details["n_to_decide"]
    sizes = [k for k in range(1, 60) if eb.infer(paired(k * b, k * c, k * n), model="a", versus="b",
                                                 margin=0.05).verdict == "shown"]  # fmt: skip
    assert said == pytest.approx(sizes[0] * n, rel=0.3)


def test_hold_outs_follow_the_table_of_trained_models():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y = (X[:, 0] + rng.normal(size=200) > 0).astype(int)
    groups = np.arange(200) // 4
    from sklearn.linear_model import LinearRegression, LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    held = {"plan": eb.plans.holdout(0.4), "random_state": 0}
    assert eb.evaluate(GaussianNB(), X, y, **held).method == "wilson"
    assert eb.compare(GaussianNB(), LogisticRegression(), X, y, **held).method == "mcnemar"
    alone = eb.evaluate(GaussianNB(), X, y, groups=groups, **held)
    both = eb.compare(GaussianNB(), LogisticRegression(), X, y, groups=groups, margin=0.05, **held)
    assert (alone.method, both.method) == ("clustered_wilson", "mcnemar")
    assert both.details["n_groups"] == alone.details["n_groups"] == 20  # of the test examples
    assert any("training set" in note for note in alone.notes)
    line = eb.evaluate(LinearRegression(), X, X[:, 1] + rng.normal(size=200), groups=groups, **held)
    assert (line.method, line.details["n_groups"]) == ("clustered_t", 20)
    with pytest.raises(NeedsError, match="at least two groups"):
        eb.evaluate(GaussianNB(), X, y, groups=np.arange(200) // 70, plan=eb.plans.holdout(0.2), random_state=0)


@pytest.mark.parametrize("more", [(), pytest.param(("--json",), marks=pytest.mark.slow)])
def test_a_closed_pipe_is_no_verdict(tmp_path, more):
    """The reader has gone before anything is printed: neither shown nor refuted, but the signal's own code."""
    path = table(tmp_path, *COUNTS["shown"])
    command = [sys.executable, "-m", "errbar", "infer", str(path), *COLUMNS, "--model", "new", "--versus", "base"]
    process = subprocess.Popen([*command, "--margin", "0.02", *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert (process.wait(), process.stderr.read()) == (141, b"")
    process.stderr.close()
