"""What must not change an answer read from a file: its name, its folder, how a missing cell is spelled, the format."""

import json

import duckdb
import numpy as np
import pytest

import errbar as eb
from errbar.cli.main import run
from errbar.core.words import MISSING_WORDS
from errbar.errors import InputError
from errbar.tables.columns import read_columns
from errbar.tables.features import features
from errbar.tables.files import KINDS, find_files

BAYES, DUMMY = "sklearn.naive_bayes.GaussianNB()", "sklearn.dummy.DummyClassifier()"
DATA = ("--target", "label", "--random-state", "0", "--model", BAYES)
SMALL = "subsample(3, 0.2)"
VERBS = {
    "evaluate": ("evaluate", *DATA, "--plan", SMALL),
    "compare": ("compare", *DATA, "--model", DUMMY, "--plan", SMALL),
    "rank": ("rank", *DATA, "--model", DUMMY, "--plan", SMALL),
    "distribution": ("distribution", *DATA, "--n-splits", "4"),
    "audit": ("audit", *DATA, "--n", "20", "--sets", "2", "--methods", "holdout_t"),
    "bound": ("bound", "--column", "loss"),
    "infer": ("infer", "--item", "i", "--loss-col", "loss"),
    "rank a table": ("rank", "--item", "i", "--loss-col", "loss", "--loss-col", "b", "--random-state", "0"),
}
CLOCKS = {"fit_seconds", "predict_seconds", "seconds"}


def written(path, *, cell=None, row=6, column="a", seed=0, header="i,a,b,c,loss,label"):
    """Numbers, a text column, losses, labels; `cell` is put into one place."""
    rng = np.random.default_rng(seed)
    names, rows = header.split(","), []
    for i in range(60):
        a, b = rng.normal(size=2)
        rows.append([str(i), f"{a:.4f}", f"{abs(b) % 1:.4f}", "xyz"[i % 3], str(int(b > 1)), str(int(a > 0))])
    if cell is not None:
        rows[row][names.index(column)] = cell
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text("\n".join([header, *map(",".join, rows)]) + "\n")
    return path


