"""Tables of data sets from files and frames: wide, long, with items or splits; what cannot be a table of data sets."""

import numpy as np
import pandas as pd
import pytest
from tests.ranking.demsar import DATASETS, MODELS, TABLE

import errbar as eb
from errbar.errors import InputError

WIDE = pd.DataFrame(TABLE, columns=MODELS)
WIDE.insert(0, "data", DATASETS)
LONG = WIDE.melt("data", var_name="model", value_name="accuracy")
ORDER = np.argsort(DATASETS)


def items(n_sets=3, n=20, start=0):
    rng = np.random.default_rng(0)
    rows = [
        (f"set {'ABC'[s]}", m, i + start, rng.random()) for s in range(n_sets) for m in ("a", "b") for i in range(n)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["data", "model", "id", "loss"])


def read(frame, **given):
    return eb.Datasets.from_table(frame, dataset="data", model="model", value="loss", **given)


@pytest.mark.parametrize("suffix", [".csv", ".csv.gz", ".parquet", ".jsonl"])
def test_wide_files(tmp_path, suffix):
    import duckdb

    path = tmp_path / f"table{suffix}"
    if suffix.startswith(".csv"):
        WIDE.to_csv(path, index=False)
    else:
        given = WIDE  # noqa: F841 - DuckDB finds it by name
        duckdb.execute(f"COPY (SELECT * FROM given) TO '{path}' (FORMAT {'PARQUET' if 'p' in suffix else 'JSON'})")
    table = eb.Datasets.from_table(str(path), greater_is_better=True)
    assert table.models == MODELS and table.names == DATASETS
    assert (table.values == TABLE).all() and table.loss == "score"


def test_long_is_wide():
    table = eb.Datasets.from_table(LONG, dataset="data", model="model", value="accuracy", greater_is_better=True)
    assert table.names == tuple(sorted(DATASETS)) and table.loss == "accuracy"
    assert (table.values[:, [table.models.index(m) for m in MODELS]] == TABLE[ORDER]).all()


def test_polars_and_mappings():
    import polars

    for source in (polars.DataFrame(WIDE.to_dict("list")), WIDE.to_dict("list")):
        assert (eb.Datasets.from_table(source, dataset="data", greater_is_better=False).values == TABLE).all()


def test_named_columns_only():
    frame = WIDE.assign(size=np.arange(14))
    table = eb.Datasets.from_table(frame, dataset="data", value=list(MODELS[:2]), greater_is_better=False)
    assert table.models == MODELS[:2]


def test_items_are_averaged():
    frame = items()
    table = read(frame, item="id")
    expected = frame.groupby(["data", "model"])["loss"].mean().unstack()
    assert table.values == pytest.approx(expected.to_numpy(), rel=1e-11)
    wide = frame.pivot(index=["data", "id"], columns="model", values="loss").reset_index()
    again = eb.Datasets.from_table(wide, dataset="data", item="id", greater_is_better=False)
    assert again.values == pytest.approx(table.values, rel=1e-11)


def test_splits_are_averaged():
    frame = items().rename(columns={"id": "fold"})
    assert read(frame, split="fold").values == pytest.approx(read(items(), item="id").values)


def test_holes_in_long_tables():
    some = LONG.drop(index=[3, 20]).rename(columns={"accuracy": "loss"})
    with pytest.raises(InputError, match=r"holes: data set 'bupa': model 'C4.5\+m'; data set 'cmc': model 'C4.5'"):
        read(some)
    table = read(some, missing="drop")
    assert len(table.names) == 12 and "'bupa'" in table.notes[0]


def test_missing_items():
    frame = items().drop(index=[2, 7])
    with pytest.raises(InputError, match="data set 'set A': model 'a' has 18 of 20 rows"):
        read(frame, item="id")
    table = read(frame, item="id", missing="drop")
    kept = items()
    kept = kept[~((kept["data"] == "set A") & kept["id"].isin([2, 7]))]
    assert table.values == pytest.approx(kept.groupby(["data", "model"])["loss"].mean().unstack().to_numpy(), rel=1e-11)
    wide = items().pivot(index=["data", "id"], columns="model", values="loss").reset_index()
    wide.loc[4, "b"] = np.nan
    with pytest.raises(InputError, match="model 'b' has 19 of 20 rows"):
        eb.Datasets.from_table(wide, dataset="data", item="id")
    assert eb.Datasets.from_table(wide, dataset="data", item="id", missing="drop", greater_is_better=False).notes


