"""What one run of random splits tells: the three combinations, unbiased, and the one that is missing."""

import numpy as np
import pytest
from scipy.stats import hypergeom

import errbar as eb
from errbar.answers.components_of import components_of
from errbar.errors import NeedsError


def world(rng, n):
    """A rule that depends on its training set, judged on examples: losses of `n` examples for any split."""
    x = rng.normal(size=n)
    return lambda train, test: (x[test] - x[train].mean()) ** 2


def run(rng, n=12, n_splits=5, n_test=4):
    plan = eb.plans.subsample(n_splits, n_test).build(n, random_state=rng)
    losses = world(rng, n)
    return eb.Scores.from_losses({"m": [losses(train, test) for train, test in plan]}, plan=plan)


def true_combinations():
    """s0-s3, s1-s2, s2+mu^2 for n = 12, n2 = 4, Gaussian x (squares covary as twice the squared covariance).

    Two splits whose test sets share o examples: the errors of i and k covary as the products of their weights.
    """
    s0, s3, mu = 2 * (9 / 8) ** 2, 2 * (1 / 8) ** 2, 9 / 8
    s1 = s3 + (s0 - s3) / 4
    s2 = 0.0
    for o in range(5):
        both = (4 + o) / 64
        pairs = o * (1 + both) ** 2 + o * (o - 1) * both**2
        pairs += 2 * o * (4 - o) * (both - 1 / 8) ** 2 + (4 - o) ** 2 * (both - 2 / 8) ** 2
        s2 += hypergeom(12, 4, 4).pmf(o) * 2 * pairs / 16
    return np.array([s0 - s3, s1 - s2, s2 + mu**2])


@pytest.mark.slow
def test_unbiased_over_many_data_sets():
    rng, sets = np.random.default_rng(3), 1500
    found = np.array([list(eb.components(run(rng)).estimable.values()) for _ in range(sets)])
    off = (found.mean(axis=0) - true_combinations()) / (found.std(axis=0) / np.sqrt(sets))
    assert np.abs(off).max() < 4


def test_by_hand():
    plan = eb.plans.subsample(3, 2).build(4, random_state=0)
    scores = eb.Scores.from_losses({"m": [[1.0, 3.0], [2.0, 2.0], [0.0, 1.0]]}, plan=plan)
    found = eb.components(scores).estimable
    assert found["s0-s3"] == pytest.approx((2.0 + 0.0 + 0.5) / 3)
    assert found["s1-s2"] == pytest.approx(np.var([2.0, 2.0, 0.5], ddof=1))
    assert found["s2+mu^2"] == pytest.approx((2 * 2 + 2 * 0.5 + 2 * 0.5) / 3)


def test_it_says_what_cannot_be_known():
    components = eb.components(run(np.random.default_rng(0)))
    said = " ".join(components.not_estimable)
    assert "Var(mean over J splits)" in said and "not among them" in said
    assert "s2" not in components.estimable and "rho" not in components.estimable
    assert all(name in str(components) for name in components.estimable)
    assert components.to_dict()["kind"] == "subsample"


def test_the_corrected_t_is_what_one_assumption_makes_of_them():
    scores = run(np.random.default_rng(1))
    details = eb.components(scores).details
    assert details["variance_if_rho_is_rho0"] == pytest.approx(
        eb.infer(scores, method="corrected_t").se ** 2, rel=1e-12
    )
    assert details["rho0"] == pytest.approx(4 / 12)


def test_only_split_scores_and_differences_and_larger_plans():
    plan = eb.plans.halvings(4, 2).build(40, random_state=0)
    values = np.random.default_rng(0).random((2, len(plan)))
    scores = eb.Scores.from_splits({"a": values[0], "b": values[1]}, plan=plan, greater_is_better=False)
    components = eb.components(scores, model="a", versus="b")
    assert list(components.estimable) == ["s1-s2", "s2+mu^2"]
    assert components.estimable["s1-s2"] == pytest.approx(np.var(values[0, :4] - values[1, :4], ddof=1))


def test_groups_leave_the_example_level_out():
    groups = np.repeat(np.arange(10), 3)
    plan = eb.plans.subsample(4, 0.2).build(30, random_state=0, groups=groups)
    losses = [np.random.default_rng(i).random(test.size) for i, (_, test) in enumerate(plan)]
    assert "s0-s3" not in components_of(eb.Scores.from_losses({"m": losses}, plan=plan)).estimable


def test_refusals():
    with pytest.raises(NeedsError, match="subsample"):
        eb.components(eb.Scores.from_splits({"m": [0.1, 0.2]}, n_train=9, n_test=1, greater_is_better=False))
    plan = eb.plans.subsample(1).build(30, random_state=0)
    with pytest.raises(NeedsError, match="two splits"):
        eb.components(eb.Scores.from_splits({"m": [0.1]}, plan=plan, greater_is_better=False))
