"""`errbar verify`: the same answer from kept scores, and every changed number told."""

import json

import numpy as np
import pytest

import errbar as eb
from errbar.cli.main import run
from errbar.plans.families import TestSet
from errbar.types import Plan

COLUMNS = ("--item", "id", "--model-col", "who", "--loss-col", "loss")


def split_scores(names=("a", "b", "c c")):
    plan = eb.plans.subsample(15, 0.2).build(100, random_state=0)
    rng = np.random.default_rng(1)
    losses = {name: [(rng.random(20) < 0.2 + 0.1 * i).astype(float) for _ in plan] for i, name in enumerate(names)}
    return eb.Scores.from_losses(losses, plan=plan, loss="zero_one")


def fold_scores():
    plan = eb.plans.kfold(5).build(60, random_state=0)
    return eb.Scores.from_losses({"a": (np.arange(60) % 4 == 0).astype(float)}, plan=plan, loss="zero_one")


def item_scores():
    rng = np.random.default_rng(0)
    losses = {name: rng.gamma(2.0, 1.0 + i, 60) for i, name in enumerate(("new", "old"))}
    return eb.Scores.from_losses(losses, plan=Plan("test_set", 60, (TestSet(60),)))


ANSWERS = {
    "two models": (split_scores, lambda s: eb.infer(s, model="a", versus="c c")),
    "one model, another level": (split_scores, lambda s: eb.infer(s, model="b", null=0.3, confidence_level=0.9)),
    "one-sided": (item_scores, lambda s: eb.infer(s, model="new", versus="old", alternative="less")),
    "gate": (item_scores, lambda s: eb.infer(s, model="new", versus="old", margin=0.5)),
    "options": (fold_scores, lambda s: eb.infer(s, method="cv_wald", options={"variance": "within"})),
    "drawn": (item_scores, lambda s: eb.infer(s, model="new", method="bootstrap_bca", options={"seed": 7})),
    "ranking": (split_scores, eb.rank),
    "ranking with a control": (split_scores, lambda s: eb.rank(s, control="b", correction="bonferroni")),
}


@pytest.fixture
def kept(tmp_path):
    """Files of an answer and of its scores."""

    def keep(name):
        made, asked = ANSWERS[name]
        scores = made()
        answer = asked(scores)
        (tmp_path / "answer.json").write_text(answer.to_json(), encoding="utf-8")
        scores.save(tmp_path / "scores.npz")
        return tmp_path / "answer.json", tmp_path / "scores.npz", answer

    return keep


def verify(capsys, *words):
    code = run(["verify", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("name", ANSWERS)
def test_the_same_answer(capsys, kept, name):
    answer, scores, _ = kept(name)
    code, out, _ = verify(capsys, answer, scores)
    assert code == 0 and out.startswith("The same: ") and "to the last digit" in out


@pytest.mark.parametrize("field", ["estimate", "low", "high", "pvalue", "se", "n_splits", "confidence_level", "method"])
def test_a_changed_number_is_told(capsys, kept, field):
    answer, scores, _ = kept("two models")
    said = json.loads(answer.read_text())
    said[field] = {"method": "corrected_t", "confidence_level": 0.9}.get(
        field, 1.001 * said[field] if field != "method" else ""
    )
    answer.write_text(json.dumps(said))
    code, out, _ = verify(capsys, answer, scores)
    assert code == 1 and out.startswith("NOT the same: ")
    if field not in ("confidence_level", "method"):  # which are asked again as they are said: the numbers then differ
        assert f"{field}: the answer says {said[field]!r}, the scores give " in out


def test_a_changed_rank_and_a_changed_score_are_told(capsys, kept, tmp_path):
    answer, scores, _ = kept("ranking")
    said = json.loads(answer.read_text())
    said["tied"] = ["b"]
    answer.write_text(json.dumps(said))
    assert verify(capsys, answer, scores)[0] == 1
    answer, scores, _ = kept("two models")
    other = split_scores(("a", "b", "c c"))
    changed = other.values.copy()
    changed[0, 0] += 0.05
    eb.Scores.from_splits(
        {name: changed[i] for i, name in enumerate(other.names)}, n_train=80, n_test=20, greater_is_better=False
    ).save(scores)
    assert verify(capsys, answer, scores)[0] in (1, 2)


def test_a_report_holds_what_is_verified(capsys, kept, tmp_path):
    pytest.importorskip("jinja2")
    _, scores, answer = kept("two models")
    eb.report(answer, tmp_path / "page.html")
    assert verify(capsys, tmp_path / "page.html", scores)[0] == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    (tmp_path / "page.html").write_text(page.replace(f'"estimate": {answer.estimate!r}', '"estimate": 0.5'))
    assert verify(capsys, tmp_path / "page.html", scores)[0] == 1


def test_from_a_table_and_from_counts(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(3)
    rows = [f"{i},{who},{int(rng.random() < rate)}" for who, rate in (("x", 0.2), ("y y", 0.4)) for i in range(80)]
    (tmp_path / "losses.csv").write_text("\n".join(["id,who,loss", *rows]))
    assert run(["infer", "losses.csv", *COLUMNS, "--model", "x", "--versus", "y y", "--json"]) == 0
    (tmp_path / "answer.json").write_text(capsys.readouterr().out)
    assert verify(capsys, "answer.json", "losses.csv", *COLUMNS)[0] == 0
    (tmp_path / "losses.csv").write_text("\n".join(["id,who,loss", *rows[:-1], rows[-1][:-1] + "1", ""]))
    (tmp_path / "shuffled.csv").write_text("\n".join(["id,who,loss", *rows[::-1]]))
    assert verify(capsys, "answer.json", "shuffled.csv", *COLUMNS)[0] == 0
    assert run(["bound", "3", "100", "--all", "--json"]) == 0
    (tmp_path / "bounds.json").write_text(capsys.readouterr().out)
    code, out, _ = verify(capsys, "bounds.json", "--json")
    assert code == 0 and json.loads(out)["same"] and json.loads(out)["compared"] > 100


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "neither JSON nor a report"),
        ("[]", "holds no answer that can be verified"),
        ("<!doctype html><html>", "holds no answer of errbar"),
        ('{"estimate": 1}', "does not hold what it was computed from"),
        ('{"estimate": 1, "details": 5, "n": 3}', "The answer is damaged"),
        ('{"results": "text"}', "The answer is damaged"),
    ],
)
def test_what_is_no_answer(capsys, tmp_path, text, says):
    (tmp_path / "a.json").write_text(text)
    code, out, err = verify(capsys, tmp_path / "a.json")
    assert (code, out) == (2, "") and says in err and err.count("\n") == 1


def test_scores_of_other_models(capsys, kept, tmp_path):
    answer, _, _ = kept("two models")
    item_scores().save(tmp_path / "other.npz")
    code, _, err = verify(capsys, answer, tmp_path / "other.npz")
    assert code in (1, 2)
    split_scores(("d", "e", "f")).save(tmp_path / "other.npz")
    code, _, err = verify(capsys, answer, tmp_path / "other.npz")
    assert code == 2 and "the scores are of 'd', 'e', 'f'" in err
