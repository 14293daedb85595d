"""Many proposals on the same items: kept or discarded, recorded once, by one writer or two."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

import errbar as eb
from errbar.answers.look import judge_look
from errbar.errors import InputError, StoreError
from errbar.types import Question

ASKED = Question("auto", 0.95, 0.0, "two-sided", None, 0.0)
ITEMS = 200


def scores(new, base):
    table = {"id": [*range(ITEMS)] * 2, "who": ["new"] * ITEMS + ["base"] * ITEMS, "ok": [*new, *base]}
    return eb.Scores.from_table(table, item="id", model="who", score="ok", greater_is_better=True)


def drawn(seed, share=0.5):
    return (np.random.default_rng(seed).random(ITEMS) < share).astype(int)


def test_a_clear_gain_is_kept_and_no_effect_is_not(tmp_path):
    base = drawn(0)
    kept = judge_look(scores(drawn(1, 0.95), base), ("new", "base"), ASKED, tmp_path / "a.db")
    assert kept.kept and kept.look == 1 and kept.result is not None and kept.verdict == "shown"
    lost = judge_look(scores(drawn(2), base), ("new", "base"), ASKED, tmp_path / "a.db")
    assert not lost.kept and lost.look == 2 and lost.result is None and lost.n_kept == 1


def test_the_same_answers_take_no_second_look(tmp_path):
    one = scores(drawn(1), drawn(0))
    first, again = (judge_look(one, ("new", "base"), ASKED, tmp_path / "a.db") for _ in range(2))
    assert (first.look, again.look) == (1, 1) and again.again and not first.again


def test_the_set_is_used_up(tmp_path):
    looks = [judge_look(scores(drawn(i), drawn(0)), ("new", "base"), ASKED, tmp_path / "a.db", 2) for i in (1, 2)]
    assert [look.used_up for look in looks] == [False, True] and "used up" in str(looks[1])
    with pytest.raises(InputError, match="used up"):
        judge_look(scores(drawn(3), drawn(0)), ("new", "base"), ASKED, tmp_path / "a.db", 2)


def test_other_items_take_another_ledger(tmp_path):
    one = scores(drawn(1), drawn(0))
    judge_look(one, ("new", "base"), ASKED, tmp_path / "a.db")
    table = {"id": [*range(1, 13)] * 2, "who": ["new"] * 12 + ["base"] * 12, "ok": [1] * 24}
    other = eb.Scores.from_table(table, item="id", model="who", score="ok", greater_is_better=True)
    with pytest.raises(InputError, match="other items"):
        judge_look(other, ("new", "base"), ASKED, tmp_path / "a.db")
    with pytest.raises(InputError, match="another margin"):
        judge_look(one, ("new", "base"), replace(ASKED, margin=0.1), tmp_path / "a.db")


def test_two_writers_take_different_looks(tmp_path):
    def one(seed):
        return judge_look(scores(drawn(seed), drawn(0)), ("new", "base"), ASKED, tmp_path / "a.db").look

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(one, range(1, 13))) == [*range(1, 13)]


def test_a_damaged_ledger_decides_nothing(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"no database")
    with pytest.raises(StoreError, match="nothing was decided"):
        judge_look(scores(drawn(1), drawn(0)), ("new", "base"), ASKED, path)
