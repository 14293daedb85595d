"""The generators of Schulz-Kuempel et al. (2024) that are plain formulas; the tables they drew from cannot be had here.

Bates, Hastie and Tibshirani's linear and logistic worlds, Friedman's first function, Chen's blurred copies, and one
with correlated inputs in the place of the three that were drawn with the covariance of gene data; last, one of ours
with errors of a few in a hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from scipy.special import expit

from errbar.core.arrays import Floats
from errbar.lab.worlds.world import Data

Sample = Callable[[int, np.random.Generator], Data]

EFFECTS = (-3.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0)  # drawn from with equal chance, as there
BETWEEN = 4.1  # ours: standard deviations between the means of two classes
N_CORRELATED, N_FACTORS, OF_FACTORS = 50, 5, 0.6  # ours: inputs, hidden factors, the share of variance they explain


def _bates_linear(n_inputs: int, n: int, rng: np.random.Generator) -> Data:
    """y is the sum of the first five of `n_inputs` normal inputs, plus normal noise."""
    x = rng.normal(size=(n, n_inputs))
    return x, x[:, :5].sum(axis=1) + rng.normal(size=n)


def _bates_logistic(n_inputs: int, n: int, rng: np.random.Generator) -> Data:
    x = rng.normal(size=(n, n_inputs))
    return x, _labels(x[:, :5].sum(axis=1), rng)


def _friedman(n: int, rng: np.random.Generator) -> Data:
    """Friedman's first function of five of ten uniform inputs, noise of variance 1."""
    x = rng.random((n, 10))
    smooth = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    return x, smooth + rng.normal(size=n)


def _chen(n: int, rng: np.random.Generator) -> Data:
    """Three of six hidden uniform numbers matter; of each there are ten copies, blurred more and more."""
    hidden = rng.random((n, 6))
    a, b, c = hidden[:, :3].T
    y = 0.25 * np.exp(4 * a) + 4 * expit(20 * (b - 0.5)) + 3 * c + 0.2 * rng.normal(size=n)
    blur = 0.01 + 0.5 * np.arange(10) / 9
    copies = hidden[:, :, np.newaxis] + blur * (0.3 + rng.normal(size=(n, 6, 10)))
    return copies.reshape(n, 60), y


def _correlated(n: int, rng: np.random.Generator) -> Data:
    """Inputs that share five hidden factors, effects of many sizes: in the place of the covariance of gene data."""
    world = np.random.default_rng(2024)  # one world, whatever is drawn from it
    loadings = world.normal(size=(N_FACTORS, N_CORRELATED))
    loadings *= np.sqrt(OF_FACTORS / (loadings**2).sum(axis=0))
    effects = world.choice(EFFECTS, size=N_CORRELATED)
    own = np.sqrt(1 - OF_FACTORS) * rng.normal(size=(n, N_CORRELATED))
    x: Floats = rng.normal(size=(n, N_FACTORS)) @ loadings + own
    return x, _labels(x @ effects, rng)


def _far_apart(n: int, rng: np.random.Generator) -> Data:
    """Ours: two normal classes in ten inputs, so far apart that the best rule errs in 2 % of the cases."""
    y = np.asarray(rng.random(n) < 0.5, dtype=np.float64)
    x = rng.normal(size=(n, 10))
    x[:, :5] += (2 * y[:, np.newaxis] - 1) * BETWEEN / 2 / np.sqrt(5)
    return x, y


def _labels(score: Floats, rng: np.random.Generator) -> Floats:
    ones: Floats = np.asarray(rng.random(score.size) < expit(score), dtype=np.float64)
    return ones


WORLDS: Mapping[str, Sample] = {
    "linear, 20 inputs": partial(_bates_linear, 20),
    "linear, 100 inputs": partial(_bates_linear, 100),
    "Friedman's function": _friedman,
    "blurred copies": _chen,
    "logistic, 20 inputs": partial(_bates_logistic, 20),
    "logistic, 100 inputs": partial(_bates_logistic, 100),
    "correlated inputs": _correlated,
    "far apart": _far_apart,
}
