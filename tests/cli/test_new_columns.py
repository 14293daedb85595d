"""Judges, tries, runs and votes in a table, through the command line: answers, shuffled rows, refusals in one sentence."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import errbar as eb
from errbar.cli.main import run

ITEM = ("--item", "the item", "--model-col", "model", "--correct-col", "right or wrong")
PAIR = ("--model", "new one", "--versus", "old one")
NAMES = {"item": "the item", "model": "model", "correct": "right or wrong"}
WHO = ("--a", "shown first", "--b", "shown second", "--winner", "who won", "--group", "the prompt")


def ask(capsys, *arguments):
    code = run([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def answer(capsys, *arguments):
    code, out, err = ask(capsys, *arguments, "--json")
    assert (code, err) == (0, ""), err
    return json.loads(out)


def refused(capsys, *arguments):
    """The one sentence of a refusal."""
    code, out, err = ask(capsys, *arguments)
    assert (code, out) == (2, "") and err.startswith("errbar: ") and err.count("\n") == 1, err
    return err


def judged():
    """60 of 200 items have people's labels; the judge errs in 15 %."""
    rng, rows = np.random.default_rng(0), []
    labelled = set(rng.choice(200, 60, replace=False).tolist())
    for model, share in (("new one", 0.9), ("old one", 0.7)):
        right = rng.random(200) < share
        said = right ^ (rng.random(200) < 0.15)
        rows += [(f"item {i}", model, int(right[i]) if i in labelled else None, int(said[i])) for i in range(200)]
    return pd.DataFrame(rows, columns=["the item", "model", "right or wrong", "a judge"])


def repeated(n, times, column, seed=0):
    rng = np.random.default_rng(seed)
    item, model, time = np.meshgrid(np.arange(n), ["new one", "old one"], np.arange(times), indexing="ij")
    hard = rng.random(n)[item] + np.where(model == "new one", 0.1, 0.0)
    right = (rng.random(item.shape) < hard).astype(int)
    columns = {"the item": item, "model": model, column: time, "right or wrong": right}
    return pd.DataFrame({name: values.ravel() for name, values in columns.items()})


def votes():
    rng, names = np.random.default_rng(0), ["a one", "b two", "c three"]
    rows = []
    for i in range(240):
        first, second = rng.choice(3, 2, replace=False)
        won = first if rng.random() < 1 / (1 + np.exp(first - second)) else second
        rows.append(
            (names[first], names[second], names[won] if i % 10 else "tie", f"prompt {i % 60}", f"judge {i % 8}")
        )
    return pd.DataFrame(rows, columns=["shown first", "shown second", "who won", "the prompt", "who judged"])


@pytest.fixture
def files(tmp_path):
    """table -> its file, and the same rows in another order."""

    def write(table):
        paths = tmp_path / "a table.csv", tmp_path / "shuffled.csv"
        table.to_csv(paths[0], index=False)
        table.sample(frac=1, random_state=1).to_csv(paths[1], index=False)
        return paths

    return write


# -- a judge and a few people ----------------------------------------------------------------------------------------


def test_a_judge(capsys, files):
    path, shuffled = files(judged())
    found = answer(capsys, "infer", path, *ITEM, "--judge", "a judge", *PAIR)
    expected = eb.infer(eb.Scores.from_table(judged(), **NAMES, judge="a judge"), model="new one", versus="old one")
    assert (found["method"], found["details"]["n_labels"], found["details"]["n_judged"]) == ("ppi", 60, 200)
    assert (found["low"], found["high"]) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert answer(capsys, "infer", shuffled, *ITEM, "--judge", "a judge", *PAIR) == found


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_a_judge_in_files_of_other_kinds(capsys, files, tmp_path, ending):
    path, other = files(judged())[0], tmp_path / f"table.{ending}"
    if ending == "jsonl":
        judged().to_json(other, orient="records", lines=True)
    else:
        judged().to_parquet(other)
    asked = (*ITEM, "--judge", "a judge", *PAIR)
    assert answer(capsys, "infer", other, *asked)["low"] == answer(capsys, "infer", path, *asked)["low"]


