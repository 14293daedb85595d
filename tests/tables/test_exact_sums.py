"""Sums kept of a table are the same to the last bit for any number of threads and any order of the rows."""

from __future__ import annotations

from fractions import Fraction
from math import fsum

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.tables.rows import LONG, WIDE, long_table

import errbar as eb

N = 30_000


def wide(scale=1.0):
    rng = np.random.default_rng(5)
    a, b = rng.lognormal(sigma=2, size=(2, N)) * scale
    return {"id": np.arange(N), "a": a, "b": b, "topic": rng.integers(0, 500, N)}


def fingerprint(scores):
    s = scores.sums
    return s.n, s.n_groups, s.size_squares, *(part.tobytes() for part in (s.means, s.squares, s.group_squares))


@pytest.fixture(scope="module")
def parquet(tmp_path_factory):
    """Many row groups, which threads take in any order."""
    path = tmp_path_factory.mktemp("sums") / "t.parquet"
    with duckdb.connect() as connection:
        connection.register("given", wide())
        connection.execute(f"COPY given TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)")
    return path


def test_twelve_reads_give_one_answer(parquet, monkeypatch):
    from errbar.tables.source import Engine

    start, threads = Engine.__enter__, iter(range(1, 13))

    def several(self):
        start(self).connection.execute(f"SET threads = {next(threads)}")
        return self

    monkeypatch.setattr(Engine, "__enter__", several)
    reads = {fingerprint(eb.Scores.from_table(parquet, **WIDE, group="topic", keep="sums")) for _ in range(12)}
    assert len(reads) == 1


@pytest.mark.parametrize(
    "make", [dict, pl.DataFrame, lambda t: pl.DataFrame(t).lazy()], ids=["duckdb", "frame", "lazy"]
)
@pytest.mark.parametrize("scale", [1.0, 1e-120, 1e120])
def test_shuffled_rows_give_the_same_sums(make, scale):
    table, order = wide(scale), np.random.default_rng(6).permutation(N)
    mixed = {name: values[order] for name, values in table.items()}
    one, other = (eb.Scores.from_table(make(t), **WIDE, group="topic", keep="sums") for t in (table, mixed))
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize("make", [dict, lambda t: pl.DataFrame(t).lazy()], ids=["duckdb", "polars"])
@pytest.mark.parametrize("offset", [0.0, -3.0, 1e6])
def test_sums_agree_with_fsum_to_the_last_bit(make, offset):
    table = wide()
    for name in "ab":
        table[name] = table[name] % 1.0 + offset
    sums = eb.Scores.from_table(make(table), **WIDE, keep="sums").sums
    shift = [table[name].min() if offset > 1 else table[name].max() if offset < -2 else 0.0 for name in "ab"]
    moved = [table[name] - low for name, low in zip("ab", shift, strict=True)]
    total = [sum(map(Fraction, values.tolist())) for values in moved]
    for i, name in enumerate("ab"):
        assert sums.means[i] == float(sum(map(Fraction, table[name].tolist())) / N)
        for j in range(2):
            products = fsum((moved[i] * moved[j]).tolist())
            assert sums.squares[i, j] == pytest.approx(float(Fraction(products) - total[i] * total[j] / N), rel=1e-14)


@pytest.mark.parametrize("make", [dict, lambda t: pl.DataFrame(t).lazy()], ids=["duckdb", "polars"])
def test_a_sum_is_fsum(make):
    """Over sixty powers of two, the sign too."""
    import narwhals as nw

    from errbar.tables.exact import Bounds

    rng = np.random.default_rng(7)
    values = rng.normal(size=5000) * 2.0 ** rng.integers(-30, 0, 5000)
    with duckdb.connect() as connection:
        connection.register("given", {"x": values})
        frame = nw.from_native(connection.table("given") if make is dict else make({"x": values}))
        grid = Bounds(5000, (0.0,), (0.0,), make is dict, True).grid("x", 3, 30)
        parts = frame.select(*grid.parts(nw.col("x"))).select(*grid.sums())
        native = parts.to_native()
        row = dict(zip(grid.names, native.fetchall()[0] if make is dict else native.collect().row(0), strict=True))
    assert float(grid.total(row)) == fsum(values.tolist())


def test_long_tables_and_repeated_answers_in_any_order():
    table = long_table(400)
    several = table.loc[table.index.repeat(7)].reset_index(drop=True)
    several["answer"] = np.arange(len(several)) % 7
    several["loss"] = several["loss"] + np.random.default_rng(1).lognormal(size=len(several))
    mixed = several.sample(frac=1, random_state=2)
    for asked in ({"keep": "sums"}, {"keep": "items"}):
        one, other = (
            eb.Scores.from_table(t, **LONG, group="topic", repeat="answer", **asked) for t in (several, mixed)
        )
        if asked["keep"] == "sums":
            assert fingerprint(one) == fingerprint(other)
        else:
            assert one.items.tobytes() == other.items.tobytes()
    one, other = (
        eb.Scores.from_table(t, **LONG, group="topic", keep="sums")
        for t in (table, table.sample(frac=1, random_state=3))
    )
    assert fingerprint(one) == fingerprint(other)


def test_an_answer_that_is_missing_is_still_missed():
    table = long_table(20).assign(answer=1)
    again = table.assign(answer=2)
    again.loc[3, "loss"] = np.nan
    both = pd.concat([table, again])
    with pytest.raises(eb.errors.InputError, match="missing or infinite value for id 3"):
        eb.Scores.from_table(both, **LONG, repeat="answer", keep="sums")


def test_values_whose_squares_overflow_are_refused():
    table = wide(1e200)
    for missing in ("error", "drop"):
        with pytest.raises(eb.errors.InputError, match="too large to be squared"):
            eb.Scores.from_table(table, **WIDE, keep="sums", missing=missing)
