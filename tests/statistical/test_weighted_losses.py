"""Informative weights: weighted intervals hold the weighted error, which plain ones miss."""

import numpy as np
import pytest
from scipy.stats import binom
from sklearn.dummy import DummyClassifier

import errbar as eb

SETS, N = 400, 400
TRUTH = 0.3 * 2.0 / (0.3 * 2.0 + 0.7 * 0.5)  # E[w y] / E[w]: the rare label weighs four times as much
PLANS = {"holdout_t": eb.plans.holdout(0.5), "corrected_t": eb.plans.subsample(15, 0.2)}


@pytest.mark.slow
@pytest.mark.parametrize("method", PLANS)
def test_coverage_in_a_world_of_informative_weights(method):
    rng = np.random.default_rng(0)
    held = plain = 0
    for i in range(SETS):
        y = (rng.random(N) < 0.3).astype(int)
        weights = np.where(y == 1, 2.0, 0.5) * rng.gamma(4.0, 0.25, N)
        how = {"plan": PLANS[method], "random_state": i, "loss": "zero_one", "method": method}
        model = DummyClassifier(strategy="constant", constant=0)  # errs where y is 1, whatever it was trained on
        result = eb.evaluate(model, np.zeros((N, 1)), y, params={"loss_weight": weights}, **how)
        held += result.low <= TRUTH <= result.high
        unweighted = eb.evaluate(model, np.zeros((N, 1)), y, **how)
        plain += unweighted.low <= TRUTH <= unweighted.high
    assert binom.ppf(1e-4, SETS, 0.95) <= held  # a rule that learns nothing: corrected_t is wider than it need be
    assert plain <= binom.ppf(1 - 1e-4, SETS, 0.05)