def test_labels_that_were_not_drawn(capsys, files):
    table = judged()
    picked = table["a judge"].astype(bool) & (table["the item"].str[5:].astype(int) < 150)
    table["right or wrong"] = table["a judge"].where(picked)
    path, _ = files(table[table["model"] == "new one"])
    asked = ("infer", path, *ITEM, "--judge", "a judge")
    assert "do not look like a random draw" in refused(capsys, *asked, "--method", "ppi")
    assert answer(capsys, *asked, "--labelled", "random")["method"] == "ppi"
    assert "Choose from: check, random" in refused(capsys, *asked, "--labelled", "maybe")
    assert "a judge" in refused(capsys, "infer", path, *ITEM, "--judge", "nobody")


# -- several tries -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reduce", ["pass@3", "pass^2"])
def test_several_tries(capsys, files, reduce):
    table = repeated(30, 4, "the try")
    path, shuffled = files(table)
    asked = (*ITEM, "--repeat", "the try", "--reduce", reduce, *PAIR)
    found = answer(capsys, "infer", path, *asked)
    scores = eb.Scores.from_table(table, **NAMES, repeat="the try", reduce=reduce)
    assert found["estimate"] == pytest.approx(eb.infer(scores, model="new one", versus="old one").estimate, abs=1e-12)
    assert answer(capsys, "infer", shuffled, *asked) == found


def test_tries_that_cannot_be_reduced(capsys, files):
    path, _ = files(repeated(30, 4, "the try"))
    asked = ("infer", path, *ITEM, *PAIR)
    assert "needs at least 5 answers" in refused(capsys, *asked, "--repeat", "the try", "--reduce", "pass@5")
    assert "got 'best'" in refused(capsys, *asked, "--repeat", "the try", "--reduce", "best")
    assert "--repeat" in refused(capsys, *asked, "--reduce", "pass@2")


# -- training runs -----------------------------------------------------------------------------------------------------


def test_training_runs(capsys, files):
    path, shuffled = files(repeated(80, 3, "the seed"))
    asked = (*ITEM, "--run", "the seed")
    found = answer(capsys, "infer", path, *asked, *PAIR)
    assert found["method"] == "two_way_t" and answer(capsys, "infer", shuffled, *asked, *PAIR) == found
    assert "leave --judge and --reduce out" in refused(
        capsys, "infer", path, *asked, *PAIR, "--judge", "right or wrong"
    )
    one, _ = files(repeated(80, 1, "the seed"))
    assert "One run says nothing" in refused(capsys, "infer", one, *asked, *PAIR)


def test_sources(capsys, files, tmp_path):
    path, shuffled = files(repeated(80, 3, "the seed"))
    asked = (*ITEM, "--run", "the seed", "--model", "new one")
    found = answer(capsys, "sources", path, *asked)
    assert list(found["components"]) == ["run", "item", "run x item"] and found["model"] == "new one"
    assert answer(capsys, "sources", shuffled, *asked) == found
    code, out, err = ask(capsys, "sources", path, *asked, "--plot", tmp_path / "a picture.png")
    assert (code, err) == (0, "") and "run x item" in out and (tmp_path / "a picture.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ((), "new one, old one"),
        (("--model", "nobody"), "Choose from: new one, old one"),
        (PAIR, "about one model"),
        (("--model", "new one", "--order"), "name --target as well"),
        (("--model", "new one", "--tune", "alpha=1,2"), "name --target as well"),
        (("--model", "new one", "--run", "nothing"), "the seed"),
    ],
)
def test_sources_that_are_refused(capsys, files, more, words):
    path, _ = files(repeated(20, 3, "the seed"))
    assert words in refused(capsys, "sources", path, *ITEM, "--run", "the seed", *more)


