"""Location and dispersion of a sample of errors, along the last axis: what a distribution is summed up by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats

TRIMMED = 0.05  # the share of values cut off at each end [larsen1995]


def average(values: Floats) -> Floats:
    return np.where(_equal(values), values[..., 0], values.mean(axis=-1))


def trimmed_average(values: Floats) -> Floats:
    """The average of the values between the 5 % and the 95 % fractile.

    >>> trimmed_average(np.array([1.0, 2.0, 3.0, 100.0]))
    array(2.5)
    """
    low, high = np.quantile(values, (TRIMMED, 1 - TRIMMED), axis=-1, keepdims=True)
    inside = (values >= low) & (values <= high)
    count = inside.sum(axis=-1)
    trimmed = np.where(inside, values, 0.0).sum(axis=-1) / np.maximum(count, 1)
    # two values have nothing between their fractiles; equal ones are their own average, whatever rounding says
    return np.where((count > 0) & ~_equal(values), trimmed, median(values))


def median(values: Floats) -> Floats:
    return np.asarray(np.median(values, axis=-1))


def std(values: Floats) -> Floats:
    """Standard deviation, divisor J - 1; exactly zero for equal values."""
    return np.where(_equal(values), 0.0, values.std(axis=-1, ddof=1))


def _equal(values: Floats) -> NDArray[np.bool_]:
    return np.asarray((values == values[..., :1]).all(axis=-1))


def mad(values: Floats) -> Floats:
    """Median absolute distance from the median, not scaled to a normal law.

    >>> mad(np.array([1.0, 2.0, 3.0, 7.0, 50.0]))
    array(2.)
    """
    return median(np.abs(values - median(values)[..., np.newaxis]))


def iqr(values: Floats) -> Floats:
    """Distance between the quartiles."""
    low, high = np.quantile(values, (0.25, 0.75), axis=-1)
    return np.asarray(high - low)


LOCATION: dict[str, Callable[[Floats], Floats]] = {
    "average": average,
    "trimmed_average": trimmed_average,
    "median": median,
}
DISPERSION: dict[str, Callable[[Floats], Floats]] = {"std": std, "mad": mad, "iqr": iqr}
MEASURES = {**LOCATION, **DISPERSION}

RESAMPLES = 400


def noise(values: Floats, n_possible: int, seed: int) -> dict[str, float]:
    """How far each measure would move with as many other splits of the same data: bootstrap standard errors.

    Given the data the splits are a simple random sample without replacement, so resampling them is sound; the
    factor sqrt(1 - J / n_possible) makes the noise vanish where every split was used. It says nothing about other
    data.

    Parameters
    ----------
    values : one number per split.
    n_possible : how many different splits there are.
    seed : of the resampling.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(values.size,)))
    resampled = values[rng.integers(0, values.size, size=(RESAMPLES, values.size))]
    finite = float(np.sqrt(max(0.0, 1 - values.size / n_possible)))
    return {name: finite * float(std(measure(resampled))) for name, measure in MEASURES.items()}