def test_nan_is_a_hole_in_a_wide_table():
    frame = WIDE.copy()
    frame.loc[2, MODELS[1]] = np.nan
    with pytest.raises(InputError, match=r"data set 'breast-wisconsin': model 'C4.5\+m'"):
        eb.Datasets.from_table(frame)
    assert len(eb.Datasets.from_table(frame, missing="drop", greater_is_better=False).names) == 13


# -- what are not data sets ------------------------------------------------------------------------------------


def test_shared_items_are_splits():
    """Random hold-outs of one data set: the same item ids come again."""
    rng = np.random.default_rng(0)
    rows = [
        (f"part {'ABC'[s]}", m, f"patient-{i}", rng.random())
        for s in range(3)
        for i in rng.choice(50, 15, replace=False)
        for m in ("a", "b")
    ]
    frame = pd.DataFrame(rows, columns=["data", "model", "id", "loss"])
    with pytest.raises(InputError, match="same items come in several data sets"):
        read(frame, item="id")
    frame["id"] = frame["data"] + " " + frame["id"]
    assert len(read(frame, item="id").names) == 3


def test_items_dealt_out_are_folds():
    """The folds of one shuffled data set: numbered through, every number once."""
    order = np.random.default_rng(0).permutation(60)
    rows = [(f"part {'ABC'[i % 3]}", m, int(n), 0.1) for i, n in enumerate(order) for m in ("a", "b")]
    with pytest.raises(InputError, match="folds of one data set"):
        read(pd.DataFrame(rows, columns=["data", "model", "id", "loss"]), item="id")


def test_items_numbered_afresh_in_every_data_set_pass():
    for start in (0, 1):
        assert len(read(items(start=start), item="id").names) == 3


def test_data_sets_stacked_with_running_numbers_pass():
    frame = items()
    frame["id"] += 20 * frame["data"].map({"set A": 0, "set B": 1, "set C": 2})
    assert len(read(frame, item="id").names) == 3


def test_a_split_column_is_not_a_column_of_data_sets():
    frame = items().rename(columns={"data": "cv_fold"})
    for name in ("fold", "split", "Repeat", "cv", "seed", "split_id", "test_fold"):
        with pytest.raises(InputError, match="names splits of one data set"):
            eb.Datasets.from_table(
                frame.rename(columns={"cv_fold": name}), dataset=name, model="model", value="loss", item="id"
            )


def test_an_unnamed_split_column_is_not_taken_for_a_model():
    with pytest.raises(InputError, match="'fold' names splits"):
        eb.Datasets.from_table(WIDE.assign(fold=1.0))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dataset": "dat"}, "Did you mean 'data'"),
        ({"dataset": None, "model": None, "value": None}, "Say which column names the data sets"),
        ({"value": None}, "one column of numbers"),
        ({"value": "data"}, "must hold numbers"),
        ({}, "Several rows for the same data, model: data set A, model a"),
    ],
)
def test_one_sentence(change, says):
    given = {"dataset": "data", "model": "model", "value": "loss"} | change
    with pytest.raises(InputError.__base__, match=says):
        eb.Datasets.from_table(items(), **given)


def test_copies_and_nameless_rows():
    with pytest.raises(InputError, match="Several rows for the same data: adult"):
        eb.Datasets.from_table(pd.concat([WIDE, WIDE.head(1)]).reset_index(drop=True))
    with pytest.raises(InputError, match="'data' is missing in some rows"):
        eb.Datasets.from_table(WIDE.assign(data=[None, *DATASETS[1:]]))
    with pytest.raises(InputError, match="'model' is missing in some rows"):
        read(items().assign(model=[None, *items()["model"][1:]]), item="id")


def test_there_is_no_file():
    with pytest.raises(InputError, match="There is no file"):
        eb.rank("nowhere.csv")
