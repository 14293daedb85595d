"""The correlated Bayesian t: baycomp's numbers, the twin of corrected_t, sides, regions."""

from __future__ import annotations

import numpy as np
import pytest

import errbar as eb
from errbar.errors import InputError, NeedsError

D = [0.02, 0.03, -0.01, 0.04, 0.01, 0.03, 0.0, 0.02, 0.05, 0.01]


def scores(d, n_train, n_test, **more):
    return eb.Scores.from_splits(
        {"a": d, "b": np.zeros(len(d))}, n_train=n_train, n_test=n_test, **{"greater_is_better": False} | more
    )


def posterior(seen, rope, **more):
    return eb.infer(seen, model="a", versus="b", method="bayes_t", options={"rope": rope}, **more)


def masses(result):
    return tuple(result.details[name] for name in ("p_a_better", "p_equivalent", "p_b_better"))


@pytest.mark.parametrize(
    ("sizes", "rope", "expected", "interval"),
    [
        ((90, 10), 0.0, (0.0204738205, 0.0, 0.9795261795), (0.0010234311, 0.0389765689)),
        ((90, 10), 0.01, (0.0029828747, 0.1288737654, 0.8681433599), (0.0010234311, 0.0389765689)),
        ((80, 20), 0.0, (0.0485485999, 0.0, 0.9514514001), (-0.0044340900, 0.0444340900)),
        ((80, 20), 0.01, (0.0107448997, 0.1786031538, 0.8106519465), (-0.0044340900, 0.0444340900)),
    ],
)
def test_reference_numbers(sizes, rope, expected, interval):
    r = posterior(scores(D, *sizes), rope)
    assert masses(r) == pytest.approx(expected, abs=1e-9)
    assert (r.low, r.high) == pytest.approx(interval, abs=1e-9)
    assert sum(masses(r)) == pytest.approx(1, abs=1e-12)


def test_two_by_five_folds_read_their_ratio_from_the_plan():
    plan = eb.plans.kfold(5, n_repeats=2).build(100, random_state=0)
    seen = eb.Scores.from_splits({"a": D, "b": np.zeros(10)}, plan=plan, greater_is_better=False)
    assert masses(posterior(seen, 0.01)) == pytest.approx((0.0107448997, 0.1786031538, 0.8106519465), abs=1e-9)


def test_it_is_the_corrected_t_read_as_a_posterior():
    seen = scores(D, 90, 10)
    bayes = posterior(seen, 0.0, alternative="less")
    t = eb.infer(seen, model="a", versus="b", method="corrected_t", alternative="less")
    assert (bayes.low, bayes.high, bayes.se) == (t.low, t.high, t.se)
    above = eb.infer(seen, model="a", versus="b", method="corrected_t", alternative="greater")
    assert above.pvalue == pytest.approx(bayes.details["p_a_better"], rel=1e-9)


def test_a_posterior_has_probabilities_and_no_p_value():
    r = posterior(scores(D, 90, 10), 0.01)
    assert (r.pvalue, r.statistic, r.null) == (None, None, None)
    assert "a better 0.3 %, equivalent 12.9 %, b better 86.8 %" in r.notes[0]
    assert "p =" not in str(r)
    for asked in ({"null": 0.03}, {"margin": 0.01}):
        with pytest.raises(NeedsError, match="Try method='corrected_t'"):
            posterior(scores(D, 90, 10), 0.01, **asked)
    with pytest.raises(NeedsError, match="no p-value"):
        eb.rank(scores(D, 90, 10), method="bayes_t")


def test_high_scores_swap_the_sides():
    low, high = posterior(scores(D, 90, 10), 0.01), posterior(scores(D, 90, 10, greater_is_better=True), 0.01)
    assert masses(high) == masses(low)[::-1]


@pytest.mark.parametrize(
    ("d", "rope", "decision"),
    [
        ([0.1, 0.11, 0.09, 0.1, 0.1], 0.01, "b better"),
        ([-0.1, -0.11, -0.09, -0.1, -0.1], 0.01, "a better"),
        ([0.001, -0.001, 0.0, 0.0005, -0.0005], 0.01, "equivalent"),
        (D, 0.01, "no decision"),
        ([0.0] * 5, 0.0, "equivalent"),
        ([0.2] * 5, 0.1, "b better"),
        ([-0.2] * 5, 0.0, "a better"),
    ],
)
def test_a_region_is_claimed_only_at_the_level(d, rope, decision):
    assert posterior(scores(d, 90, 10), rope).details["decision"] == decision


def test_default_region_follows_the_loss():
    plan = eb.plans.kfold(5).build(50, random_state=0)
    rng = np.random.default_rng(0)
    losses = {name: rng.integers(0, 2, 50).astype(float) for name in "ab"}
    for loss, rope in (("zero_one", 0.01), ("squared", 0.0)):
        seen = eb.Scores.from_losses(losses, plan=plan, loss=loss)
        r = eb.infer(seen, model="a", versus="b", method="bayes_t")
        assert r.details["rope"] == rope
        assert any("set options={'rope'" in note for note in r.notes) == (rope == 0)


def test_refusals():
    seen = scores(D, 90, 10)
    with pytest.raises(InputError, match="must not be negative"):
        posterior(seen, -0.1)
    with pytest.raises(InputError, match="finite number"):
        posterior(seen, "wide")
    with pytest.raises(NeedsError, match="compares two models"):
        eb.infer(seen, model="a", method="bayes_t")


def test_the_default_may_be_named():
    scores = eb.Scores.from_splits(
        {"a": [0.1, 0.2, 0.3], "b": [0.2, 0.2, 0.2]}, n_train=90, n_test=10, greater_is_better=False
    )
    ask = {"model": "a", "versus": "b", "method": "bayes_t"}
    named = eb.infer(scores, **ask, options={"rope": None}).details
    assert named == eb.infer(scores, **ask).details | {"options": {"rope": None}}  # what was asked is kept
