"""Models on items of their own, averages over subgroups, and the items that flipped."""

from __future__ import annotations

import numpy as np
import pytest

import errbar as eb
from errbar.errors import InputError


def one(name, right, start=0):
    n = len(right)
    table = {"id": [*range(start, start + n)], "who": [name] * n, "ok": list(right)}
    return eb.Scores.from_table(table, item="id", model="who", score="ok", greater_is_better=True)


def test_an_unpaired_difference_is_newcombes():
    """56 of 70 against 48 of 80: the score interval of the difference, Newcombe 1998, method 10, Table II (a)."""
    a, b = one("a", [1] * 56 + [0] * 14), one("b", [1] * 48 + [0] * 32, start=1000)
    r = eb.infer(a, versus=b, method="wilson")
    assert (r.estimate, r.low, r.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert r.details["n_each"] == [70, 80] and r.pvalue < 0.05
    assert eb.infer(b, versus=a).low == pytest.approx(-eb.infer(a, versus=b).high)


@pytest.mark.parametrize("other", [[0.8] * 5, [0.8] * 500, [0.2] * 20])
def test_equal_scores_on_each_side_are_no_evidence(other):
    """Zero spread is not certainty: no verdict, no p-value below 1, whatever the margin."""
    a, b = one("a", [0.8] * 5), one("b", other, start=1000)
    for first, second in ((a, b), (b, a)):
        r = eb.infer(first, versus=second, margin=0.9)
        assert (r.verdict, r.pvalue, r.details["noninferior"], r.details["equivalent"]) == (
            "undecided",
            1.0,
            False,
            False,
        )
        assert any("not certainty" in note for note in r.notes)


def test_an_unpaired_gate_has_three_verdicts():
    good, bad = one("a", [1] * 190 + [0] * 10), one("b", [1] * 100 + [0] * 100, start=1000)
    assert eb.infer(good, versus=bad, margin=0.01).verdict == "shown"
    assert eb.infer(bad, versus=good, margin=0.01).verdict == "refuted"
    undecided = eb.infer(good, versus=one("c", [1] * 190 + [0] * 10, start=5000), margin=0.01)
    assert undecided.verdict == "undecided" and undecided.details["n_to_decide"] > 400


def test_items_in_both_are_told():
    r = eb.infer(one("a", [1, 0] * 20), versus=one("b", [1, 1] * 20, start=30))
    assert any("10 items are in both" in note for note in r.notes)


def test_the_macro_average_counts_subgroups_alike():
    right = [1] * 30 + [0] * 10 + [1] * 40 + [0] * 120
    scores, by = one("a", right), {i: "small" if i < 40 else "large" for i in range(200)}
    found = next(r for r in eb.infer(scores, by=by, weights="equal") if r.details["subgroup"].startswith("average"))
    assert found.estimate == pytest.approx((0.75 + 0.25) / 2)
    own = [np.var([1] * 30 + [0] * 10, ddof=1) / 40, np.var([1] * 40 + [0] * 120, ddof=1) / 160]
    assert found.se == pytest.approx(np.sqrt(sum(own)) / 2)
    assert found.low < found.estimate < found.high
    weighted = eb.infer(scores, by=by, weights={"small": 3, "large": 1})
    assert weighted[2].estimate == pytest.approx(0.75 * 0.75 + 0.25 * 0.25)
    with pytest.raises(InputError, match="a weight of 0 or more for each subgroup"):
        eb.infer(scores, by=by, weights={"small": 1})


def test_every_subgroup_is_tested_with_a_correction():
    rng = np.random.default_rng(0)
    n = 300
    table = {"id": [*range(n)], "a": rng.integers(0, 2, n), "b": rng.integers(0, 2, n)}
    scores = eb.Scores.from_table(table, item="id", score=["a", "b"], greater_is_better=True)
    by = {i: f"g{i % 3}" for i in range(n)}
    ask = {"model": "a", "versus": "b", "by": by}
    alone, holm, bh = (
        [r.pvalue for r in eb.infer(scores, correction=name, **ask)][:3] for name in ("none", "holm", "fdr_bh")
    )
    assert all(one <= two for one, two in zip(alone, bh, strict=True)) and max(holm) >= max(bh) >= max(alone)
    assert min(holm) == pytest.approx(min(1.0, 3 * min(alone)))


def test_where_a_limit_is_endless_no_number_of_items_would_decide():
    """The bootstrap of equal losses without a range has no limits."""
    rng = np.random.default_rng(0)
    tables = [
        {"id": range(n * 100, n * 100 + 8), "loss": values} for n, values in enumerate(([0.1] * 8, rng.random(8)))
    ]
    a, b = (eb.Scores.from_table(table, item="id", loss="loss") for table in tables)
    r = eb.infer(a, versus=b, method="bootstrap_bca", margin=0.0)
    assert r.verdict == "undecided" and r.details["n_to_decide"] is None