def answer(capsys, verb, path):
    name, *rest = VERBS[verb]
    code = run([name, str(path), *rest, "--json"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return timeless(json.loads(out))


def timeless(found):
    if isinstance(found, dict):
        return {key: timeless(value) for key, value in found.items() if key not in CLOCKS}
    return [timeless(one) for one in found] if isinstance(found, list) else found


def without_notes(found):
    return {key: value for key, value in found.items() if key != "notes"}


@pytest.mark.parametrize("verb", VERBS)
def test_name_and_folder_change_nothing(capsys, tmp_path, verb):
    """Beside the file lies another that a pattern of its name would find; the folder looks like a column."""
    expected = answer(capsys, verb, written(tmp_path / "data.csv"))
    folder = tmp_path / ("label=1" if "--target" in VERBS[verb] else "loss=0")
    written(folder / "data1.csv", seed=1)
    assert answer(capsys, verb, written(folder / "data[1].csv")) == expected


@pytest.mark.parametrize(
    "name", ["data[1].csv", "data*.csv", "d?ta.csv", "loss=0/data.csv", "b=1/i=3.csv", "x[1]/d.csv"]
)
def test_any_name_and_folder(capsys, tmp_path, name):
    expected = answer(capsys, "infer", written(tmp_path / "data.csv"))
    written(tmp_path / "data1.csv", seed=1)
    written(tmp_path / "x1" / "d.csv", seed=1)
    assert answer(capsys, "infer", written(tmp_path / name)) == expected


@pytest.mark.parametrize("format", ["parquet", "jsonl", "csv.gz"])
def test_formats_and_folders_change_nothing(capsys, tmp_path, format):
    expected = answer(capsys, "evaluate", written(tmp_path / "data.csv"))
    (tmp_path / "loss=0").mkdir()
    path = tmp_path / "loss=0" / f"data.{format}"
    with duckdb.connect() as connection:
        form = {"parquet": "FORMAT parquet", "jsonl": "FORMAT json", "csv.gz": "FORMAT csv, COMPRESSION gzip"}[format]
        connection.execute(f"COPY (FROM '{tmp_path}/data.csv') TO '{path}' ({form})")
    assert answer(capsys, "evaluate", path) == expected
    scores = eb.Scores.from_table(path, item="i", loss="loss")
    assert scores.values == eb.Scores.from_table(tmp_path / "data.csv", item="i", loss="loss").values > 0


def test_every_command_reads_the_same_endings(capsys, tmp_path):
    """What `infer` takes for a table, `evaluate` and `bound` take for data, and they refuse the same."""
    text = written(tmp_path / "data.csv").read_text()
    rows = duckdb.execute(f"FROM '{tmp_path}/data.csv'").df().to_json(orient="records", lines=True)
    expected = {verb: answer(capsys, verb, tmp_path / "data.csv") for verb in ("evaluate", "bound", "infer")}
    for ending, kind in KINDS.items():
        path = tmp_path / f"other{ending}"
        if kind == "parquet":
            duckdb.execute(f"COPY (FROM '{tmp_path}/data.csv') TO '{path}' (FORMAT parquet)")
        else:
            path.write_text(text if kind == "csv" else rows)
        assert {verb: answer(capsys, verb, path) for verb in expected} == expected


@pytest.mark.parametrize("name", ["data.ods", "data", "data.csv.zip", "data.gz"])
def test_other_endings_are_refused_by_every_command(capsys, tmp_path, name):
    path = written(tmp_path / name)
    for verb, (command, *rest) in VERBS.items():
        assert run([command, str(path), *rest]) == 2, verb
        assert ".csv, .csv.gz, .parquet, .jsonl" in capsys.readouterr().err


def test_a_pattern_is_one_only_where_no_file_has_its_name(tmp_path):
    one, two = written(tmp_path / "d1.csv"), written(tmp_path / "d2.csv", seed=1)
    pattern = str(tmp_path / "d[12].csv")
    assert find_files(pattern) == [str(one), str(two)]
    written(tmp_path / "d[12].csv")
    assert find_files(pattern) == [pattern]
    means = [eb.Scores.from_table(path, item="i", loss="b").values for path in (pattern, one, two)]
    assert means[0] == means[1] != means[2]


@pytest.mark.parametrize("verb", [verb for verb, rest in VERBS.items() if "--target" in rest])
def test_a_word_for_missing_is_an_empty_cell_and_is_said(capsys, tmp_path, verb):
    empty = answer(capsys, verb, written(tmp_path / "empty.csv", cell=""))
    spelled = answer(capsys, verb, written(tmp_path / "spelled.csv", cell="NA"))
    assert without_notes(spelled) == without_notes(empty)
    assert "Read as text, one 0/1 column for each value: c." in spelled["notes"]
    assert "Column 'a': 'NA' (1 cell) read as missing." in spelled["notes"]


@pytest.mark.parametrize("word", [*MISSING_WORDS, "NA", "N/A", "NULL", " nan ", "None"])
def test_every_word_for_missing(tmp_path, word):
    found = features(read_columns(written(tmp_path / "data.csv", cell=word)), "label")
    clean = features(read_columns(written(tmp_path / "data.csv")), "label")
    assert np.flatnonzero(np.isnan(found.X[:, 1])).tolist() == [6]
    np.testing.assert_array_equal(np.delete(found.X, 6, axis=0), np.delete(clean.X, 6, axis=0))
    assert found.kinds == {"text": [3], "missing": [1]} and clean.kinds == {"text": [3], "missing": []}
    scores = eb.Scores.from_table(
        written(tmp_path / "t.csv", cell=word, column="b"), item="i", loss="b", missing="drop"
    )
    assert scores.plan.n == 59


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ('"1,5"', "'1,5', row 7"), ("1\x00", r"'1\\x00' in row 7"), ("abc", "'abc' in row 7"), ("1.5*", "in row 7"),
        ("inf.", "in row 7"), ("1 000", "'1 000' in row 7"), ("O.5", "'O.5' in row 7"), ("12%", "'12%' in row 7"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("column", ["a", "label"])
def test_text_among_numbers_is_refused_with_its_place(tmp_path, cell, says, column):
    columns = read_columns(written(tmp_path / "data.csv", cell=cell, column=column))
    with pytest.raises(InputError, match=says):
        features(columns, "label")
    if column == "a":
        assert features(columns, "label", drop=["a"]).X.shape == (60, 4)


@pytest.mark.parametrize("column", ["label", "i"])
@pytest.mark.parametrize("word", ["NA", "?", "null", ""])
def test_missing_labels_and_groups_are_refused(tmp_path, column, word):
    columns = read_columns(written(tmp_path / "data.csv", cell=word, column=column))
    with pytest.raises(InputError, match=r"has 1 missing value\(s\).*the first in row 7"):
        features(columns, "label", "i")


def test_missing_names_of_classes_are_refused_and_odd_names_are_not(tmp_path):
    path = tmp_path / "data.csv"
    for labels, fine in (("+-", True), (("none", "mild"), True), (("yes", "NA"), False), (("a", "?"), False)):
        path.write_text("x,y\n" + "".join(f"{i},{labels[i % 2]}\n" for i in range(20)))
        if fine:
            assert set(features(read_columns(path), "y").y) == set(labels)
        else:
            with pytest.raises(InputError, match="missing value"):
                features(read_columns(path), "y")


def test_decimal_commas_throughout_are_named(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("x;y\n" + "".join(f"{i},5;{i % 2}\n" for i in range(20)))
    with pytest.raises(InputError, match=r"comma in the number '0,5', row 1 \(20 such cells\)"):
        features(read_columns(path), "y")


def test_a_word_far_down_the_file(tmp_path):
    """Beyond the rows DuckDB looks at to find out the type."""
    path = tmp_path / "data.csv"
    path.write_text("x,y\n" + "".join(f"{'NA' if i == 29000 else i},{i % 2}\n" for i in range(30000)))
    X = features(read_columns(path), "y").X
    assert np.flatnonzero(np.isnan(X[:, 0])).tolist() == [29000]


def test_dates_and_truths_with_a_word_for_missing(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("x,y\n" + "".join(f"{'?' if i == 3 else f'2024-01-{i + 1:02}'},{i % 2}\n" for i in range(20)))
    with pytest.raises(InputError, match="holds dates"):
        features(read_columns(path), "y")
    path.write_text("x,y\n" + "".join(f"{'?' if i == 3 else ('true', 'false')[i % 2]},{i % 2}\n" for i in range(20)))
    found = features(read_columns(path), "y")
    assert found.kinds == {"text": [], "missing": [0]} and found.X[:5, 0].tolist()[:3] == [1, 0, 1]


def test_names_of_rows_are_warned_of(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("id,x,y\n" + "".join(f"k{i},{i},{i % 2}\n" for i in range(20)))
    notes = features(read_columns(path), "y").text_notes
    assert "another value in every row" in notes[1] and "--drop id" in notes[1]


def test_text_that_is_no_loss(capsys, tmp_path):
    path = written(tmp_path / "data.csv")
    assert run(["bound", str(path), "--column", "c"]) == 2
    assert "must hold numbers; it holds text such as 'x'" in capsys.readouterr().err
    assert run(["bound", str(written(path, cell="NA", column="loss")), "--column", "loss"]) == 2
