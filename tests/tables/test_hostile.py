"""Files that are no tables, in other encodings or made to hurt: one sentence, nothing fetched, nothing else opened."""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest
from tests.tables.rows import LONG, long_table

import errbar as eb
from errbar.errors import InputError, UnknownNameError
from errbar.tables.columns import read_columns
from errbar.tables.files import MOST_COLUMNS, read_files
from errbar.tables.source import Engine


def told(source, **asked):
    with pytest.raises(InputError) as error:
        eb.Scores.from_table(source, **({"item": "id", "loss": "loss"} | asked))
    text = str(error.value)
    assert "\n" not in text and "\x1b" not in text and len(text) < 500
    return text


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_settings_of_the_engine(tmp_path):
    path = written(tmp_path / "t.csv", b"id,loss\n1,0.5\n2,1\n")
    with Engine() as engine:
        read_files(engine.connection, "csv", [str(path)]).fetchall()
        names = (
            "autoinstall_known_extensions", "autoload_known_extensions", "enable_external_access", "memory_limit"
        )  # fmt: skip
        found = [engine.connection.sql(f"SELECT current_setting('{name}')").fetchall()[0][0] for name in names]
        assert found == [False, False, False, "953.6 MiB"]
    with Engine() as engine:
        loaded = engine.connection.sql("SELECT install_mode FROM duckdb_extensions() WHERE loaded").fetchall()
        assert set(loaded) == {("STATICALLY_LINKED",)}


def test_no_file_but_the_one_that_was_named_is_opened(tmp_path):
    path, other = (written(tmp_path / name, b"id,loss\n1,0.5\n2,1\n") for name in ("t.csv", "other.csv"))
    with Engine() as engine:
        read_files(engine.connection, "csv", [str(path)]).fetchall()
        with pytest.raises(duckdb.PermissionException):
            engine.connection.read_csv(str(other))
        with pytest.raises(duckdb.Error):
            engine.connection.execute("INSTALL httpfs")


@pytest.mark.parametrize("name", ["it's.csv", "data[1].csv", "a*b?.csv", "ä b.csv"])
def test_odd_names_of_files_are_still_read(tmp_path, name, monkeypatch):
    (tmp_path / "sub").mkdir()
    path = written(tmp_path / name, b"id,loss\n1,0.5\n2,1\n")
    monkeypatch.chdir(tmp_path / "sub")
    (tmp_path / "link.csv").symlink_to(path)
    for spelled in (path, f"../{name}", f"../sub/../{name}", "../link.csv"):
        assert eb.Scores.from_table(spelled, item="id", loss="loss").plan.n == 2


@pytest.mark.parametrize("path", ["s3://bucket/x.csv", "https://example.org/x.parquet", "http://example.org/*.csv"])
def test_files_elsewhere_are_not_fetched(path):
    assert told(path) == f"{path!r} is not on this machine: errbar reads local files; download it first."


def test_headers_of_too_many_columns(tmp_path):
    path = written(tmp_path / "wide.csv", ",".join(f"c{i}" for i in range(100_000)).encode() + b"\n1,2\n")
    said = told(path, item="c0", loss="c1")
    assert said.startswith("wide.csv has 100,000 columns or more; errbar reads up to") and MOST_COLUMNS < 100_000
    with pytest.raises(InputError, match=r"wide\.csv has 100,000 columns"):
        read_columns(path)


