"""Alignment is strict: what does not line up is an error that names the first five offenders and says how to choose."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from tests.tables.rows import LONG, WIDE, long_table, wide_table

import errbar as eb
from errbar.errors import InputError, UnknownNameError

TABLE = long_table()


def refused(table, words, keep, **how):
    with pytest.raises(InputError) as error:
        eb.Scores.from_table(table, **{**LONG, "keep": keep, **how})
    for word in words:
        assert word in str(error.value)
    assert "\n" not in str(error.value)


@pytest.fixture(params=["items", "sums"])
def keep(request):
    return request.param


def test_missing_items(keep):
    refused(TABLE.drop(index=[3, 4, 70]), ["'a' has no row for id 3; id 4", "'b' has no row for id 10", "drop"], keep)


def test_only_the_first_five_are_named(keep):
    refused(TABLE.drop(index=range(9)), ["id 0; id 1; id 2; id 3; id 4 (9 in all)"], keep)


def test_copies(keep):
    refused(pd.concat([TABLE, TABLE[:2]]), ["'a' has several rows for one item: id 0; id 1", "repeat="], keep)


def test_copies_are_never_dropped(keep):
    refused(pd.concat([TABLE, TABLE[:2]]), ["several rows"], keep, missing="drop")


def test_different_items(keep):
    other = TABLE.assign(id=np.where(TABLE["who"] == "b", TABLE["id"] + 1000, TABLE["id"]))
    refused(other, ["share no item at all", "spelled alike"], keep)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_losses_that_are_no_numbers(keep, value):
    table = TABLE.copy()
    table.loc[[5, 61], "loss"] = value
    refused(table, ["'a' has a missing or infinite value for id 5", "'b'", "id 1", "--missing drop"], keep)


def test_mixed_types(keep):
    table = TABLE.astype({"loss": object})
    table.loc[[5, 61], "loss"] = "oops"
    refused(table, ["must hold numbers", "id 1, who b ('oops'); id 5, who a ('oops')"], keep)


def test_text_far_down_a_csv_is_found(tmp_path, keep):
    path = tmp_path / "t.csv"
    rows = [f"{i},a,0\n" for i in range(30000)]
    path.write_text("id,who,loss\n" + "".join(rows) + "30000,a,lost\n")
    refused(path, ["must hold numbers", "id 30000, who a ('lost')"], keep)


def test_numbers_in_quotes_are_numbers(keep):
    text = TABLE.assign(loss=TABLE["loss"].map("{:.12f}".format))
    plain = eb.Scores.from_table(TABLE, **LONG, keep=keep)
    assert eb.Scores.from_table(text, **LONG, keep=keep).values == pytest.approx(plain.values, abs=1e-12)


def test_groups(keep):
    table = TABLE.copy()
    table.loc[5, "topic"] = "elsewhere"
    refused(table, ["more than one value of 'topic': id 5"], keep, group="topic")
    table.loc[5, "topic"] = None
    refused(table, ["without a value in 'topic': id 5"], keep, group="topic")


def test_rows_without_a_name(keep):
    table = TABLE.astype({"id": float})
    table.loc[5, "id"] = np.nan
    refused(table, ["'id' is empty in 1 row(s): model a"], keep)
    table = TABLE.astype({"who": object})
    table.loc[5, "who"] = None
    refused(table, ["Rows without a model: id 5"], keep)
    refused(table, ["Rows without a model: id 5"], keep, models=["a", "b"])


def test_wide_tables(keep):
    table = wide_table()
    refused(pd.concat([table, table[:1]]), ["more than one row: id 0 (2 rows)"], keep, **WIDE, model=None)
    refused(table.assign(id=table["id"].where(table["id"] > 0)), ["'id' is empty"], keep, **WIDE, model=None)
    refused(table.assign(a=table["a"].where(table["id"] != 7)), ["'a' has a missing"], keep, **WIDE, model=None)
    refused(table.assign(topic=None), ["'topic'"], keep, **WIDE, model=None, group="topic")


def test_wide_ids_far_apart_are_checked_too(keep):
    table = wide_table().assign(id=lambda t: t["id"] * 10**12)
    assert eb.Scores.from_table(table, **WIDE, keep=keep).plan.n == 60
    refused(pd.concat([table, table[:1]]), ["more than one row"], keep, **WIDE, model=None)


def test_dropping_says_what_was_dropped(keep):
    table = TABLE.drop(index=[3, 4])
    table.loc[70, "loss"] = np.nan
    scores = eb.Scores.from_table(table, **LONG, missing="drop", keep=keep)
    assert scores.plan.n == 57
    assert "3 items were left out" in scores.notes[0] and "id 3; id 4" in scores.notes[0] and "id 10" in scores.notes[0]
    assert scores.notes[0] in eb.infer(scores, model="a", versus="b").notes
    whole = eb.Scores.from_table(TABLE[~TABLE["id"].isin([3, 4, 10])], **LONG, keep=keep)
    assert scores.values == pytest.approx(whole.values, rel=1e-12)


def test_dropping_everything_is_an_error(keep):
    table = TABLE.assign(loss=np.nan)
    refused(table, ["No item" if keep == "items" else "no rows"], keep, missing="drop")


def test_names_that_are_not_there(keep):
    for how in ({"item": "idd"}, {"model": "whom"}, {"loss": "los"}, {"group": "topics"}, {"models": ["a", "c"]}):
        with pytest.raises(UnknownNameError, match="Choose from"):
            eb.Scores.from_table(TABLE, **{**LONG, "keep": keep, **how})


def test_one_model_is_not_held_up_by_another(keep):
    table = TABLE.drop(index=range(60, 100))
    assert eb.Scores.from_table(table, **LONG, models=["a"], keep=keep).plan.n == 60


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"loss": None}, "Say where the losses or scores are"),
        ({"correct": "loss"}, "Say where the losses or scores are"),
        ({"item": None}, "item="),
        ({"loss": None, "y_pred": "loss"}, "y_true goes together"),
        ({"loss": ["loss", "id"]}, "one loss column"),
        ({"metric": "roc_auc"}, "judges predictions"),
        ({"n_train": 5}, "sizes of splits"),
        ({"missing": "ignore"}, "missing='ignore'"),
        ({"keep": "some"}, "keep='some'"),
        ({"keep": "sums", "split": "topic"}, "keep='sums'"),
    ],
)
def test_arguments_that_do_not_go_together(how, words):
    with pytest.raises((InputError, UnknownNameError), match=words):
        eb.Scores.from_table(TABLE, **{**LONG, **how})
