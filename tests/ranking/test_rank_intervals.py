"""Ranks that the comparisons leave open: they follow from the pairs, and hold for all models at once."""

import json

import numpy as np
import pytest
from tests.ranking.test_one_story import of_splits, random_scores

import errbar as eb
from errbar.ranking.family import CORRECTIONS_OF_RANKS


def check_ranks(ranking):
    """Against the pairs one by one, and against the tied set."""
    ranks, k = ranking.rank_intervals, len(ranking.models)
    assert list(ranks) == list(ranking.models)
    sign = 1 if ranking.greater_is_better else -1
    better = {name: set() for name in ranks}
    for pair in ranking.pairs:
        if pair["adjusted_pvalue"] < 1 - ranking.confidence_level and pair["estimate"] != 0:
            up, down = (pair["a"], pair["b"]) if sign * pair["estimate"] > 0 else (pair["b"], pair["a"])
            better[down].add(up)
    if ranking.control is not None:
        for above in better.values():
            if ranking.control in above:
                above.update(better[ranking.control])
    for name, (low, high) in ranks.items():
        assert low == 1 + len(better[name])
        assert high == k - sum(name in others for others in better.values())
        assert 1 <= low <= high <= k
        assert (low == 1) == (name in ranking.tied)


@pytest.mark.parametrize("times", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_random_rankings_and_their_ranks_never_contradict_each_other(times):
    rng, corrections = np.random.default_rng(4), CORRECTIONS_OF_RANKS
    for i in range(times):
        control = "m1" if i % 5 == 0 else None
        check_ranks(eb.rank(of_splits(random_scores(rng), bool(i % 2)), correction=corrections[i % 6], control=control))


def test_the_ranks_are_told_everywhere():
    rows = {
        "good one": [0.1, 0.11, 0.1, 0.12, 0.11],
        "bad": [0.5, 0.52, 0.51, 0.5, 0.53],
        "twin": [0.1, 0.11, 0.1, 0.12, 0.11],
    }
    ranking = eb.rank(of_splits(rows))
    assert ranking.rank_intervals == {"good one": (1, 2), "twin": (1, 2), "bad": (3, 3)}
    assert "1 to 2" in str(ranking) and "1 to 2" in ranking._repr_html_()
    told = json.loads(ranking.to_json())["results"]
    assert [(row["lowest_rank"], row["highest_rank"]) for row in told] == [(1, 2), (1, 2), (3, 3)]


def test_over_data_sets():
    rng = np.random.default_rng(0)
    table = {f"d{i}": {"a": x, "b": x + 0.1, "c": x + rng.normal()} for i, x in enumerate(rng.random(20))}
    ranking = eb.rank(table, greater_is_better=False)
    ranks = ranking.rank_intervals
    assert ranks["b"][0] >= 2 and ranks["a"][1] <= 2


@pytest.mark.slow
@pytest.mark.parametrize("k", [3, pytest.param(10, marks=pytest.mark.slow), pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("step", [0.0, 0.3])
def test_all_ranks_hold_at_once(k, step):
    """Items of trained models, pairs of them equal (step 0.3) or all (step 0): the true ranks of ties are a range."""
    from scipy.stats import binom

    rng, held, sets, n = np.random.default_rng([k, int(10 * step)]), 0, 200, 60
    truth = step * (np.arange(k) // 2)
    for _ in range(sets):
        losses = truth[:, None] + rng.normal(size=n) + rng.normal(size=(k, n))
        table = {"i": np.arange(n)} | {f"m{j}": row for j, row in enumerate(losses)}
        ranks = eb.rank(eb.Scores.from_table(table, item="i", loss=list(table)[1:]), method="holdout_t").rank_intervals
        first = {f"m{j}": 1 + (truth < truth[j]).sum() for j in range(k)}
        last = {f"m{j}": (truth <= truth[j]).sum() for j in range(k)}
        held += all(low <= first[name] and last[name] <= high for name, (low, high) in ranks.items())
    assert held >= binom.ppf(1e-4, sets, 0.95)
