"""Every form a table may come in gives the same scores, kept as items or as sums, on DuckDB and on other engines."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from tests.tables.rows import LONG, WIDE, long_table, wide_table

import errbar as eb
from errbar.errors import InputError

TABLE = long_table()


def expected():
    return eb.Scores.from_table(TABLE, **LONG, group="topic").moments


def check(scores):
    ours, theirs = scores.moments, expected()
    assert scores.names == ("a", "b")
    assert (ours.n, ours.n_groups) == (theirs.n, theirs.n_groups)
    assert ours.means == pytest.approx(theirs.means, rel=1e-12)
    assert ours.squares == pytest.approx(theirs.squares, rel=1e-10)
    assert ours.group_squares == pytest.approx(theirs.group_squares, rel=1e-10)


def written(folder, kind):
    path = folder / f"table.{kind}"
    if kind in ("csv", "csv.gz"):
        TABLE.to_csv(path, index=False)
    elif kind == "parquet":
        TABLE.to_parquet(path)
    else:
        TABLE.to_json(path, orient="records", lines=True, double_precision=15)
    return path


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize("kind", ["csv", "csv.gz", "parquet", "jsonl", "ndjson"])
def test_files(tmp_path, kind, keep):
    check(eb.Scores.from_table(written(tmp_path, kind), **LONG, group="topic", keep=keep))


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize(
    "source",
    [
        TABLE,
        pl.from_pandas(TABLE),
        pl.from_pandas(TABLE).lazy(),
        pa.Table.from_pandas(TABLE),
        {name: TABLE[name].to_numpy() for name in TABLE},
    ],
    ids=["pandas", "polars", "polars lazy", "arrow", "mapping"],
)
def test_frames(source, keep):
    check(eb.Scores.from_table(source, **LONG, group="topic", keep=keep))


@pytest.mark.parametrize("keep", ["items", "sums"])
def test_ibis_runs_the_same_aggregation(tmp_path, keep):
    ibis = pytest.importorskip("ibis")
    table = ibis.duckdb.connect().read_parquet(written(tmp_path, "parquet"))
    check(eb.Scores.from_table(table, **LONG, group="topic", keep=keep))


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize("engine", ["polars", "sqlite"])
def test_ibis_on_another_engine(tmp_path, keep, engine):
    """The same table through Ibis, where DuckDB has no part in it."""
    ibis = pytest.importorskip("ibis")
    try:
        if engine == "polars":
            table = ibis.polars.connect().read_parquet(written(tmp_path, "parquet"))
        else:
            with closing(sqlite3.connect(tmp_path / "t.db")) as database:
                TABLE.to_sql("scores", database, index=False)
            table = ibis.sqlite.connect(tmp_path / "t.db").table("scores")
    except (AttributeError, ImportError) as missing:
        pytest.skip(f"Ibis has no {engine} here: {missing}")
    check(eb.Scores.from_table(table, **LONG, group="topic", keep=keep))


def test_a_duckdb_relation_is_read_where_it_is(tmp_path):
    import duckdb

    with duckdb.connect() as connection:
        relation = connection.read_parquet(str(written(tmp_path, "parquet")))
        for keep in ("items", "sums"):
            check(eb.Scores.from_table(relation, **LONG, group="topic", keep=keep))
        assert connection.sql("SHOW TABLES").fetchall() == []  # nothing is left behind in the user's database


@pytest.mark.parametrize("keep", ["items", "sums"])
def test_several_files_and_a_glob(tmp_path, keep):
    for i, part in enumerate(("a", "b")):
        TABLE[TABLE["who"] == part].to_parquet(tmp_path / f"part{i}.parquet")
    check(eb.Scores.from_table(str(tmp_path / "part*.parquet"), **LONG, group="topic", keep=keep))
    both = [tmp_path / "part1.parquet", tmp_path / "part0.parquet"]
    check(eb.Scores.from_table(both, **LONG, group="topic", keep=keep))


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize("make", [lambda t: t, pl.from_pandas, lambda t: pl.from_pandas(t).lazy()])
def test_wide(make, keep):
    check(eb.Scores.from_table(make(wide_table()), **WIDE, group="topic", keep=keep))


def test_rows_in_any_order_give_the_same_scores():
    mixed = TABLE.sample(frac=1, random_state=3)
    one, other = (eb.Scores.from_table(t, **LONG, group="topic") for t in (TABLE, mixed))
    assert (one.items == other.items).all()


def test_models_of_two_tables_are_joined_only_on_the_same_items():
    a, b = (eb.Scores.from_table(TABLE[TABLE["who"] == name], **LONG) for name in "ab")
    assert a.join(b).difference("a", "b").values == pytest.approx(
        eb.Scores.from_table(TABLE, **LONG).difference("a", "b").values
    )
    elsewhere = TABLE[TABLE["who"] == "b"].assign(id=lambda t: t["id"] + 1000)
    with pytest.raises(InputError, match="different splits"):
        a.join(eb.Scores.from_table(elsewhere, **LONG))


def test_sums_cannot_be_joined():
    a, b = (eb.Scores.from_table(TABLE[TABLE["who"] == name], **LONG, keep="sums") for name in "ab")
    with pytest.raises(InputError, match="in one call"):
        a.join(b)


def test_names_stay_names(tmp_path):
    """'007' and '7' are two items, though both look like the same number."""
    path = tmp_path / "t.csv"
    path.write_text("id,loss\n007,0.5\n7,0.25\n08,1.0\n")
    assert eb.Scores.from_table(path, item="id", loss="loss").plan.n == 3


def test_long_tables_are_kept_as_sums_by_themselves(monkeypatch):
    from errbar.tables import read

    monkeypatch.setattr(read, "IN_MEMORY", 50)
    scores = eb.Scores.from_table(TABLE, **LONG)
    assert scores.items is None and scores.sums.n == 60
    assert any("Only sums" in note for note in scores.notes)


def test_sums_are_saved_and_loaded(tmp_path):
    scores = eb.Scores.from_table(TABLE, **LONG, group="topic", keep="sums")
    scores.save(tmp_path / "scores.npz")
    again = eb.Scores.load(tmp_path / "scores.npz")
    asked = {"model": "a", "versus": "b"}
    assert eb.infer(again, **asked).to_dict() == eb.infer(scores, **asked).to_dict()


def test_large_values_do_not_cancel():
    shifted = TABLE.assign(loss=TABLE["loss"] + 1e9)
    plain, far = (eb.Scores.from_table(t, **LONG, group="topic", keep="sums").moments for t in (TABLE, shifted))
    assert far.squares == pytest.approx(plain.squares, rel=1e-6)
    assert far.group_squares == pytest.approx(plain.group_squares, rel=1e-5)


def test_equal_losses_have_exactly_no_spread():
    for value in (0.1, 0.0, 1.0, 3.3):
        sums = eb.Scores.from_table(TABLE.assign(loss=value), **LONG, group="topic", keep="sums").moments
        assert sums.means.tolist() == [value, value]
        assert not sums.squares.any() and not sums.group_squares.any()


def test_binary_losses_are_recognised_from_sums():
    right = TABLE.assign(ok=(TABLE["loss"] < 0.5))
    scores = eb.Scores.from_table(right, item="id", model="who", correct="ok", keep="sums")
    assert scores.is_binary
    assert not eb.Scores.from_table(TABLE, **LONG, keep="sums").is_binary
    items = eb.Scores.from_table(right, item="id", model="who", correct="ok")
    for name in ("mcnemar", "holdout_t"):
        one, other = (eb.infer(s, model="a", versus="b", method=name) for s in (scores, items))
        assert (one.low, one.high, one.pvalue) == pytest.approx((other.low, other.high, other.pvalue), rel=1e-12)


def test_the_order_of_rows_is_kept_where_asked_for():
    from errbar.tables.read import from_table

    mixed = TABLE.sample(frac=1, random_state=3)
    scores = from_table(mixed, **LONG, ordered=True)
    first = mixed.drop_duplicates("id")["id"].to_numpy()
    a = TABLE[TABLE["who"] == "a"]["loss"].to_numpy()
    assert (scores.items[0] == a[first]).all()
    with pytest.raises(InputError, match="order of the rows"):
        from_table(pl.from_pandas(mixed).lazy(), **LONG, ordered=True)


def test_memory_is_limited_and_nothing_is_left_on_disk(tmp_path, monkeypatch):
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    eb.Scores.from_table(TABLE, **LONG, keep="sums")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_read_is_said_in_one_sentence(tmp_path):
    (tmp_path / "t.ods").write_text("nothing")
    (tmp_path / "empty.csv").write_text("id,who,loss\n")
    (tmp_path / "torn.parquet").write_text("not parquet")
    for source, words in (
        (tmp_path / "t.ods", "are read from"),
        (tmp_path / "none.csv", "There is no file"),
        (str(tmp_path / "no*.csv"), "There is no file"),
        (tmp_path / "empty.csv", "no rows"),
        (tmp_path / "torn.parquet", "cannot be read"),
        (42, "A table is a file"),
        ({"id": [1, 2], "who": ["a"], "loss": [0.1, 0.2]}, "one length"),
    ):
        with pytest.raises(InputError, match=words) as error:
            eb.Scores.from_table(source, **LONG)
        assert "\n" not in str(error.value)


def test_fetched_arrays_are_writable_copies_of_nothing():
    scores = eb.Scores.from_table(TABLE, **LONG)
    assert not scores.items.flags.writeable
    assert np.isfinite(scores.items).all()


def test_two_columns_of_one_name_are_refused(tmp_path):
    path = tmp_path / "twice.csv"
    path.write_text("id,a,b,a\n1,0,1,1\n2,1,0,0\n3,1,1,0\n")
    with pytest.raises(InputError, match="two columns named 'a'"):
        eb.Scores.from_table(path, item="id", loss=["a", "b"])
