"""Sums found in one pass: what a file says of itself, what other models are like, and NaN that statistics overlook."""

from __future__ import annotations

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import errbar as eb
from errbar.errors import InputError
from errbar.tables import exact

N = 2000
ASKED = {"item": "id", "keep": "sums"}
SPANS = {  # of two models; the third is in the table and not asked for
    "alike": ((0.0, 1.0), (0.0, 1.0), (0.0, 1.0)),
    "narrow": ((0.0, 1.0), (0.3, 0.4), (0.0, 1.0)),
    "constant": ((0.7, 0.7), (0.0, 1.0), (0.0, 1.0)),
    "far": ((1e6, 1e6 + 1), (-3.0, -2.0), (0.0, 1.0)),
    "other is wild": ((0.0, 1.0), (0.0, 1.0), (-1e200, 1e200)),
}


def losses(spans):
    rng = np.random.default_rng(3)
    return [rng.uniform(*span, N) if span[0] < span[1] else np.full(N, span[0]) for span in spans]


def parquet(folder, columns):
    path = folder / "t.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=300)
    return path


def long_columns(values):
    order = np.random.default_rng(4).permutation(3 * N)
    columns = {"id": np.tile(np.arange(N), 3), "who": np.repeat(["a", "b", "c"], N), "loss": np.concatenate(values)}
    columns["topic"] = columns["id"] % 40
    return {name: column[order] for name, column in columns.items()}


@pytest.mark.parametrize("group", [None, "topic"])
@pytest.mark.parametrize("spans", SPANS.values(), ids=list(SPANS))
def test_long_and_wide_tables_give_the_same_sums(tmp_path, spans, group):
    """Other models of a long table, and units taken at first, change no bit."""
    values = losses(spans)
    wide = {"id": np.arange(N), "a": values[0], "b": values[1], "topic": np.arange(N) % 40}
    long = {"model": "who", "loss": "loss", "models": ["a", "b"], "group": group}
    one = eb.Scores.from_table(wide, **ASKED, loss=["a", "b"], group=group)
    columns = long_columns(values)
    for table in (columns, parquet(tmp_path, columns)):
        other = eb.Scores.from_table(table, **ASKED, **long)
        assert (other.sums.n, other.sums.n_groups, other.sums.binary) == (N, one.sums.n_groups, one.sums.binary)
        assert other.sums.means.tolist() == one.sums.means.tolist()
        assert other.sums.squares.tolist() == one.sums.squares.tolist()
        if group is not None:  # the number of rows, which is another, sets the unit
            assert other.sums.group_squares == pytest.approx(one.sums.group_squares, rel=1e-13)
    lazy = eb.Scores.from_table(pl.DataFrame(columns).lazy(), **ASKED, **long)
    assert lazy.sums.means.tolist() == one.sums.means.tolist()
    assert lazy.sums.squares == pytest.approx(one.sums.squares, rel=1e-14)


def test_a_constant_model_beside_another_has_exactly_no_spread(tmp_path):
    columns = long_columns(losses(SPANS["constant"]))
    sums = eb.Scores.from_table(parquet(tmp_path, columns), **ASKED, model="who", loss="loss", models=["a", "b"]).sums
    assert sums.squares[0].tolist() == [0.0, 0.0] and sums.means[0] == 0.7


@pytest.mark.parametrize("layout", ["wide", "long"])
@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize("writer", ["pyarrow", "polars"])
def test_nan_that_the_statistics_of_a_file_overlook(tmp_path, layout, keep, writer):
    """DuckDB answers isnan and comparisons from those statistics alone."""
    a, b, _ = losses(SPANS["alike"])
    a[17] = np.nan
    columns, asked = {"id": np.arange(N), "a": a, "b": b}, {"loss": ["a", "b"]}
    if layout == "long":
        columns = {"id": np.tile(columns["id"], 2), "who": np.repeat(["a", "b"], N), "loss": np.concatenate([a, b])}
        asked = {"loss": "loss", "model": "who"}
    path = tmp_path / "t.parquet"
    pl.DataFrame(columns).write_parquet(path) if writer == "polars" else pq.write_table(pa.table(columns), path)
    with pytest.raises(InputError, match="'a' has a missing or infinite value for id 17"):
        eb.Scores.from_table(path, item="id", keep=keep, **asked)
    assert eb.Scores.from_table(path, item="id", keep=keep, missing="drop", **asked).plan.n == N - 1


