"""The Bayesian signed rank: the specification's numbers within Monte Carlo error, seeds, symmetry."""

import numpy as np
import pytest
from tests.ranking.demsar import TABLE

from errbar.core.signed_rank_bayes import signed_rank_posterior

D = (TABLE[:, 3] - TABLE[:, 0])[None]


def test_numbers_of_the_specification():
    """Printed with a Monte Carlo error of about 0.0005; 100,000 draws of ours add as much again."""
    plain = signed_rank_posterior(D, 0.0, n_draws=100_000, seed=1)
    assert (plain.below[0], plain.above[0]) == pytest.approx((0.0028, 0.9972), abs=0.001)
    assert plain.inside[0] == 0.0
    region = signed_rank_posterior(D, 0.01, n_draws=100_000, seed=1)
    assert (region.below[0], region.inside[0], region.above[0]) == pytest.approx((0.0003, 0.0321, 0.9676), abs=0.002)


def test_same_seed_same_answer_whatever_the_other_pairs():
    alone = signed_rank_posterior(D, 0.01, n_draws=2000, seed=3)
    beside = signed_rank_posterior(np.concatenate([-D, D]), 0.01, n_draws=2000, seed=3)
    assert (alone.above[0], alone.inside[0]) == (beside.above[1], beside.inside[1])
    assert alone.above[0] == beside.below[0]  # the mirror image sees the same weights
    assert signed_rank_posterior(D, 0.01, n_draws=2000, seed=4).above[0] != alone.above[0]


def test_probabilities_add_up():
    law = signed_rank_posterior(np.random.default_rng(0).normal(size=(5, 8)), 0.3, n_draws=1000)
    assert law.below + law.inside + law.above == pytest.approx(np.ones(5))


def test_everything_inside_a_wide_region():
    assert signed_rank_posterior(D, 1.0, n_draws=500).inside[0] == 1.0


def test_equal_models_with_a_region_are_equivalent():
    assert signed_rank_posterior(np.zeros((1, 6)), 0.01, n_draws=500).inside[0] == 1.0


def test_models_that_never_differ_are_as_good_as_each_other():
    law = signed_rank_posterior(np.zeros((1, 6)), 0.0, n_draws=100)
    assert (law.below[0], law.inside[0], law.above[0]) == (0.5, 0.0, 0.5)
