"""Random dirty tables: the right answer or a clear error, never a wrong answer, never a stranger's exception."""

from __future__ import annotations

from math import isfinite, nan

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import errbar as eb
from errbar.errors import ErrbarError

LOSSES = st.one_of(st.floats(0, 1, width=32), st.sampled_from([nan, None, float("inf"), 0.0, 1.0]))
ROW = st.tuples(
    st.one_of(st.integers(0, 5), st.none()),
    st.one_of(st.sampled_from(["a", "b"]), st.none()),
    LOSSES,
    st.one_of(st.sampled_from(["g", "h"]), st.none()),
)
CLEAN = st.integers(2, 6).flatmap(
    lambda n: st.tuples(
        st.lists(st.floats(0, 1, width=32), min_size=2 * n, max_size=2 * n),
        st.lists(st.sampled_from(["g", "h"]), min_size=n, max_size=n),
    )
)


@st.composite
def tables(draw):
    """A clean table of two models, then a few rows lost, copied, spoilt or added."""
    losses, groups = draw(CLEAN)
    n = len(groups)
    rows = [(i, who, losses[2 * i + j], groups[i]) for i in range(n) for j, who in enumerate("ab")]
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(rows) - 1))
        what = draw(st.sampled_from(["lose", "copy", "spoil", "add"]))
        if what == "lose" and len(rows) > 1:
            rows.pop(place)
        elif what == "copy":
            rows.append(rows[place])
        elif what == "spoil":
            item, who, _, group = rows[place]
            rows[place] = (item, who, draw(LOSSES), draw(st.one_of(st.just(group), st.sampled_from(["g", None]))))
        else:
            rows.append(draw(ROW))
    return draw(st.permutations(rows))


def plain_answer(rows, missing):
    """Mean difference, CR1 variance and items, straight from the definition; None where the table does not line up."""
    by_item, groups = {}, {}
    for item, who, loss, group in rows:
        if item is None or who is None or group is None or groups.setdefault(item, group) != group:
            return None
        if who in by_item.setdefault(item, {}):
            return None
        by_item[item][who] = loss
    good = {
        item: pair["a"] - pair["b"]
        for item, pair in by_item.items()
        if set(pair) == {"a", "b"} and all(x is not None and isfinite(x) for x in pair.values())
    }
    if (len(good) < len(by_item) and missing == "error") or len(good) < 2 or len({groups[i] for i in good}) < 2:
        return None
    mean = np.mean(list(good.values()))
    totals = {}
    for item, d in good.items():
        totals[groups[item]] = totals.get(groups[item], 0.0) + d - mean
    return mean, sum(t * t for t in totals.values()) / len(good) ** 2 * len(totals) / (len(totals) - 1), len(good)


def frame(rows):
    return pd.DataFrame(rows, columns=["i", "who", "loss", "g"]).astype({"who": object, "g": object})


@settings(max_examples=30)
@given(tables(), st.sampled_from(["error", "drop"]), st.sampled_from(["items", "sums"]))
def test_right_answer_or_clear_error(rows, missing, keep):
    expected = plain_answer(rows, missing)
    try:
        scores = eb.Scores.from_table(
            frame(rows), item="i", model="who", loss="loss", group="g", models=["a", "b"], missing=missing, keep=keep
        )
        result = eb.infer(scores, model="a", versus="b", method="clustered_t")
    except ErrbarError as error:
        assert expected is None, f"refused a good table: {error}"
        assert str(error).strip() and "\n" not in str(error)
        return
    assert expected is not None
    mean, variance, n = expected
    assert result.n == n
    assert result.estimate == pytest.approx(mean, abs=1e-9)
    assert result.se**2 == pytest.approx(variance, rel=1e-6, abs=1e-12)


@settings(max_examples=10)
@given(tables(), st.sampled_from(["error", "drop"]), st.sampled_from(["items", "sums"]))
def test_polars_says_the_same_as_duckdb(rows, missing, keep):
    table = frame(rows)
    lazy = pl.DataFrame(
        {name: table[name].where(table[name].notna(), None).tolist() for name in table},
        schema={"i": pl.Int64, "who": pl.String, "loss": pl.Float64, "g": pl.String},
        strict=False,
    ).lazy()
    said = []
    for source in (table, lazy):
        try:
            scores = eb.Scores.from_table(
                source, item="i", model="who", loss="loss", group="g", models=["a", "b"], missing=missing, keep=keep
            )
            said.append([scores.moments.n, *scores.moments.means, *scores.moments.squares.ravel()])
        except ErrbarError as error:
            said.append(str(error))
    if isinstance(said[0], str):
        assert said[1] == said[0]
    else:
        assert said[1] == pytest.approx(said[0], rel=1e-9, abs=1e-12)
