"""Several tries at an item: pass@k and pass^k of a table, a log and a command."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import errbar as eb
from errbar.errors import InputError

WHERE = {"item": "id", "model": "who", "repeat": "try"}
LOG = Path(__file__).parent / "logs" / "inspect_a.json"


def tries(items=40, seed=0, uneven=True):
    """Three to five tries of two models at each item, items in groups of four."""
    rng = np.random.default_rng(seed)
    rows = []
    for i in range(items):
        for who, skill in (("new model", 0.5), ("base", 0.3)):
            for k in range(rng.integers(3, 6) if uneven else 4):
                rows.append((f"item {i}", who, k, int(rng.random() < skill), i // 4))
    return pd.DataFrame(rows, columns=["id", "who", "try", "ok", "topic"])


@pytest.mark.parametrize("reduce", ["pass@2", "pass^2", "pass@3"])
def test_by_hand(reduce):
    table = tries()
    scores = eb.Scores.from_table(table, correct="ok", reduce=reduce, **WHERE)
    k = int(reduce[-1])
    counts = table[table.who == "base"].groupby("id").ok.agg(["size", "sum"]).sort_index()
    of = [(n, n - c) if "@" in reduce else (n, c) for n, c in counts.itertuples(index=False)]
    share = [comb(m, k) / comb(n, k) for n, m in of]
    expected = [1 - one for one in share] if "@" in reduce else share
    assert scores.only("base").losses == pytest.approx(expected, abs=1e-15)
    assert (scores.loss, scores.greater_is_better, scores.loss_range) == (reduce, True, (0.0, 1.0))
    result = eb.infer(scores, model="new model", versus="base")
    both = scores.only("new model").losses - scores.only("base").losses
    assert (result.estimate, result.se) == pytest.approx((both.mean(), both.std(ddof=1) / np.sqrt(40)))


def test_right_answers_losses_and_scores_say_the_same():
    table = tries()
    table["wrong"], table["shuffled"] = 1 - table.ok, np.random.default_rng(1).random(len(table))
    ways = {"correct": "ok", "loss": "wrong", "score": "ok"}
    answers = [
        eb.infer(eb.Scores.from_table(rows, reduce="pass@2", **{kind: column}, **WHERE), model="base")
        for kind, column in ways.items()
        for rows in (table, table.sort_values("shuffled"))
    ]
    assert len({(one.estimate, one.low, one.high) for one in answers}) == 1


def test_one_try_is_the_mean_and_groups_widen():
    table = tries(uneven=False)
    mean = eb.Scores.from_table(table, correct="ok", **WHERE)
    for reduce in ("pass@1", "pass^1"):
        one = eb.Scores.from_table(table, correct="ok", reduce=reduce, **WHERE)
        assert one.items == pytest.approx(1 - mean.items, abs=1e-15)
    table["ok"] = (table.topic % 2).astype(int)  # alike in a group
    alone = eb.infer(eb.Scores.from_table(table, correct="ok", reduce="pass@2", **WHERE), model="base")
    table_scores = eb.Scores.from_table(table, correct="ok", reduce="pass@2", group="topic", **WHERE)
    grouped = eb.infer(table_scores, model="base")
    assert grouped.high - grouped.low > 1.5 * (alone.high - alone.low)


def test_always_right_has_an_interval_with_width():
    table = tries().assign(ok=1)
    result = eb.infer(eb.Scores.from_table(table, correct="ok", reduce="pass^3", **WHERE), model="base")
    assert result.estimate == 1.0 and result.low < 0.95 and result.high == 1.0


def test_refusals():
    table = tries()
    with pytest.raises(InputError, match=r"pass@4 needs at least 4 answers to every item; 'base' has fewer for id"):
        eb.Scores.from_table(table, correct="ok", reduce="pass@4", **WHERE)
    with pytest.raises(InputError, match=r"each must be right or wrong \(0 or 1\): id item 0, model base"):
        eb.Scores.from_table(table.assign(ok=0.5), correct="ok", reduce="pass@2", **WHERE)
    with pytest.raises(InputError, match="name the column that numbers them with repeat="):
        eb.Scores.from_table(table[table["try"] == 0], correct="ok", reduce="pass@2", item="id", model="who")
    with pytest.raises(InputError, match="leave keep='sums' out"):
        eb.Scores.from_table(table, correct="ok", reduce="pass@2", keep="sums", **WHERE)


def test_epochs_of_a_log(tmp_path):
    data = json.loads(LOG.read_text())
    for sample in data["samples"]:
        sample["scores"]["match"]["value"] = "C" if sample["scores"]["match"]["value"] == "C" else "I"
    data["samples"] += [dict(sample, epoch=2, scores={"match": {"value": "I"}}) for sample in data["samples"]]
    data["results"] |= {"total_samples": 24, "completed_samples": 24}
    (tmp_path / "epochs.json").write_text(json.dumps(data))
    right = sum(sample["scores"]["match"]["value"] == "C" for sample in data["samples"])
    assert eb.read_inspect(tmp_path / "epochs.json", reduce="pass@2").values[0, 0] == pytest.approx(right / 12)
    assert eb.read_inspect(tmp_path / "epochs.json", reduce="pass^2").values[0, 0] == 0.0
    with pytest.raises(InputError, match="pass@3 needs at least 3 answers"):
        eb.read_inspect(tmp_path / "epochs.json", reduce="pass@3")
