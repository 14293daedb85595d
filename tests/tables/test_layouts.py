"""What a row may say: a loss, right or wrong, a label, a score; once or several times; in one split or another."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from tests.tables.rows import LONG, long_table

import errbar as eb
from errbar.errors import InputError, NeedsError

RNG = np.random.default_rng(1)


def test_right_or_wrong_and_a_share_of_credit():
    table = {"i": [1, 2, 3, 4], "ok": [True, False, True, True], "credit": [1.0, 0.25, 0.5, 1.0]}
    assert eb.Scores.from_table(table, item="i", correct="ok").items[0].tolist() == [0, 1, 0, 0]
    scores = eb.Scores.from_table(table, item="i", correct="credit")
    assert scores.items[0].tolist() == [0, 0.75, 0.5, 0]
    assert (scores.loss, scores.loss_range) == ("error", (0.0, 1.0))
    with pytest.raises(InputError, match=r"between 0 and 1; it does not for i 2 \(7.0\)"):
        eb.Scores.from_table(table | {"credit": [1.0, 7.0, 0.5, 1.0]}, item="i", correct="credit")


@pytest.mark.parametrize("keep", ["items", "sums"])
def test_predicted_labels(keep):
    table = {"i": [1, 2, 3], "y": ["cat", "dog", "cat"], "a": ["cat", "cat", "cat"], "b": ["dog", "dog", "cat"]}
    scores = eb.Scores.from_table(table, item="i", y_true="y", y_pred=["a", "b"], keep=keep)
    assert scores.values.ravel().tolist() == pytest.approx([1 / 3, 1 / 3])
    assert scores.loss == "zero_one" and scores.is_binary


def test_labels_of_two_kinds_never_agree_and_are_refused():
    table = {"i": [1, 2, 3], "y": ["0", "1", "1"], "p": [0, 1, 1]}
    with pytest.raises(InputError, match="'y' holds text and 'p' holds numbers"):
        eb.Scores.from_table(table, item="i", y_true="y", y_pred="p")


def test_a_missing_label_is_a_missing_loss():
    table = {"i": [1, 2, 3], "y": [0.0, np.nan, 1.0], "p": [0.0, 1.0, 1.0]}
    with pytest.raises(InputError, match="missing or infinite value for i 2"):
        eb.Scores.from_table(table, item="i", y_true="y", y_pred="p")


@pytest.mark.parametrize("keep", ["items", "sums"])
def test_repeated_answers_are_averaged_first(keep):
    items, answers = 40, 5
    table = pd.DataFrame(
        [(i, who, k) for i in range(items) for who in "ab" for k in range(answers)], columns=["id", "who", "k"]
    )
    table["loss"] = RNG.random(len(table))
    scores = eb.Scores.from_table(table, **LONG, repeat="k", keep=keep)
    means = table.groupby(["who", "id"])["loss"].mean()
    d = (means["a"] - means["b"]).to_numpy()
    result = eb.infer(scores, model="a", versus="b")
    assert result.n == items
    assert result.se == pytest.approx(d.std(ddof=1) / np.sqrt(items), rel=1e-9)
    with pytest.raises(InputError, match="stand in the table twice: id 0, model a, k 0"):
        eb.Scores.from_table(pd.concat([table, table[:1]]), **LONG, repeat="k", keep=keep)


def test_folds_go_to_the_methods_for_resampling():
    n = 30
    table = pd.DataFrame({"id": np.arange(n), "fold": np.arange(n) % 5, "loss": RNG.random(n)})
    scores = eb.Scores.from_table(table, item="id", split="fold", loss="loss")
    assert scores.plan.kind == "kfold" and len(scores.plan) == 5
    losses = [table["loss"][table["fold"] == k].to_numpy() for k in range(5)]
    result = eb.infer(scores)
    assert result.method == "corrected_t"
    assert result.estimate == pytest.approx(np.mean([x.mean() for x in losses]))
    assert result.details["ratio"] == pytest.approx(0.25)
    assert scores.in_split is not None
    assert [a.tolist() for a in (scores.only("loss").in_split(i) for i in range(5))] == [x.tolist() for x in losses]


def test_repeated_folds_and_random_splits():
    n = 20
    repeats = [pd.DataFrame({"id": np.arange(n), "fold": RNG.permutation(n) % 4, "repeat": r}) for r in range(3)]
    table = pd.concat(repeats).assign(loss=lambda t: RNG.random(len(t)))
    scores = eb.Scores.from_table(table, item="id", split="fold", repeat="repeat", loss="loss")
    assert (scores.plan.kind, len(scores.plan)) == ("kfold", 12)
    draws = [pd.DataFrame({"id": RNG.permutation(n)[:5], "split": s}) for s in range(6)]
    draws.append(pd.DataFrame({"id": np.arange(n), "split": 6})[:5])
    some = pd.concat(draws).assign(loss=lambda t: RNG.random(len(t)))
    scores = eb.Scores.from_table(some, item="id", split="split", loss="loss")
    assert scores.plan.kind == "subsample"
    assert any("taken to be the items" in note for note in scores.notes)


def test_one_number_per_split():
    m = [0.20, 0.24, 0.18, 0.22, 0.26, 0.19, 0.21, 0.25, 0.23, 0.17]
    table = {"split": range(10), "m": m}
    scores = eb.Scores.from_table(table, split="split", loss="m", n_train=90, n_test=10)
    result = eb.infer(scores)
    assert result.se == pytest.approx(0.0139110934, abs=1e-9)
    with pytest.raises(InputError, match="one split only"):
        eb.Scores.from_table(table | {"split": [0] * 10, "i": range(10)}, split="split", item="i", loss="m")


@pytest.mark.parametrize("n_train", [2.7, 0, -4, float("nan"), "a", [9, 9], [[9, 9, 9]]])
def test_sizes_of_training_sets_are_whole_numbers(n_train):
    table = {"id": range(30), "fold": [i % 3 for i in range(30)], "loss": RNG.random(30)}
    with pytest.raises(InputError, match="n_train must be"):
        eb.Scores.from_table(table, item="id", split="fold", loss="loss", n_train=n_train)
    sizes = [eb.Scores.from_table(table, item="id", split="fold", loss="loss", n_train=n) for n in (20, [20] * 3)]
    assert all(scores.plan.n_train.tolist() == [20] * 3 for scores in sizes)


def test_an_item_has_one_group_over_all_splits():
    table = {"id": [0, 1, 0, 1], "s": [0, 0, 1, 1], "loss": [0.1, 0.2, 0.3, 0.4], "g": ["x", "y", "y", "y"]}
    with pytest.raises(InputError, match="change their group"):
        eb.Scores.from_table(table, item="id", split="s", loss="loss", group="g")


def test_metrics_from_a_long_table():
    y = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    a, b = [0.9, 0.8, 0.7, 0.4, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1], [0.8, 0.9, 0.5, 0.3, 0.7, 0.6, 0.2, 0.4, 0.1, 0.3]
    table = {"i": [*range(10)] * 2, "who": ["a"] * 10 + ["b"] * 10, "y": y + y, "p": a + b}
    scores = eb.Scores.from_table(table, item="i", model="who", y_true="y", y_score="p", metric="roc_auc")
    result = eb.infer(scores, model="a", versus="b", options={"interval": "wald"})
    assert result.method == "delong"
    assert result.pvalue == pytest.approx(0.2232251453, abs=1e-9)
    with pytest.raises(InputError, match="more than one value of 'y': i 3"):
        bad = table | {"y": [*y[:3], 0, *y[4:], *y]}
        eb.Scores.from_table(bad, item="i", model="who", y_true="y", y_score="p", metric="roc_auc")


def test_metrics_of_text_labels():
    truth, said = ["pos"] * 54 + ["neg"] * 46, ["pos"] * 45 + ["neg"] * 9 + ["pos"] * 12 + ["neg"] * 34
    table = {"i": range(100), "y": truth, "m": said}
    scores = eb.Scores.from_table(table, item="i", y_true="y", y_pred="m", metric="f1", positive="pos")
    assert eb.infer(scores).se == pytest.approx(0.0405388953, abs=1e-9)
    with pytest.raises(InputError, match="which label of 'y' is positive"):
        eb.Scores.from_table(table, item="i", y_true="y", y_pred="m", metric="f1")


def test_auc_over_folds_goes_to_split_scores_by_default():
    n = 60
    table = {"i": range(n), "fold": np.arange(n) % 6, "y": RNG.random(n) < 0.5, "p": RNG.random(n)}
    scores = eb.Scores.from_table(table, item="i", split="fold", y_true="y", y_score="p", metric="roc_auc")
    assert eb.infer(scores).method == "corrected_t"
    assert eb.infer(scores, method="cv_auc").estimate == pytest.approx(eb.infer(scores).estimate)
    with pytest.raises(NeedsError, match="roc_auc"):
        eb.infer(scores, method="cv_wald")


def test_unpaired_analysis_of_paired_data_is_impossible():
    """Two models in one table are always matched by item; the paired interval is narrower where they are alike."""
    scores = eb.Scores.from_table(long_table(200), **LONG)
    paired = eb.infer(scores, model="a", versus="b")
    alone = [eb.infer(scores, model=name) for name in "ab"]
    unpaired = np.hypot(alone[0].se, alone[1].se)
    assert np.corrcoef(scores.items)[0, 1] > 0.7
    assert paired.se < 0.6 * unpaired
    assert paired.details["minimum_detectable_effect"] == pytest.approx(2.83 * paired.se, rel=0.02)