def test_damaged_parquet_and_gzip_are_named(tmp_path):
    good = tmp_path / "good.parquet"
    long_table().to_parquet(good)
    whole = good.read_bytes()
    for i, data in enumerate((b"PAR1" + bytes(100) + b"PAR1", whole[: len(whole) // 2], whole[:40] + whole[60:], b"")):
        assert told(written(tmp_path / f"torn{i}.parquet", data), **LONG).startswith(f"torn{i}.parquet cannot be read")
    assert told(written(tmp_path / "torn.csv.gz", b"id,loss\n1,2\n")).startswith("torn.csv.gz cannot be read")


def test_json_lines_that_are_nested_too_deeply(tmp_path):
    path = written(tmp_path / "deep.jsonl", b'{"id": 1, "loss": ' + b"[" * 10**5 + b"]" * 10**5 + b"}\n")
    assert told(path).startswith("deep.jsonl cannot be read")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1"])
@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_files_that_are_not_utf8(tmp_path, encoding, ending):
    mark = {"utf-16-le": "\ufeff"}.get(encoding, "")
    text = "id,loss\ncaf\xe9,1\nb,2\n" if ending == "csv" else '{"id": "caf\xe9", "loss": 1}\n{"id": "b", "loss": 2}\n'
    path = written(tmp_path / f"t.{ending}", (mark + text).encode(encoding))
    said = told(path)
    likely = {"latin-1": "Latin-1 or Windows-1252", "utf-32": "UTF-32"}.get(encoding, "UTF-16")
    assert said.startswith(f"t.{ending} is not UTF-8") and f"it looks like {likely}: save it as UTF-8" in said
    with pytest.raises(InputError, match="is not UTF-8"):
        read_columns(path)


def test_samples_files_that_are_not_utf8(tmp_path):
    line = '{"doc_id": 0, "filter": "caf\xe9", "metrics": ["acc"], "acc": 1.0}\n'
    path = tmp_path / "samples_x.jsonl"
    for encoding, words in (("latin-1", "in line 1; it looks like Latin-1"), ("utf-16", "it looks like UTF-16")):
        with pytest.raises(InputError, match=words):
            eb.read_lm_eval({"m": written(path, line.encode(encoding))})
    assert (
        eb.read_lm_eval({"m": written(path, line.encode("utf-8-sig") + line.replace("0", "1", 1).encode())}).plan.n == 2
    )


def test_nul_bytes_and_halves_of_characters(tmp_path):
    assert (
        eb.Scores.from_table(written(tmp_path / "n.csv", b"id,loss\na\0b,1\nc,2\n"), item="id", loss="loss").plan.n == 2
    )
    assert r"id a ('1\x00')" in told(written(tmp_path / "m.csv", b"id,loss\na,1\0\nc,2\n"))
    assert told(written(tmp_path / "s.jsonl", b'{"id": "\\ud800", "loss": 1}\n{"id": 2, "loss": 1}\n')).startswith(
        "s.jsonl"
    )
    assert "surrogate" in told({"id": ["\ud800", "b"], "loss": [1, 2]})
    assert told("a\0b.csv") == r"'a\x00b.csv' is no name of a file that can be read here: rename it."
    assert told("a\udc80.csv").startswith(r"'a\udc80.csv' is no name of a file")


def test_errors_repeat_cells_cut_short_and_escaped(tmp_path):
    long = b"y" * 150_000
    said = told(written(tmp_path / "a.csv", b"id,loss\n1,\x1b[31mred\n2," + long + b"\n"))
    assert r"'\x1b[31mred'" in said
    said = told(written(tmp_path / "b.csv", b"id,loss\n\x1b[31mred,\n" + long + b",\n"))
    assert r"id '\x1b[31mred'; id 'yyyy" in said
    text = b"id,who,loss\n" + b"".join(b"%d,%s,%s\n" % (i, who, loss) for i in range(2) for who, loss in
                                       ((b"\x1b[0m" + long, b""), (b"b", b"1")))  # fmt: skip
    assert r"'\x1b[0myyy" in told(written(tmp_path / "c.csv", text), model="who")


def test_names_with_escapes_are_carried(tmp_path):
    path = written(tmp_path / "t.csv", b"id,who,loss\n1,\x1b[31mred,1\n2,\x1b[31mred,0\n")
    assert eb.Scores.from_table(path, item="id", model="who", loss="loss").names == ("\x1b[31mred",)


@pytest.mark.parametrize("keep", ["items", "sums"])
def test_polars_frames_need_no_pyarrow(monkeypatch, keep):
    table = pl.from_pandas(long_table())
    right = eb.Scores.from_table(table, **LONG, group="topic", keep=keep).moments
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyarrow"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for frame in (table, table.with_columns(pl.col("who").cast(pl.Categorical))):
        found = eb.Scores.from_table(frame, **LONG, group="topic", keep=keep).moments
        np.testing.assert_array_equal(found.squares, right.squares)
        np.testing.assert_array_equal(found.group_squares, right.group_squares)
    big = pl.DataFrame({"id": [2**60, 2**60 + 1, 2**60 + 2], "loss": [0.5, None, 1.0], "far": [None, 1, 2]})
    scores = eb.Scores.from_table(big, item="id", loss="loss", missing="drop")
    assert scores.plan.n == 2
    with pytest.raises(InputError, match="'far'"):
        eb.Scores.from_table(big, item="far", loss="loss")
    with pytest.raises(UnknownNameError, match="column='los'"):
        eb.Scores.from_table(big, item="id", loss="los")


def test_pandas_rows_in_reverse_order():
    table = long_table()
    one, other = (eb.Scores.from_table(t, **LONG) for t in (table, table.iloc[::-1]))
    assert (one.items == other.items).all()