def test_nan_among_predictions_and_groups_of_a_file_is_missing(tmp_path):
    truth, told = np.arange(N) % 3 * 1.0, np.arange(N) % 2 * 1.0
    told[5] = np.nan
    topic = np.arange(N) % 7 * 1.0
    path = parquet(tmp_path, {"id": np.arange(N), "y": truth, "m": told, "topic": topic})
    with pytest.raises(InputError, match="missing or infinite value for id 5"):
        eb.Scores.from_table(path, item="id", y_true="y", y_pred=["m"])
    topic[9] = np.nan
    path = parquet(tmp_path, {"id": np.arange(N), "m": truth, "topic": topic})
    for keep in ("items", "sums"):
        with pytest.raises(InputError, match="without a value in 'topic': id 9"):
            eb.Scores.from_table(path, item="id", loss=["m"], group="topic", keep=keep)


def test_right_or_wrong_is_told_model_by_model():
    rng = np.random.default_rng(1)
    table = {"id": np.arange(N), "a": rng.integers(0, 2, N), "b": rng.random(N)}
    scores = eb.Scores.from_table(table, **ASKED, loss=["a", "b"])
    assert scores.sums.binary == (True, False) and not scores.is_binary


def test_an_item_in_two_groups_is_not_two_items():
    columns = long_columns(losses(SPANS["alike"]))
    again = np.flatnonzero(columns["id"] == 7)
    columns = {name: np.concatenate([column, column[again]]) for name, column in columns.items()}
    columns["topic"][-3:] += 1
    for keep in ("items", "sums"):
        with pytest.raises(InputError, match="several rows for one item: id 7"):
            eb.Scores.from_table(columns, item="id", model="who", loss="loss", group="topic", keep=keep)
    moved = {name: column[:-3] for name, column in columns.items()}
    moved["topic"][again[0]] += 1
    for keep in ("items", "sums"):
        with pytest.raises(InputError, match="more than one value of 'topic': id 7"):
            eb.Scores.from_table(moved, item="id", model="who", loss="loss", group="topic", keep=keep)


@pytest.mark.parametrize("sample", [0, 50, 2**17], ids=["none", "few", "all"])
@pytest.mark.parametrize("group", [None, "topic"])
@pytest.mark.parametrize("spans", SPANS.values(), ids=list(SPANS))
def test_rows_looked_at_first_change_no_bit(monkeypatch, tmp_path, spans, group, sample):
    """Some rows may prove which units serve; where they do not, the units are the same, found with more work."""
    path = parquet(tmp_path, long_columns(losses(spans)))
    asked = {**ASKED, "model": "who", "loss": "loss", "models": ["a", "b"], "group": group}
    one = eb.Scores.from_table(path, **asked).sums
    monkeypatch.setattr(exact, "SAMPLE", sample)
    other = eb.Scores.from_table(path, **asked).sums
    assert other.means.tobytes() == one.means.tobytes() and other.squares.tobytes() == one.squares.tobytes()
    assert (other.n, other.binary, other.n_groups) == (one.n, one.binary, one.n_groups)
    if group is not None:
        assert other.group_squares.tobytes() == one.group_squares.tobytes()


