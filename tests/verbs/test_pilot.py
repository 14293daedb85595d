"""eb.design from a pilot: the spread that was put in comes out, and what it plans is what the formulas say."""

from __future__ import annotations

import numpy as np
import pytest

import errbar as eb
from errbar.answers.pilot import pilot_of
from errbar.cli import main
from errbar.errors import InputError, NeedsError


def table(items, answers, between, within, seed=0, models=2):
    """Normal losses: an item's own level for each model, and answers around it."""
    rng = np.random.default_rng(seed)
    level = rng.normal(0.0, between**0.5, (models, items, 1))
    loss = level + rng.normal(0.0, within**0.5, (models, items, answers))
    names = np.broadcast_to(np.array(["a", "b"][:models])[:, None, None], loss.shape)
    item, number = (np.broadcast_to(np.arange(n).reshape(shape), loss.shape) for n, shape in
                    ((items, (1, -1, 1)), (answers, (1, 1, -1))))  # fmt: skip
    columns = {"m": names.ravel(), "i": item.ravel(), "k": number.ravel(), "loss": loss.ravel()}
    return eb.Scores.from_table(columns, item="i", model="m", loss="loss", repeat="k" if answers > 1 else None)


def test_both_parts_of_the_spread_are_found():
    found = pilot_of(table(4000, 5, 2.0, 3.0), ("a",))
    assert found.between == pytest.approx(2.0, rel=0.08)
    assert found.within == pytest.approx(3.0, rel=0.04)
    pair = pilot_of(table(4000, 5, 2.0, 3.0), ("a", "b"))
    assert pair.between == pytest.approx(4.0, rel=0.08)
    assert pair.within == pytest.approx(6.0, rel=0.04)


def test_right_and_wrong_answers_need_no_second_look():
    rng = np.random.default_rng(1)
    right = rng.random((500, 4)) < rng.beta(2, 2, (500, 1))
    columns = {"i": np.repeat(np.arange(500), 4), "k": np.tile(np.arange(4), 500), "ok": right.ravel().astype(int)}
    scores = eb.Scores.from_table(columns | {"m": ["a"] * 2000}, item="i", model="m", correct="ok", repeat="k")
    by_hand = right.var(axis=1, ddof=1).mean()
    assert scores.details["answer_variance"]["a"] == pytest.approx(by_hand, rel=1e-12)
    assert pilot_of(scores, ("a",)).between == pytest.approx(right.mean(axis=1).var(ddof=1) - by_hand / 4, rel=1e-9)


def test_the_plan_is_that_of_the_numbers_it_found():
    scores = table(300, 3, 2.0, 3.0)
    found = pilot_of(scores, ("a", "b"))
    known = {"item_variance": found.between, "answer_variance": found.within / 2}
    plan = eb.design(scores, model="a", versus="b", effect=0.3)
    assert plan.n == eb.design(effect=0.3, **known, answers=3).n
    assert eb.design(scores, model="a", versus="b", half_width=0.3, answers=8).n == pytest.approx(
        eb.design(half_width=0.3, **known, answers=8).n, abs=1
    )
    table_of = dict(zip(plan.table["answers"], plan.table["items"], strict=True))
    assert table_of[3] == plan.n
    assert sorted(table_of.values(), reverse=True) == list(table_of.values())


def test_a_dear_item_gets_more_answers():
    scores = table(300, 3, 1.0, 4.0)
    asked = {"model": "a", "half_width": 0.1}
    cheap, dear = (eb.design(scores, **asked, cost={"item": price, "answer": 1.0}) for price in (0.01, 100.0))
    assert dear.n < cheap.n
    assert "1 answers" in cheap.notes[0]


def test_margin_of_right_and_wrong():
    rng = np.random.default_rng(2)
    right = rng.random((2, 400)) < 0.8
    scores = eb.Scores.from_table(
        {"i": np.arange(400), "a": right[0] * 1, "b": right[1] * 1}, item="i", correct=["a", "b"]
    )
    differ = (right[0] != right[1]).mean()
    plan = eb.design(scores, model="a", versus="b", margin=0.02)
    assert plan.n == pytest.approx(6.1826 * differ / 0.02**2, rel=1e-3)
    assert "equally good" in str(plan)
    assert eb.design(scores, model="a", versus="b", effect=0.05).n == eb.design(effect=0.05, discordance=differ).n


def test_groups_take_more():
    rng = np.random.default_rng(3)
    topic = np.repeat(np.arange(60), 10)
    loss = rng.normal(size=60)[topic] + rng.normal(size=600)
    columns = {"i": np.arange(600), "g": topic, "loss": loss}
    alone = eb.design(eb.Scores.from_table(columns, item="i", loss="loss"), half_width=0.1)
    grouped = eb.design(eb.Scores.from_table(columns, item="i", loss="loss", group="g"), half_width=0.1)
    assert grouped.n / alone.n == pytest.approx(1 + 9 * 0.5, rel=0.35)
    assert "groups" in str(grouped)


def test_room_shrinks_with_the_pilot():
    wide, narrow = (pilot_of(table(n, 2, 1.0, 1.0), ("a",)).reach for n in (20, 2000))
    assert wide[0] < narrow[0] < 1 < narrow[1] < wide[1]


def test_room_of_shares_is_that_of_their_interval():
    """One in two wrong: p (1 - p) is flat there, and a pilot of 20 knows p no better than .3 to .7."""
    half = eb.Scores.from_table({"i": range(20), "a": [0, 1] * 10}, item="i", correct="a")
    low, high = pilot_of(half, ("a",)).reach
    assert low < 0.86 and high == 1.0
    rare = eb.Scores.from_table({"i": range(20), "a": [0] + [1] * 19}, item="i", correct="a")
    assert pilot_of(rare, ("a",)).reach[1] > 3.5


def test_refusals():
    same = eb.Scores.from_table({"i": [0, 1, 2], "a": [1, 1, 1]}, item="i", correct="a")
    with pytest.raises(InputError, match="no spread"):
        eb.design(same, half_width=0.1)
    once = table(50, 1, 1.0, 1.0)
    with pytest.raises(InputError, match="one answer per item"):
        eb.design(once, model="a", half_width=0.1, answers=4)
    with pytest.raises(InputError, match="not both"):
        eb.design(once, model="a", half_width=0.1, sd=1.0)
    with pytest.raises(InputError, match="Give one of"):
        eb.design(once, model="a")
    with pytest.raises(InputError, match="of two models"):
        eb.design(once, model="a", margin=0.1)
    with pytest.raises(InputError, match="is for a pilot"):
        eb.design(margin=0.1)
    with pytest.raises(NeedsError, match="trained models' items"):
        eb.design(eb.Scores.from_splits({"a": [0.1, 0.2, 0.3]}, n_train=90, n_test=10, loss="error"), half_width=0.1)


def test_command_line(tmp_path, capsys):
    path = tmp_path / "my pilot.csv"
    path.write_text("id,ok\n" + "".join(f"{i},{int(i % 5 > 0)}\n" for i in range(50)), encoding="utf-8")
    columns = ["--item", "id", "--correct-col", "ok"]
    assert main.run(["design", str(path), *columns, "--half-width", "0.05"]) == 0
    assert "items" in capsys.readouterr().out
    assert main.run(["design", "items", *columns, "--half-width", "0.05", "--error", "0.1"]) == 2
    assert "go with a pilot" in capsys.readouterr().err
    assert main.run(["design", "itmes"]) == 2
    assert "items" in capsys.readouterr().err
    assert main.run(["design", str(tmp_path / "none.csv"), *columns, "--half-width", "0.05"]) == 2
