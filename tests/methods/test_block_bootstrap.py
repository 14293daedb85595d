"""The block length of arch, the studentised draws, and what skewness does to them."""

from __future__ import annotations

import json
from math import ceil
from pathlib import Path

import numpy as np
import pytest

import errbar as eb
from errbar.core.circular_blocks import block_length, block_t
from errbar.errors import InputError

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "time_order.json").read_text())


def in_time(losses):
    return eb.Scores.from_table({"t": range(len(losses)), "loss": losses}, time="t", loss="loss")


@pytest.mark.parametrize("case", GOLDEN["cases"])
def test_block_lengths_of_arch(case):
    x = np.array(case["losses"])
    assert block_length(x - x.mean()) == pytest.approx(max(1.0, case["circular"]), rel=1e-9)
    found = eb.infer(in_time(case["losses"]), method="block_bootstrap")
    assert found.details["block_length"] == ceil(max(1.0, case["circular"]))


def test_the_same_standard_error_as_diebold_mariano():
    scores = in_time(GOLDEN["cases"][2]["losses"])
    ours, theirs = (eb.infer(scores, method=name) for name in ("block_bootstrap", "diebold_mariano"))
    assert ours.se == pytest.approx(theirs.se, rel=1e-12)
    assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=0.25)


def test_blocks_are_neighbours_with_the_ends_joined():
    """One block as long as the series: every draw is a turn of it, and its mean is the estimate."""
    x = np.random.default_rng(0).normal(size=30)
    law = block_t(float(x.mean()), x, np.ones(30), 30, n_draws=200, seed=0)
    assert np.abs(law.draws).max() < 1e-12


def test_one_by_one_the_draws_are_students():
    """Independent normal losses in blocks of one: the ratio follows Student's law with the degrees of the cosines."""
    from scipy.stats import t as student

    x = np.random.default_rng(2).normal(size=200)
    law = block_t(float(x.mean()), x, np.ones(200), 1, n_draws=4000, seed=1)
    assert np.quantile(np.abs(law.draws), 0.95) == pytest.approx(student.ppf(0.975, 13), rel=0.06)


def test_seeds_and_options():
    scores = in_time(GOLDEN["cases"][1]["losses"])

    def ask(**options):
        return eb.infer(scores, method="block_bootstrap", options=options)

    assert ask(seed=1).low == ask(seed=1).low != ask(seed=2).low
    assert ask(block_length=7).details["block_length"] == 7
    assert any("Only 300 draws" in note for note in ask(n_draws=300).notes)
    for options, words in (
        ({"block_length": 31}, "more than half"),
        ({"n_draws": 10}, "n_draws"),
        ({"seed": -1}, "seed"),
    ):
        with pytest.raises(InputError, match=words):
            ask(**options)


def test_one_error_among_many_gives_no_false_certainty():
    """Most draws hold no error at all: no standard error there, and the interval does not end on that side."""
    found = eb.infer(in_time([0.0] * 49 + [1.0]), method="block_bootstrap")
    assert found.low <= 0.02 <= found.high and found.high - found.low > 0.1
