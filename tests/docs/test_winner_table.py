"""The committed table of `eb.winner`: made with its formulas, and as good as the manual says."""

import csv

import numpy as np
import pytest

import errbar as eb
import winner_coverage as made
from errbar.answers import candidates
from renew import RESULTS


@pytest.fixture(scope="module")
def rows():
    with (RESULTS / "winner.csv").open(encoding="utf-8") as file:
        read = list(csv.DictReader(file))
    words = ("losses", "equal")
    return [{k: v if k in words else float(v) for k, v in row.items()} for row in read]


def test_the_limits_hold_in_every_cell(rows):
    assert len(rows) > 60 and {row["candidates"] for row in rows} == {2, 10, 100, 1000, 10000}
    for name in ("max_t", "bbc_cv", "folds_max_t"):
        assert not made.too_low(rows, name), name
    assert not made.too_low([row for row in rows if row["losses"] == "0/1"], "bonferroni")
    assert made.too_low([row for row in rows if row["losses"] == "exponential"], "tilted")  # the page says so
    many = [row for row in rows if row["candidates"] >= 100]
    assert len(made.too_low(many, "naive")) == len(many)


def test_the_corrected_mean_is_off_by_less_than_a_standard_error(rows):
    assert all(abs(row["bbc_cv_bias"]) < row["bbc_cv_sd"] for row in rows)
    assert all(abs(row["folds_bias"]) < row["folds_sd"] for row in rows)
    assert sum(abs(row["naive_bias"]) > row["bbc_cv_sd"] for row in rows) > len(rows) / 2


def test_max_t_is_no_longer_than_bonferroni_for_counted_errors(rows):
    counted = [row for row in rows if row["losses"] == "0/1"]
    assert all(row["max_t_reach"] <= row["bonferroni_reach"] for row in counted)
    assert any(row["max_t_reach"] < 0.9 * row["bonferroni_reach"] for row in counted if row["correlation"] == 0.9)


@pytest.mark.parametrize("losses", ["0/1", "exponential"])
def test_the_formulas_are_those_of_winner(losses, monkeypatch):
    for room in (made, candidates):  # so many draws that two streams of them agree
        monkeypatch.setattr(room, "BAGS", 5000)
    monkeypatch.setattr(made, "DRAWS", candidates.LARGEST)
    drawn, _ = made.Cell(losses, 20, 100, 0.5).draw(np.random.default_rng(1))
    limits, _ = made.limits(drawn, losses == "0/1", np.random.default_rng(2))
    names = [f"c{i}" for i in range(20)]
    scores = eb.Scores.from_table({"i": np.arange(100)} | dict(zip(names, drawn, strict=True)), item="i", loss=names)
    for method, close in (("bonferroni", 1e-9), ("max_t", 0.02), ("tilted", 0.02), ("bbc_cv", 0.05)):
        r = eb.winner(scores, method=method, alternative="less")
        limit = max(limits[method], r.estimate)
        assert r.high == pytest.approx(limit, rel=close), method
    folds = drawn.reshape(20, made.FOLDS, -1).mean(axis=2)
    limits, estimate = made.fold_limits(drawn, np.random.default_rng(2))
    scores = eb.Scores.from_splits(dict(zip(names, folds, strict=True)), n_train=80, n_test=20, loss="squared")
    r = eb.winner(scores, alternative="less")
    assert r.estimate == pytest.approx(estimate)
    assert r.high == pytest.approx(limits["folds_max_t"], rel=0.05)
