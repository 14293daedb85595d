"""clustered_t: reference numbers, one and two models, groups by chance, coverage against the plain t."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

import errbar as eb
from errbar.errors import NeedsError
from errbar.plans.families import TestSet

S = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0]
G = [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]


def grouped(losses, groups, **models):
    table = {"i": np.arange(len(losses)), "g": groups, "m": losses, **models}
    return eb.Scores.from_table(table, item="i", loss=["m", *models], group="g")


def test_reference_numbers():
    scores = grouped(S, G)
    for variance, se in (("cr1", 0.2160246899), ("cr0", 0.1870828693), ("miller", 0.1943650632)):
        result = eb.infer(scores, method="clustered_t", options={"variance": variance})
        assert (result.estimate, result.se) == pytest.approx((0.5, se), abs=1e-9)
    result = eb.infer(scores, method="clustered_t")
    assert result.df == 3
    assert result.details["independent_se"] == pytest.approx(0.1666666667, abs=1e-9)
    assert result.details["n_groups"] == 4


def test_it_is_the_default_where_items_come_in_groups():
    rng = np.random.default_rng(0)
    losses, other = rng.random(60), rng.random(60)
    scores = grouped(losses, np.arange(60) // 3, other=other)
    assert eb.infer(scores, model="m").method == "clustered_t"
    assert eb.infer(scores, model="m", versus="other").method == "clustered_t"


def test_pairs_are_differences_in_each_group():
    rng = np.random.default_rng(0)
    a, b, groups = rng.random(40), rng.random(40), np.arange(40) // 4
    result = eb.infer(grouped(a, groups, other=b), model="m", versus="other")
    d = a - b
    totals = np.bincount(groups, weights=d - d.mean())
    assert result.se == pytest.approx(sqrt(totals @ totals / 40**2 * 10 / 9), rel=1e-12)


def test_groups_that_are_ignored_are_pointed_out():
    scores = grouped(np.random.default_rng(0).random(40), np.arange(40) // 4)
    assert any("takes no notice of" in note for note in eb.infer(scores, method="holdout_t").notes)
    assert not any("takes no notice of" in note for note in eb.infer(scores, method="clustered_t").notes)


def test_one_group_is_not_enough():
    with pytest.raises(NeedsError, match="one group"):
        eb.infer(grouped(S, [0] * 10), method="clustered_t")


def test_covers_where_the_plain_t_does_not():
    """30 groups of 10 items that are much alike: the plain interval misses far too often."""
    rng = np.random.default_rng(2)
    groups, hit = np.repeat(np.arange(30), 10), {"clustered_t": 0, "holdout_t": 0}
    plan = eb.Plan("test_set", 300, (TestSet(300),), groups)
    for _ in range(200):
        losses = (rng.normal(size=30)[groups] + 0.3 * rng.normal(size=300))[None]
        scores = eb.Scores(plan, ("m",), losses.mean(axis=1, keepdims=True), losses)
        for name in hit:
            result = eb.infer(scores, method=name)
            hit[name] += result.low <= 0.0 <= result.high
    assert hit["clustered_t"] >= 180  # 0.95 of 200 is 190; 180 is below its 1e-3 quantile
    assert hit["holdout_t"] <= 140
