"""`errbar score`, `errbar curve` and `errbar infer --by` on a table, and what they refuse."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from errbar.cli.main import run

RNG = np.random.default_rng(0)


@pytest.fixture
def table(tmp_path):
    p = RNG.random(200).round(3)
    y, said = (np.where(one, "spam mail", "ham") for one in (RNG.random(200) < p, p > 0.5))
    path = tmp_path / "what it said.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "wrong", "home town", "y", "said", "p"])
        rows.writerows([f"q{i}", int(said[i] != y[i]), "ab"[i % 2], y[i], said[i], p[i]] for i in range(200))
    return str(path)


def answer(capsys, *words):
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_score(table, capsys):
    said = answer(capsys, "score", table, "--truth", "y", "--prediction", "said", "--scoring", "accuracy")
    error = answer(capsys, "score", table, "--truth", "y", "--prediction", "said")
    assert said["method"] == "wilson" and said["estimate"] == pytest.approx(1 - error["estimate"])
    area = answer(capsys, "score", table, "--truth", "y", "--probability", "p", "--scoring", "roc_auc")
    assert area["method"] == "delong"


def test_curve(table, capsys, tmp_path):
    picture = tmp_path / "roc.png"
    found = answer(capsys, "curve", table, "--truth", "y", "--probability", "p", "--plot", str(picture))
    assert found["kind"] == "roc" and len(found["x"]) == 101 and picture.stat().st_size > 1000


def test_confusion(table, capsys):
    words = ["curve", table, "--truth", "y", "--prediction", "said", "--kind", "confusion"]
    found = answer(capsys, *words)
    assert found["labels"] == ["ham", "spam mail"] and sum(map(sum, found["counts"])) == 200
    assert run(words) == 0 and "all at once" in capsys.readouterr().out


def test_by(table, capsys):
    found = answer(capsys, "infer", table, "--item", "id", "--loss-col", "wrong", "--by", "home town")
    assert [row["subgroup"] for row in found["results"]][:2] == ["a", "b"]


@pytest.mark.parametrize(
    "words",
    [
        ["score", "--truth", "nope", "--prediction", "said"],
        ["score", "--truth", "y"],
        ["curve", "--truth", "y", "--probability", "said"],
        ["curve", "--truth", "y", "--kind", "confusion"],
        ["curve", "--truth", "y", "--kind", "roc"],
        ["curve", "--truth", "home town", "--probability", "p", "--positive", "z"],
        ["infer", "--item", "id", "--loss-col", "wrong", "--by", "nowhere"],
    ],
)
def test_one_sentence(table, capsys, words):
    assert run([words[0], table, *words[1:]]) == 2
    assert "Traceback" not in capsys.readouterr().err
