"""Reference numbers for fixed models and test items, through the public verbs, from items and from sums alone."""

from __future__ import annotations

import pytest

import errbar as eb


def right(k, n, keep):
    table = {"i": range(n), "ok": [1] * k + [0] * (n - k)}
    return eb.Scores.from_table(table, item="i", correct="ok", keep=keep)


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize(
    ("method", "low", "high"),
    [("wilson", 0.6989663548, 0.9721335188), ("clopper_pearson", 0.6830172860, 0.9876514728)],
)
def test_eighteen_of_twenty(keep, method, low, high):
    result = eb.infer(right(18, 20, keep), method=method, null=0.5)
    assert (1 - result.high, 1 - result.low) == pytest.approx((low, high), abs=1e-9)


@pytest.mark.parametrize("keep", ["items", "sums"])
def test_none_of_thirty(keep):
    result = eb.infer(right(30, 30, keep))
    assert (result.method, result.low) == ("wilson", 0.0)
    assert result.high == pytest.approx(0.1135133932, abs=1e-9)


@pytest.mark.parametrize("keep", ["items", "sums"])
@pytest.mark.parametrize(
    ("b", "c", "variant", "pvalue"),
    [
        (25, 11, "exact", 0.0288167197),
        (25, 11, "mid_p", 0.0200738519),
        (25, 11, "asymptotic", 0.0196306573),
        (25, 11, "continuity", 0.0302602800),
        (9, 2, "exact", 0.0654296875),
        (9, 2, "mid_p", 0.0385742188),
        (0, 6, "exact", 0.03125),
        (0, 6, "mid_p", 0.015625),
    ],
)
def test_mcnemar(keep, b, c, variant, pvalue):
    a_wrong, b_wrong = [1] * b + [0] * c + [0] * 20 + [1] * 5, [0] * b + [1] * c + [0] * 20 + [1] * 5
    table = {"i": range(len(a_wrong)), "a": a_wrong, "b": b_wrong}
    scores = eb.Scores.from_table(table, item="i", loss=["a", "b"], keep=keep)
    result = eb.infer(scores, model="a", versus="b", method="mcnemar", options={"variant": variant})
    assert result.pvalue == pytest.approx(pvalue, abs=1e-9)


@pytest.mark.parametrize("keep", ["items", "sums"])
def test_clustered(keep):
    table = {"i": range(10), "s": [1, 1, 0, 1, 1, 0, 0, 0, 1, 0], "g": [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]}
    scores = eb.Scores.from_table(table, item="i", loss="s", group="g", keep=keep)
    assert eb.infer(scores).se == pytest.approx(0.2160246899, abs=1e-9)
    for variance, se in (("cr1", 0.2160246899), ("cr0", 0.1870828693), ("miller", 0.1943650632)):
        result = eb.infer(scores, method="clustered_t", options={"variance": variance})
        assert result.se == pytest.approx(se, abs=1e-9)
    assert eb.infer(scores, method="holdout_t").se == pytest.approx(0.1666666667, abs=1e-9)


def test_defaults_of_fixed_items():
    binary, real, groups = [0, 1, 1, 0] * 10, [0.1, 0.9, 0.4, 0.2] * 10, [i // 4 for i in range(40)]
    table = {"i": range(40), "z": binary, "z2": binary[::-1], "r": real, "q": real[::-1], "g": groups}
    for columns, group, method in (
        (["z"], None, "wilson"),
        (["z"], "g", "clustered_wilson"),
        (["r"], None, "holdout_t"),
        (["r"], "g", "clustered_t"),
        (["z", "z2"], None, "mcnemar"),
        (["r", "q"], None, "holdout_t"),
        (["z", "z2"], "g", "mcnemar"),
        (["r", "q"], "g", "clustered_t"),
    ):
        for keep in ("items", "sums"):
            scores = eb.Scores.from_table(table, item="i", loss=columns, group=group, keep=keep)
            names = {"model": columns[0], "versus": columns[1] if len(columns) == 2 else None}
            assert eb.infer(scores, **names).method == method
