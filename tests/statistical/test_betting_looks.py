"""The betting confidence sequence, looked at after every item: it ever excludes the truth in at most 5 % of runs."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from scipy.stats import binom

from betting_looks import ALPHA, LAWS
from errbar.core.betting_walk import BettingWalk
from renew import RESULTS


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
def test_ever_excludes_the_truth(law):
    draw, truth = LAWS[law]
    rng, missed, runs = np.random.default_rng([77, [*LAWS].index(law)]), 0, 400
    for _ in range(runs):
        walk = BettingWalk(ALPHA, truth, points=1)
        walk.extend(*draw(rng))
        missed += float(walk.pvalue or 1.0) <= ALPHA
    assert missed <= binom.ppf(1 - 1e-4, runs, ALPHA)


def test_the_committed_table_is_within_its_level():
    with (RESULTS / "betting-looks.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["losses"] for row in rows] == [*LAWS]
    for row in rows:
        assert float(row["betting_misses"]) * int(row["runs"]) <= binom.ppf(1 - 1e-4, int(row["runs"]), ALPHA)


def test_the_committed_votes_are_within_their_level():
    with (RESULTS / "votes.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            sets = int(row["sets"])
            assert float(row["ranks_jointly"]) * sets >= binom.ppf(1e-4, sets, 0.95)
            assert float(row["by_prompt_holds"]) > 0.93  # of five models in each of the sets
