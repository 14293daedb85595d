"""Hold-outs that share no example: theta, sigma2 and omega are all estimated without bias."""

import numpy as np
import pytest

import errbar as eb
from errbar.core.naive_variance import replicated_holdout
from errbar.errors import InputError, NeedsError

K, M = 5, 4


def scores(rng):
    """The mean of M numbers is the rule, squared distance the loss: sets (train and test) drawn anew."""
    rules = rng.normal(size=(K, M)).mean(axis=1)
    return (rng.normal(size=(K, M)) - rules[:, None]) ** 2


def apart(n_sets=K, m=M):
    rows = np.arange(2 * n_sets * m).reshape(n_sets, 2, m)
    return [(train, test) for train, test in rows]


def plan_of(cv):
    from errbar.plans.from_sklearn import from_sklearn

    n = sum(train.size + test.size for train, test in cv)
    return from_sklearn(cv, np.zeros((n, 1)), None, n=n, seed=0)


@pytest.mark.slow
def test_unbiased_over_many_worlds():
    rng, plan, worlds = np.random.default_rng(0), plan_of(apart()), 4000
    found = []
    for _ in range(worlds):
        one = eb.components(eb.Scores.from_losses({"m": list(scores(rng))}, plan=plan), independent=True)
        found.append([one.estimable[name] for name in ("theta", "sigma2", "omega")])
    a, b = 1 + 1 / M, 1 / M  # variance of an error, covariance of two of one set; squares covary as twice the square
    sigma2, omega = 2 * a**2, 2 * b**2
    truth = [(omega + (sigma2 - omega) / M) / K, sigma2, omega]
    off = (np.mean(found, axis=0) - truth) / (np.std(found, axis=0) / np.sqrt(worlds))
    assert np.abs(off).max() < 4


def test_it_is_th2_and_the_naive_variance_is_beside_it():
    losses = scores(np.random.default_rng(1))
    found = eb.components(eb.Scores.from_losses({"m": list(losses)}, plan=plan_of(apart())), independent=True)
    assert found.estimable["theta"] == pytest.approx(replicated_holdout(losses), rel=1e-12)
    assert found.details["standard_error"] == pytest.approx(found.estimable["theta"] ** 0.5)
    assert found.details["variance_if_losses_are_independent"] == pytest.approx(losses.var(ddof=1) / losses.size)
    assert "so gamma is 0" in str(found)


def test_from_means_alone():
    made = eb.Scores.from_splits([0.2, 0.3, 0.1], n_train=50, n_test=20, loss="error")
    found = eb.components(made, independent=True)
    assert list(found.estimable) == ["theta"] and found.estimable["theta"] == pytest.approx(0.01 / 3)
    assert "was told, not checked" in str(found)


def test_what_is_not_independent_is_refused():
    made = eb.Scores.from_splits([0.1, 0.2], plan=eb.plans.subsample(2).build(30, random_state=0), loss="error")
    with pytest.raises(InputError, match="share example"):
        eb.components(made, independent=True)
    one = eb.Scores.from_splits([0.1], n_train=9, n_test=3, loss="error")
    with pytest.raises(NeedsError, match="at least two"):
        eb.components(one, independent=True)
