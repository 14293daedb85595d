"""clustered_wilson: Wilson's numbers, honest ends, and never narrower than independent items would be."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import numpy as np
import pytest
from scipy.stats import binom

import errbar as eb
from errbar.core.score_interval import ScoreShare
from errbar.errors import NeedsError
from errbar.plans.families import TestSet


def grouped(losses, groups):
    table = {"i": np.arange(len(losses)), "g": groups, "m": losses}
    return eb.Scores.from_table(table, item="i", loss="m", group="g")


def test_wilson_reference_numbers():
    low, high = ScoreShare(0.9, 20, inf, 0.0).interval(0.95, "two-sided")
    assert (low, high) == pytest.approx((0.6989663548, 0.9721335188), abs=1e-9)
    assert ScoreShare(0.0, 30, inf, 0.0).interval(0.95, "two-sided") == (0.0, pytest.approx(0.1135133932, abs=1e-9))


def test_standard_error_is_cr1():
    s, g = [1, 1, 0, 1, 1, 0, 0, 0, 1, 0], [0, 0, 0, 1, 1, 2, 2, 2, 3, 3]
    result = eb.infer(grouped(s, g), method="clustered_wilson")
    assert result.se == pytest.approx(0.2160246899, abs=1e-9)
    v = (2 * 0.2160246899**2 + 0.5 * 0.25 / 4) / 2.5  # two wholly wrong groups' worth seen, half a group to outweigh
    assert result.details["effective_items"] == pytest.approx(0.25 / v, abs=1e-6)
    assert 0.0 <= result.low < 0.5 < result.high <= 1.0


def test_it_is_the_default_for_right_and_wrong_in_groups():
    rng = np.random.default_rng(0)
    assert eb.infer(grouped((rng.random(80) < 0.2).astype(int), np.arange(80) // 4)).method == "clustered_wilson"


@pytest.mark.parametrize("value", [0, 1])
def test_no_error_at_all_is_not_certainty(value):
    result = eb.infer(grouped([value] * 40, np.arange(40) // 4), method="clustered_wilson")
    assert result.high - result.low > 0.3  # ten groups that may each be all alike
    assert (result.low == 0.0) if value == 0 else (result.high == 1.0)


def test_never_narrower_than_independent_items():
    """Groups that balance each other by chance do not shrink the interval."""
    result = eb.infer(grouped([0, 1] * 500, np.arange(1000) // 2), method="clustered_wilson")
    plain = ScoreShare(0.5, 1000, 499, 0.0).interval(0.95, "two-sided")
    assert (result.low, result.high) == pytest.approx(plain)


def test_covers_at_a_small_rate():
    rng, hit = np.random.default_rng(4), 0
    groups = np.repeat(np.arange(60), 5)
    plan = eb.Plan("test_set", 300, (TestSet(300),), groups)
    for _ in range(300):
        losses = (rng.random((1, 300)) < rng.beta(0.5, 9.5, size=60)[groups]).astype(float)
        result = eb.infer(
            eb.Scores(plan, ("m",), losses.mean(axis=1, keepdims=True), losses), method="clustered_wilson"
        )
        hit += result.low <= 0.05 <= result.high
    assert hit >= 270  # the 1e-3 quantile of 300 draws at 0.95 is 271


def answered(wrong, **how):
    """Answers to items, one row each, of one model."""
    n, k = np.shape(wrong)
    table = {"i": np.repeat(np.arange(n), k), "who": ["m"] * (n * k), "k": np.tile(np.arange(k), n)}
    value = np.ravel(wrong) if "loss" in how else 1 - np.ravel(wrong)
    return eb.Scores.from_table({**table, "v": value}, item="i", model="who", repeat="k", **how)


def first_wrong(errors, n, k):
    """As many wrong answers, on as many items as can be."""
    wrong = np.zeros((n, k), dtype=int)
    wrong[np.arange(errors) % n, np.arange(errors) // n] = 1
    return wrong


@pytest.mark.parametrize("how", [{"correct": "v"}, {"loss": "v"}, {"correct": "v", "keep": "sums"}])
def test_averaged_answers_near_the_ceiling(how):
    """50 items x 4 answers: at no error the 50 items, then more for every error, never outside the range."""
    counts = (0, 1, 2, 5)
    results = [eb.infer(answered(first_wrong(errors, 50, 4), **how)) for errors in counts]
    assert [r.method for r in results] == ["wilson"] + ["clustered_wilson"] * 3
    assert results[0].high == pytest.approx(0.0713, abs=5e-5)
    ends = [(r.low, r.high) for r in results]
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(ends))
    assert all(0 <= low <= errors / 200 < high < 1 for errors, (low, high) in zip(counts, ends, strict=True))
    mirrored = eb.infer(answered(1 - first_wrong(5, 50, 4), **how))
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx(ends[-1], abs=1e-12)


@pytest.mark.parametrize("n", [10, 50, 200])
@pytest.mark.parametrize("k", [2, 4, 16, 64])
def test_the_limits_rise_with_the_errors(n, k):
    plan = eb.Plan("test_set", n, (TestSet(n),))
    ends = []
    for errors in range(min(n, 40) + 1):
        losses = first_wrong(errors, n, k).mean(axis=1)[None, :]
        scores = eb.Scores(plan, ("m",), losses.mean(axis=1, keepdims=True), losses, "error", (0.0, 1.0))
        result = eb.infer(scores, method="clustered_wilson")
        ends.append((result.low, result.high))
    assert all(a <= c + 1e-12 and b <= d + 1e-12 for (a, b), (c, d) in pairwise(ends))


def test_answers_all_alike_are_worth_one_each():
    alike = eb.infer(answered(np.repeat(np.arange(50)[:, None] < 20, 4, axis=1), loss="v"))
    losses = (np.arange(50) < 20).astype(int)
    single = eb.infer(eb.Scores.from_table({"i": range(50), "loss": losses}, item="i", loss="loss"))
    assert (alike.method, single.method) == ("wilson", "wilson")
    assert (alike.low, alike.high) == (single.low, single.high)


def test_shares_of_credit_and_other_ranges():
    credit = {"i": range(40), "ok": [1.0] * 38 + [0.5, 0.25]}
    result = eb.infer(eb.Scores.from_table(credit, item="i", correct="ok"))
    assert result.method == "clustered_wilson" and 0 < result.low < result.estimate < result.high < 0.2
    losses = np.array([0.0] * 38 + [0.5, 0.75])
    plan = eb.Plan("test_set", 40, (TestSet(40),))
    moved = eb.Scores.from_losses({"m": 2 * losses + 3}, plan=plan, loss_range=(3.0, 5.0))
    again = eb.infer(moved, method="clustered_wilson")
    assert (again.low, again.high) == pytest.approx((2 * result.low + 3, 2 * result.high + 3))
    with pytest.raises(NeedsError, match="known range"):
        eb.infer(eb.Scores.from_losses({"m": losses}, plan=plan), method="clustered_wilson")


@pytest.mark.slow
@pytest.mark.parametrize("alike", [0.02, 0.9])
def test_covers_with_several_answers_at_a_small_rate(alike):
    rng, hits, plan = np.random.default_rng(2), 0, eb.Plan("test_set", 50, (TestSet(50),))
    strength = (1 - alike) / alike
    for _ in range(300):
        rate = rng.beta(0.02 * strength, 0.98 * strength, size=50)
        losses = (rng.binomial(4, rate) / 4)[None, :]
        scores = eb.Scores(plan, ("m",), losses.mean(axis=1, keepdims=True), losses, "error", (0.0, 1.0))
        result = eb.infer(scores)
        hits += result.low <= 0.02 <= result.high
    assert hits >= binom.ppf(1e-4, 300, 0.95)