def test_a_model_of_zeros_and_ones_beside_another_is_still_known_as_such(tmp_path):
    """The rows of all models reach from 0 to 5, which says nothing of one."""
    rng = np.random.default_rng(5)
    values = [rng.integers(0, 2, N).astype(float), rng.uniform(0, 5, N), rng.uniform(0, 1, N)]
    path = parquet(tmp_path, long_columns(values))
    for group in (None, "topic"):
        asked = {"model": "who", "loss": "loss", "models": ["a", "b"], "group": group}
        assert eb.Scores.from_table(path, **ASKED, **asked).sums.binary == (True, False)


@pytest.mark.parametrize("numbers", [np.arange(N) % 40, np.arange(N) % 40 * 10**9, np.array(["x", "y"] * (N // 2))])
def test_groups_found_by_place_or_by_hash_give_the_same(tmp_path, numbers):
    a, b, _ = losses(SPANS["alike"])
    path = parquet(tmp_path, {"id": np.arange(N), "a": a, "b": b, "topic": numbers})
    one, other = (
        eb.Scores.from_table(source, **ASKED, loss=["a", "b"], group="topic").sums
        for source in (path, {"id": np.arange(N), "a": a, "b": b, "topic": numbers})
    )
    sizes = np.unique(numbers, return_counts=True)[1]
    assert one.n_groups == sizes.size and one.group_squares.tolist() == other.group_squares.tolist()


@pytest.mark.parametrize("group", [None, "topic"])
def test_without_names_the_sums_are_the_same(tmp_path, group):
    a, b, _ = losses(SPANS["alike"])
    path = parquet(tmp_path, {"id": np.arange(N), "a": a, "b": b, "topic": np.arange(N) % 40})
    named, nameless = (
        eb.Scores.from_table(path, item=item, keep="sums", loss=["a", "b"], group=group) for item in ("id", None)
    )
    assert nameless.sums.squares.tolist() == named.sums.squares.tolist()
    one, other = (eb.infer(scores, model="a", versus="b") for scores in (nameless, named))
    assert (one.estimate, one.low, one.high) == (other.estimate, other.low, other.high)
    assert any("Every row is an item" in note for note in nameless.notes)


def test_without_names_rows_are_items_in_their_order(tmp_path):
    a, b, _ = losses(SPANS["alike"])
    path = parquet(tmp_path, {"a": a, "b": b})
    for source in (path, {"a": a, "b": b}, pl.DataFrame({"a": a, "b": b})):
        scores = eb.Scores.from_table(source, loss=["a", "b"])
        assert scores.items.tolist() == [a.tolist(), b.tolist()]


def test_without_names_a_bad_row_is_told_by_its_number(tmp_path):
    a, b, _ = losses(SPANS["alike"])
    a[17] = np.nan
    path = parquet(tmp_path, {"a": a, "b": b})
    for keep in ("items", "sums"):
        with pytest.raises(InputError, match=r"'a' has a missing or infinite value for row 18\."):
            eb.Scores.from_table(path, loss=["a", "b"], keep=keep)
    scores = eb.Scores.from_table(path, loss=["a", "b"], missing="drop")
    assert scores.items.shape == (2, N - 1) and any("row 18" in note for note in scores.notes)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"loss": "a"}, "tells items apart"),  # it may be a long table
        ({"loss": ["a"]}, "tells items apart"),
        ({"loss": "a", "model": "b"}, "tells items apart"),
        ({"loss": ["a", "b"], "judge": ["b", "a"]}, "judge= matches labels by item"),
    ],
)
def test_names_are_asked_for_where_rows_may_not_be_items(columns, said):
    a, b, _ = losses(SPANS["alike"])
    with pytest.raises(InputError, match=said):
        eb.Scores.from_table({"a": a, "b": b}, **columns)


def test_an_engine_that_keeps_no_order_needs_names():
    a, b, _ = losses(SPANS["alike"])
    with pytest.raises(InputError, match="name the column that tells items apart"):
        eb.Scores.from_table(pl.DataFrame({"a": a, "b": b}).lazy(), loss=["a", "b"])
