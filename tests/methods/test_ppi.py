"""Prediction-powered inference: the published program's numbers, groups, bets, and labels that were picked."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import errbar as eb
from errbar.errors import InputError, NeedsError


def published():
    """220 items, 40 of them labelled; the numbers below are ppi_py 0.2.3's of the same arrays.

    python -c "from ppi_py import *; ppi_mean_pointestimate(y[:40], f[:40], f[40:]), ppi_mean_ci(..., alpha=0.05)"
    """
    i = np.arange(220)
    y = ((i * 7) % 11 < 6).astype(float)
    f = np.where((i * 5) % 9 < 7, y, 1 - y) * 0.9 + 0.05 * ((i * 3) % 2)
    return pd.DataFrame({"id": i, "people": np.where(i < 40, y, np.nan), "judge": f})


def test_against_the_published_program():
    scores = eb.Scores.from_table(
        published(), item="id", score="people", judge="judge", score_range=(0, 1), labelled="random"
    )
    result = eb.infer(scores, method="ppi", options={"form": "normal"})
    golden = (0.520962473235672, 0.3906772793318952, 0.6512476671394488)
    assert (result.estimate, result.low, result.high) == pytest.approx(golden, abs=1e-8)
    wider = eb.infer(scores, method="ppi", options={"form": "t"})
    assert wider.estimate == pytest.approx(golden[0], abs=1e-8) and wider.low < golden[1]


def judged(n, others=800, seed=0, agree=0.8, pick=None):
    """Two models, a judge that agrees with people so often, labels of n items drawn at random; groups of five."""
    rng = np.random.default_rng(seed)
    total = n + others
    has = np.isin(np.arange(total), rng.choice(total, n, replace=False) if pick is None else pick)
    rows = []
    for i in range(total):
        for who, p in (("new one", 0.7), ("base", 0.5)):
            y = float(rng.random() < p)
            f = y if rng.random() < agree else float(rng.random() < p)
            rows.append((f"q{i:04d}", who, y if has[i] else np.nan, f, i // 5))
    return pd.DataFrame(rows, columns=["id", "who", "people", "judge", "topic"])


WHERE = {"item": "id", "model": "who", "score": "people", "judge": "judge", "score_range": (0, 1)}


@pytest.mark.parametrize(("n", "form"), [(15, "betting"), (150, "t")])
def test_form_by_the_number_of_labels_and_a_difference(n, form):
    scores = eb.Scores.from_table(judged(n), **WHERE)
    one, two = eb.infer(scores, model="base"), eb.infer(scores, model="new one", versus="base")
    other = eb.infer(scores, model="base", versus="new one")
    assert one.method == two.method == "ppi" and one.details["form"] == form
    assert (one.n, one.details["n_labels"], one.details["n_judged"]) == (n, n, n + 800)
    assert one.low <= 0.5 <= one.high and two.low <= 0.2 <= two.high
    assert (-other.high, -other.low) == pytest.approx((two.low, two.high), abs=1e-12)
    assert other.pvalue == pytest.approx(two.pvalue, rel=1e-6)
    assert (two.pvalue < 0.05) == (not two.low <= 0 <= two.high)


def test_rows_in_another_order_say_the_same():
    table = judged(40)
    first = eb.infer(eb.Scores.from_table(table, **WHERE), model="base")
    shuffled = eb.infer(eb.Scores.from_table(table.sample(frac=1, random_state=3), **WHERE), model="base")
    assert (first.estimate, first.low, first.high) == (shuffled.estimate, shuffled.low, shuffled.high)


def test_groups_by_hand():
    table = judged(150)
    scores = eb.Scores.from_table(table, group="topic", **WHERE).only("base")
    result = eb.infer(scores)
    base = table[table.who == "base"].sort_values("id")
    has, weight = base.people.notna().to_numpy(), result.details["weight"]
    parts = []
    for side, values in ((has, base.people - weight * base.judge), (~has, weight * base.judge)):
        own = values[side]
        deviations = (own - own.mean()).groupby(base.topic[side]).sum() / side.sum()
        g = deviations.size
        parts.append(deviations * np.sqrt(g / (g - 1)))
    total = parts[0].add(parts[1], fill_value=0.0)
    assert result.se == pytest.approx(np.sqrt((total**2).sum()), rel=1e-12)
    at = {w: _spread(base, has, w) for w in (weight - 0.01, weight, weight + 0.01)}
    assert min(at, key=at.get) == weight  # power-tuned: no neighbour is better


def _spread(base, has, weight):
    a = ((base.people - base.people[has].mean())[has]).groupby(base.topic[has]).sum() / has.sum()
    on = ((base.judge - base.judge[has].mean())[has]).groupby(base.topic[has]).sum() / has.sum()
    off = ((base.judge - base.judge[~has].mean())[~has]).groupby(base.topic[~has]).sum() / (~has).sum()
    return float((a.sub(weight * on, fill_value=0).add(weight * off, fill_value=0) ** 2).sum())


def test_all_labels_alike_are_not_certainty():
    table = judged(150)
    table.loc[table.people.notna(), "people"] = 1.0
    result = eb.infer(eb.Scores.from_table(table, **WHERE), model="base")
    assert result.details["form"] == "betting" and result.high == 1.0 and 0.8 < result.low < 1.0


def test_labels_that_were_picked_are_refused():
    first = judged(50, pick=np.arange(50))
    scores = eb.Scores.from_table(first, **WHERE)
    with pytest.raises(NeedsError, match=r"do not look like a random draw .* mean place is 26 of 850"):
        eb.infer(scores, model="base")
    assert eb.infer(eb.Scores.from_table(first, labelled="random", **WHERE), model="base").method == "ppi"
    doubtful = judged(100)
    doubtful["people"] = np.where(np.random.default_rng(1).random(len(doubtful)) < 0.2 * doubtful.judge, 1.0, np.nan)
    scores = eb.Scores.from_table(doubtful[doubtful.who == "base"], **WHERE)
    with pytest.raises(NeedsError, match="the judge's mean is 1 on them"):
        eb.infer(scores)


@pytest.mark.slow
def test_random_draws_are_hardly_ever_refused():
    tables = (judged(20, others=200, seed=seed) for seed in range(40))
    for table in tables:
        eb.infer(eb.Scores.from_table(table, **WHERE), model="base", null=None, options={"form": "t"}, method="ppi")


def test_refusals():
    table = judged(30)
    with pytest.raises(NeedsError, match="needs a judge's scores of all items"):
        eb.infer(eb.Scores.from_table({"i": range(9), "x": [0, 1, 1] * 3}, item="i", loss="x"), method="ppi")
    with pytest.raises(InputError, match="leave judge= out"):
        eb.Scores.from_table(table.dropna(), **WHERE)
    with pytest.raises(InputError, match="0 of 830 items have a label"):
        eb.Scores.from_table(table.assign(people=np.nan), **WHERE)
    half = table.assign(people=table.people.where((table.who == "base") | (table.id > "q0400")))
    with pytest.raises(InputError, match="there for some models only: id q0"):
        eb.Scores.from_table(half, **WHERE)
    assert eb.Scores.from_table(half, missing="drop", **WHERE).plan.n < 30
    grouped = eb.Scores.from_table(table, group="topic", **WHERE)
    with pytest.raises(NeedsError, match="no groups: take form='t'"):
        eb.infer(grouped, model="base", method="ppi", options={"form": "betting"})


def test_a_difference_against_the_published_program():
    """Two models on 300 items, 60 labelled; the numbers are ppi_py 0.2.3's of the differences.

    python -c "from ppi_py import *; ppi_mean_pointestimate(d[:60], e[:60], e[60:]), ppi_mean_ci(..., alpha=0.05)"
    """
    i = np.arange(300)
    table = {"id": i}
    for j, (who, k) in enumerate((("new", 7), ("base", 5))):
        y = ((i * k) % 13 < 8 - j).astype(float)
        judge = np.where((i * 3 + j) % 10 < 8, y, 1 - y)
        table |= {who: np.where(i < 60, y, np.nan), f"{who} judged": judge}
    scores = eb.Scores.from_table(pd.DataFrame(table), item="id", score=["new", "base"], score_range=(0, 1),
                                  judge=["new judged", "base judged"], labelled="random")  # fmt: skip
    result = eb.infer(scores, model="new", versus="base", method="ppi", options={"form": "normal"})
    golden = (0.09132986727714901, -0.060102264529902, 0.24276199908420001)
    assert (result.estimate, result.low, result.high) == pytest.approx(golden, abs=1e-8)
    other = eb.infer(scores, model="base", versus="new", method="ppi", options={"form": "normal"})
    assert (other.estimate, other.high) == pytest.approx((-golden[0], -golden[1]), abs=1e-8)


@pytest.mark.parametrize("form", ["normal", "t", "betting"])
def test_a_difference_is_the_published_mean_of_differences(form):
    """The published program has means alone: a paired difference is one of them, of the differences."""
    both = eb.Scores.from_table(judged(150), **WHERE, labelled="random")
    pair = eb.infer(both, model="new one", versus="base", method="ppi", options={"form": form})
    wide = judged(150).pivot(index="id", columns="who", values=["people", "judge"])
    gaps = {"id": wide.index, **{name: wide[name]["new one"] - wide[name]["base"] for name in ("people", "judge")}}
    one = eb.Scores.from_table(pd.DataFrame(gaps), item="id", score="people", judge="judge", score_range=(-1, 1),
                               greater_is_better=True, labelled="random")  # fmt: skip
    alone = eb.infer(one, method="ppi", options={"form": form})
    assert (pair.estimate, pair.low, pair.high) == pytest.approx((alone.estimate, alone.low, alone.high), abs=1e-8)