def test_sources_of_fits_and_a_page(capsys, tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    data = pd.DataFrame({"x 1": X[:, 0], "x 2": X[:, 1], "y": (X[:, 0] + rng.normal(size=60) > 0).astype(int)})
    data.to_csv(tmp_path / "the data.csv", index=False)
    model = "sklearn.linear_model.SGDClassifier(max_iter=5, tol=None)"
    asked = ("sources", tmp_path / "the data.csv", "--target", "y", "--model", model, "--n-seeds", 2, "--order")
    asked += ("--plan", "subsample(2, 0.3)", "--tune", "alpha=0.0001,1", "--tune", "loss=hinge,log_loss")
    found = answer(capsys, *asked, "--random-state", 1, "--report", tmp_path / "a page.html")
    assert list(found["components"]) == ["seed", "order of data", "tuning", "test items", "training data"]
    assert "errbar sources" in (tmp_path / "a page.html").read_text(encoding="utf-8")
    assert "NAME=VALUE" in refused(capsys, *asked, "--tune", "alpha")


def test_runs_in_rank_and_winner(capsys, files):
    path, shuffled = files(repeated(80, 3, "the seed"))
    asked = (*ITEM, "--run", "the seed")
    found = answer(capsys, "rank", path, *asked)
    assert found["method"] == "two_way_t" and answer(capsys, "rank", shuffled, *asked) == found
    best = answer(capsys, "winner", path, *asked)
    assert best["method"] == "bonferroni" and best["details"]["luck"] is None
    assert "draws items alone" in refused(capsys, "winner", path, *asked, "--method", "max_t")


def test_aggregate(capsys, tmp_path):
    rng = np.random.default_rng(0)
    rows = [(f"the {t}", m, s, rng.normal()) for t in "xyz" for m in ("new one", "old one") for s in range(3)]
    table = pd.DataFrame(rows, columns=["task", "model", "seed", "return"])
    table.to_csv(tmp_path / "runs.csv", index=False)
    asked = ("aggregate", tmp_path / "runs.csv", "--task", "task", "--model-col", "model", "--run", "seed")
    found = answer(capsys, *asked, "--score-col", "return", "--draws", 200)
    assert {row["model"] for row in found["results"]} == {"new one", "old one"} and len(found["tasks"]) == 3
    code, out, err = ask(capsys, *asked, "--score-col", "return", "--draws", 200, "--plot", tmp_path / "profiles.png")
    assert (code, err) == (0, "") and "Interquartile mean of return over 3 tasks" in out
    assert (tmp_path / "profiles.png").stat().st_size > 1000
    assert "once" in refused(capsys, *asked)
    over = ("rank", tmp_path / "runs.csv", "--dataset", "task", "--model-col", "model", "--run", "seed")
    ranked = answer(capsys, *over, "--score-col", "return", "--rope", 0.1)
    assert ranked["kind"] == "datasets" and ranked["pairs"][0]["p_equivalent"] is not None


def test_sources_without_runs(capsys, files):
    path, _ = files(repeated(20, 1, "the seed"))
    assert "--run" in refused(capsys, "sources", path, *ITEM, "--model", "new one")


# -- the best of many --------------------------------------------------------------------------------------------------


def test_winner(capsys, files):
    path, shuffled = files(repeated(150, 1, "the try"))
    found = answer(capsys, "winner", path, *ITEM, "--random-state", 0)
    assert found["method"] == "max_t" and found["details"]["winner"] == "new one"
    assert answer(capsys, "winner", shuffled, *ITEM, "--random-state", 0) == found
    gain = answer(capsys, "winner", path, *ITEM, "--baseline", "old one", "--method", "bonferroni")
    assert gain["method"] == "bonferroni" and gain["estimate"] == found["estimate"]
    assert "Choose from" in refused(capsys, "winner", path, *ITEM, "--baseline", "nobody")
    assert "Choose from" in refused(capsys, "winner", path, *ITEM, "--method", "luck")
    alone, _ = files(repeated(50, 1, "the try").query("model == 'new one'"))
    assert any(
        "one candidate, so nothing was picked" in note for note in answer(capsys, "winner", alone, *ITEM)["notes"]
    )


def test_winner_where_nobody_errs(capsys, files):
    path, _ = files(repeated(50, 1, "the try").assign(**{"right or wrong": 1}))
    found = answer(capsys, "winner", path, *ITEM)
    assert found["estimate"] == 0.0 == found["low"] and 0.03 < found["high"] < 0.2


# -- votes -------------------------------------------------------------------------------------------------------------


def test_votes(capsys, files, tmp_path):
    path, shuffled = files(votes())
    found = answer(capsys, "rank", path, *WHO, "--judge", "who judged")
    assert (found["kind"], found["method"], found["n_votes"], found["n_groups"]) == ("votes", "davidson", 240, [60, 8])
    again = answer(capsys, "rank", shuffled, *WHO, "--judge", "who judged")
    for one, other in zip(found["results"], again["results"], strict=True):
        assert one.pop("model") == other.pop("model") and one == pytest.approx(other, abs=1e-9)
    code, out, err = ask(capsys, "rank", path, *WHO, "--plot", tmp_path / "votes.png")
    assert (code, err) == (0, "") and "* a one" in out and (tmp_path / "votes.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (WHO[:4], "needs --a, --b and --winner"),
        ((*WHO[:3], "shown first", *WHO[4:]), "compared with itself"),
        ((*WHO[:5], "the prompt"), "must name one of the two models"),
        ((*WHO[:5], "nobody"), "no column of the table"),
        ((*WHO, "--report", "page.html"), "votes have no page"),
        ((*WHO, "--item", "the prompt"), "--item is for"),
        ((*WHO, "--control", "a one"), "--control is for"),
        ((*WHO, "--method", "bayes_t"), "--method is for"),
        ((*WHO, "--across", "nemenyi"), "--across is for"),
        ((*WHO, "--loss", "zero_one"), "--loss is for"),
        ((*WHO, "--correction", "magic"), "Choose from"),
    ],
)
def test_votes_that_are_refused(capsys, files, arguments, words):
    assert words in refused(capsys, "rank", files(votes())[0], *arguments)


