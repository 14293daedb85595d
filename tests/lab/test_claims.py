"""Three verdicts: what a claim's noise leaves open is not told as a failure."""

import numpy as np
import pytest

from errbar.lab.studies.judgement import JudgedTable, study_world
from errbar.lab.studies.nadeau_bengio import PAPERS
from errbar.lab.studies.resampling import ResamplingDesign
from errbar.lab.studies.resampling_claims import claims
from errbar.lab.study import How, Lead, weighed
from errbar.lab.worlds.regression import SIMULATIONS


@pytest.mark.parametrize(
    ("gaps", "slack", "verdict"),
    [
        ([Lead(0.1, 0.01)], 0.0, "reproduced"),
        ([Lead(0.1, 0.01), Lead(-0.01, 0.01)], 0.0, "too few runs to say"),
        ([Lead(-0.01, 0.01)], 0.05, "reproduced"),  # a departure of 0.05 would have been seen
        ([Lead(0.01, 0.05)], 0.05, "too few runs to say"),
        ([Lead(0.1, 0.01), Lead(-0.05, 0.01)], 0.05, "not reproduced"),
        ([], 0.0, "not comparable"),
    ],
)
def test_a_claim_against_its_noise(gaps, slack, verdict):
    assert weighed("a", "b", gaps, slack=slack).verdict == verdict


def test_noise_alone_is_seldom_told_as_a_failure():
    """A true claim at its edge, 300 times."""
    rng = np.random.default_rng(0)
    verdicts = [weighed("", "", [Lead(0.01 * rng.normal(), 0.01)]).verdict for _ in range(300)]
    assert verdicts.count("not reproduced") <= 4  # 0.4 expected; more than 4 with chance 6e-5


def test_few_data_sets_settle_little():
    design = ResamplingDesign(n_rounds=0, n_halvings=10, half_splits=15)
    table = JudgedTable(study_world(SIMULATIONS[0], design, 25, How(seed=1)))
    found = [claim.verdict for claim in claims(table, PAPERS["regression"])]
    assert "not reproduced" not in found and found.count("too few runs to say") >= 8
