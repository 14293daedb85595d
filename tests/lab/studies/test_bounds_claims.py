"""The survey's statements: each is asked, and the answers that can be worked out elsewhere agree."""

import numpy as np
import pytest
from scipy.stats import beta, binom

from errbar.bounds import kfold_average
from errbar.lab.studies import bounds_claims
from errbar.lab.studies.bounds_claims import claims, two_rules_failure


@pytest.fixture(scope="module")
def found():
    return claims()


def verdict(found, start):
    (one,) = [claim for claim in found if claim.claim.startswith(start)]
    return one.verdict


@pytest.mark.parametrize(
    "start",
    [
        "T_HOE is the tightest of the seven",
        "CP and T_HOE are the same where no errors",
        "GUT is in general tighter than CHE",
        "As n grows the seven bounds",
        "As n grows, NOR, WIL and CP",
        "NOR predicts an error of 0",
        "CP always covers at least 95 %, and it alone",
    ],
)
def test_main_statements_hold(found, start):
    assert verdict(found, start) == "reproduced"


@pytest.mark.parametrize("start", ["Methods of more than fifty years", "K folds: the average", "WIL falls below"])
def test_what_does_not_hold(found, start):
    assert verdict(found, start) == "not reproduced"


def test_a_looser_bound_in_its_place_would_be_noticed(monkeypatch):
    """The claim that T_HOE is the tightest can fail."""
    real = bounds_claims._grid()
    swapped = {**real[2], "hoeffding_kl": real[2]["bernstein"], "bernstein": real[2]["hoeffding_kl"]}
    monkeypatch.setattr(bounds_claims, "_grid", lambda: (real[0], real[1], swapped))
    tightest, *_ = bounds_claims._in_between()
    assert tightest.verdict == "not reproduced"


def test_no_errors_by_hand():
    """1 - delta^(1/n), which is what both bounds are there, from another library."""
    n, k, limits = bounds_claims._grid()
    none = k == 0
    assert limits["clopper_pearson"][none] == pytest.approx(beta.ppf(0.95, 1, n[none]), rel=1e-12)
    assert limits["hoeffding_kl"][none] == pytest.approx(limits["clopper_pearson"][none], rel=1e-12)


def test_equation_51_fails_as_often_as_derived():
    assert two_rules_failure(20) == pytest.approx(2 * 0.05 * 0.95, abs=1e-4)


def test_equation_51_fails_as_often_when_simulated():
    """The learner with two rules, run 20,000 times; the band is an exact binomial one."""
    rng, runs, m = np.random.default_rng(0), 20_000, 20
    region = 1 - 0.05 ** (1 / m) + 1e-6
    first, second = rng.binomial(m, region, (2, runs))
    failed = 0
    for a, b in zip(first, second, strict=True):
        folds = (a / m if b else 1.0, b / m if a else 1.0)
        truth = ((region if b else 1.0) + (region if a else 1.0)) / 2
        failed += _limit(folds) < truth
    low, high = binom.ppf([0.5e-4, 1 - 0.5e-4], runs, 2 * 0.05 * 0.95)
    assert low <= failed <= high


_kept = {}


def _limit(folds):
    if folds not in _kept:
        _kept[folds] = kfold_average("clopper_pearson", list(folds), 20, 0.05)
    return _kept[folds]
