"""Votes: another program's strengths, sides swapped, rows shuffled, and votes that say nothing."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import errbar as eb
from errbar.core.bradley_terry import strengths
from errbar.errors import InputError

WHERE = {"a": "first", "b": "second", "winner": "won", "group": "prompt"}


def votes(n=600, seed=0, strength=(1.0, 0.5, 0.0, -1.0), position=0.3, prompts=100):
    """Davidson's model with an advantage for the first, and a taste of each prompt."""
    rng, names = np.random.default_rng(seed), [f"model {i}" for i in range(len(strength))]
    taste = rng.normal(0, 0.5, (prompts, len(strength)))
    rows = []
    for i in range(n):
        prompt = i % prompts
        a, b = rng.choice(len(names), 2, replace=False)
        gap = strength[a] - strength[b] + taste[prompt, a] - taste[prompt, b] + position
        weights = np.exp([gap / 2, -gap / 2, -0.5])
        won = [names[a], names[b], "tie"][rng.choice(3, p=weights / weights.sum())]
        rows.append((names[a], names[b], won, f"p{prompt}", f"judge {i % 30}"))
    return pd.DataFrame(rows, columns=["first", "second", "won", "prompt", "judge"])


def test_strengths_of_another_program():
    """choix 0.4.1: choix.ilsr_pairwise(5, data, alpha=0.0, tol=1e-13), data the wins (i, j) of this table."""
    wins = [[0, 9, 7, 12, 5], [4, 0, 8, 6, 9], [5, 6, 0, 7, 11], [2, 5, 6, 0, 8], [6, 3, 4, 5, 0]]
    pairs = [(i, j) for i in range(5) for j in range(5) for _ in range(wins[i][j])]
    first, second = np.array(pairs).T
    golden = [0.5457226169021879, 0.15039600541538706, 0.10208970479602465, -0.28936438130623493, -0.5088439458073647]
    assert strengths(first, second, np.ones(first.size), 5).beta == pytest.approx(golden, abs=1e-6)


def test_swapped_sides_and_shuffled_rows_say_the_same():
    table = votes()
    ranking = eb.rank(eb.Scores.from_preferences(table, **WHERE))
    swapped = eb.rank(eb.Scores.from_preferences(table, **WHERE | {"a": "second", "b": "first"}))
    shuffled = eb.rank(eb.Scores.from_preferences(table.sample(frac=1, random_state=1), **WHERE))
    for other in (swapped, shuffled):
        assert other.models == ranking.models and other.rank_intervals == ranking.rank_intervals
        for name in ("estimate", "low", "high", "win_rate", "win_low"):
            assert getattr(other, name) == pytest.approx(getattr(ranking, name), abs=1e-9)
    assert ranking.position == pytest.approx([-x for x in np.array(swapped.position)[[0, 2, 1]]], abs=1e-9)
    assert ranking.position[1] <= 0.3 <= ranking.position[2] and ranking.method == "davidson"
    assert ranking.models[0] == "model 0" and len(ranking.pairs) == 6
    json.dumps(ranking.to_dict(), allow_nan=False)


def test_words_for_sides_and_two_models():
    table = {"first": ["x", "y"] * 10, "second": ["y", "x"] * 10, "won": ["a", "b", "b", "tie"] * 5}
    ranking = eb.rank(eb.Scores.from_preferences(table, a="first", b="second", winner="won"))
    assert ranking.models == ("x", "y") and ranking.win_rate[0] == pytest.approx(0.625)
    assert ranking.rank_intervals == {"x": (1, 2), "y": (1, 2)}


def test_two_ways_of_grouping():
    ranking = eb.rank(eb.Scores.from_preferences(votes(), judge="judge", **WHERE))
    assert ranking.n_groups == (100, 30) and (ranking.se > 0).all()


@pytest.mark.parametrize(
    ("first", "second", "won", "words"),
    [
        ("xxxx", "yyyy", "xxxx", "x never lost a vote"),
        ("xuxu", "yvyv", "xuyv", "no common scale: u, v; x, y"),
        ("xxxx", "yyyy", ["tie"] * 4, "Every vote is a tie"),
        ("xx", "yx", "xx", r"with itself: row 2 \(x\)"),
        ("xx", "yy", "xz", r"must name one of the two models .* row 1 \(x\)"),
        ("", "", "", "no votes"),
    ],
)
def test_refusals(first, second, won, words):
    table = {"first": list(first), "second": list(second), "won": list(won)}
    with pytest.raises(InputError, match=words):
        eb.rank(eb.Scores.from_preferences(table, a="first", b="second", winner="won"))


@pytest.mark.slow
def test_intervals_and_ranks_hold_with_groups():
    """200 tables in which all models are equal: no rank interval may leave out a rank in more than 5 %."""
    equal = (0.0, 0.0, 0.0, 0.0)
    held, covered = [], []
    for seed in range(200):
        ranking = eb.rank(eb.Scores.from_preferences(votes(seed=seed, strength=equal), **WHERE))
        held.append(all(span == (1, 4) for span in ranking.rank_intervals.values()))
        covered += ((ranking.low <= 0) & (ranking.high >= 0)).tolist()
    assert sum(held) >= 177  # binomial(200, 0.95) is below with chance 1e-4
    assert np.mean(covered) > 0.92


def test_ranks_follow_the_correction():
    """Without a correction they say more, and the sentence does not promise that they hold all at once."""
    seen = eb.Scores.from_preferences(votes(n=300, seed=3), **WHERE)
    holm, none = eb.rank(seen), eb.rank(seen, correction="none")
    for name, (low, high) in none.rank_intervals.items():
        assert holm.rank_intervals[name][0] <= low <= high <= holm.rank_intervals[name][1]
    assert none.tied == tuple(name for name in none.models if none.rank_intervals[name][0] == 1)
    assert "all at once" in str(holm) and "all at once" not in str(none)
    assert list(holm.to_frame()["lowest_rank"]) == [holm.rank_intervals[name][0] for name in holm.models]


@pytest.mark.parametrize("correction", ["holm", "max_t"])
def test_pairs_and_their_intervals_tell_one_story(correction):
    for seed in range(4):
        read = eb.Scores.from_preferences(votes(300, seed, (0.9, 0.5, 0.2, 0.0, -0.7)), **WHERE)
        ranking = eb.rank(read, correction=correction)
        pairs, holm = ranking.pairs, eb.rank(read).pairs
        differs = pairs.adjusted_pvalue < 0.05
        assert ((pairs.simultaneous_low >= 0) | (pairs.simultaneous_high <= 0))[differs].all()
        assert ((pairs.simultaneous_low <= 0) & (pairs.simultaneous_high >= 0))[~differs].all()
        assert (pairs.adjusted_pvalue <= holm.adjusted_pvalue).all()
    with pytest.raises(eb.errors.UnknownNameError):
        eb.rank(read, correction="most")