def test_a_model_that_never_lost(capsys, files):
    table = votes().query("`shown first` == 'a one' or `shown second` == 'a one'")
    table["who won"] = "a one"
    assert "never lost" in refused(capsys, "rank", files(table)[0], *WHO)


# -- how many ----------------------------------------------------------------------------------------------------------


def test_design_labels(capsys):
    asked = ("design", "labels", "--half-width", 0.03, "--error", 0.3, "--correlation", 0.8)
    plan = answer(capsys, *asked, "--judged", 5000)
    assert plan["n"] == eb.design("labels", half_width=0.03, error=0.3, correlation=0.8, judged=5000).n
    assert plan["what"] == "labels" and answer(capsys, *asked)["n"] < plan["n"]
    assert ask(capsys, *asked)[1].startswith(f"{answer(capsys, *asked)['n']} labels")
    assert "correlation" in refused(capsys, *asked[:6])
    assert "take more items" in refused(capsys, *asked, "--judged", 100)
    assert "judged" in refused(capsys, "design", "--n", 100, "--sd", 1, "--judged", 100)


def test_design_seeds(capsys):
    known = ("design", "seeds", "--run-variance", 0.0007, "--item-variance", 0.116, "--cell-variance", 0.038)
    cost = ("--cost", "run=60", "--cost", "answer = 1")
    plan = answer(capsys, *known, "--budget", 3600, *cost)
    assert (plan["n"], plan["items"]) == (6, 540) and len(plan["table"]["budget"]) == 4
    code, out, err = ask(capsys, *known, "--half-width", 0.05, *cost)
    assert (code, err) == (0, "") and "runs on" in out.splitlines()[0] and "cost" in out.splitlines()[2]
    assert "WORD=NUMBER" in refused(capsys, *known, "--budget", 3600, "--cost", "run")
    assert "cost names" in refused(capsys, *known, "--budget", 3600, "--cost", "seed=3")
    assert "one of budget" in refused(capsys, *known, *cost)
