"""The Box-Cox family of 1 + G: power 1 is G itself, power 0 is log(1 + G), the transform of Larsen and Hansen."""

from __future__ import annotations

import numpy as np
from scipy.special import boxcox1p, inv_boxcox1p

from errbar.core.arrays import Floats
from errbar.errors import InputError

POWERS = (-5.0, 5.0)  # where the most likely power is looked for
TINY = 1e-12
GOLDEN = (5**0.5 - 1) / 2


def box_cox(values: Floats, power: float) -> Floats:
    """((1 + G)^power - 1) / power, and log(1 + G) for power 0.

    >>> box_cox(np.array([0.0, 3.0]), 0.5)
    array([0., 2.])
    """
    if (values <= -1).any():
        raise InputError(f"The transform needs errors above -1; got {float(values.min()):g}.")
    return values if power == 1 else np.asarray(boxcox1p(values, power))


def box_cox_back(values: Floats, power: float) -> Floats:
    """The errors whose transform these are.

    >>> box_cox_back(np.array([0.0, 2.0]), 0.5)
    array([0., 3.])
    """
    if abs(power) < TINY:  # SciPy's inverse underflows there
        return np.expm1(values)
    return values if power == 1 else np.asarray(inv_boxcox1p(values, power))


def log_likelihood(values: Floats, power: float) -> float:
    """Of a normal law for the transformed errors, its mean and variance at their best (up to a constant)."""
    variance = float(np.var(box_cox(values, power)))
    return (power - 1) * float(np.log1p(values).sum()) - 0.5 * values.size * float(np.log(variance))


def most_likely_power(values: Floats) -> float:
    """The power under which the errors look most normal, between -5 and 5: golden section, to 1e-6.

    >>> rng = np.random.default_rng(0)
    >>> abs(most_likely_power(np.expm1(rng.normal(size=20_000)))) < 0.02
    True
    """
    if np.unique(values).size < 3:
        raise InputError("power='fit' needs at least three different errors: name the power, such as power=0.")
    low, high = POWERS
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = log_likelihood(values, left), log_likelihood(values, right)
    while high - low > 1e-6:
        if at_left > at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = log_likelihood(values, left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = log_likelihood(values, right)
    return (low + high) / 2
