"""Random splits alone, every loss used: its variance pooled within splits, the estimate balanced over examples.

c_i is the mean loss of example i over the splits that test it, w the variance of losses inside a split. An example's
losses in *other* splits say how hard it is; what they explain of a split's mean is no noise of the estimate.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from scipy.special import chdtri

from errbar.core.arrays import Floats, Indices
from errbar.core.calibrated import ScoreInterval, shape_of_losses

OF_INSTABILITY = 0.5  # by how much more the part of w counts that an example does not explain: from simulation
OF_JUMPS = 2.0  # the weight of what splits vary beyond their losses: from simulation
SURE = 0.05  # the chance of a stable learner to be taken for one that jumps


@dataclass(frozen=True, slots=True)
class PooledSplits:
    """The interval and what led to it.

    Parameters
    ----------
    inference : the law of the mean.
    slope : how much of a loss the example's losses in other splits tell, 0 to 1.
    instability : the share of w that is within examples.
    seen : examples that were tested.
    beyond : variance of split means beyond that of their losses, 0 unless it is there beyond doubt.
    """

    inference: ScoreInterval
    slope: float
    instability: float
    seen: int
    beyond: float


def pooled_splits(
    n: int, rows: Indices, splits: Indices, losses: Floats, ratio: float, *, comparison: bool, binary: bool
) -> PooledSplits:
    """From every tested loss, with its example (`rows`) and the number of its split; `ratio` is n_test/n_train."""
    first = float(losses[0])
    if not binary and (losses == first).all():
        return PooledSplits(ScoreInterval(first, 0.0, 0.0, inf), 0.0, 0.0, int(np.unique(rows).size), 0.0)
    sizes = np.bincount(splits)
    n_splits, means = sizes.size, np.bincount(splits, losses) / sizes
    middle = float(means.mean())
    count, total = np.bincount(rows, minlength=n), np.bincount(rows, losses, minlength=n)
    c = np.where(count > 0, total / np.maximum(count, 1), middle)

    # 1. what an example's losses in other splits tell of this one
    others = count[rows] - 1
    told = np.where(others > 0, (total[rows] - losses) / np.maximum(others, 1), middle)
    told_means = np.bincount(splits, told) / sizes
    x, y = told - told_means[splits], losses - means[splits]
    below = float(x @ x)
    slope = float(np.clip(x @ y / below, 0, 1)) if below > 0 else 0.0

    # 2. point: between the mean of splits and the mean of examples
    estimate = middle + slope * (float(c.mean()) - middle)
    adjusted = means - slope * (told_means - told_means.mean())
    a_variance = float(adjusted.var(ddof=1))

    # 3. variance of a loss, and the share of it that is not the example's
    w, left = _within(y, splits, sizes), _within(y - slope * x, splits, sizes)
    twice = count > 1
    own = np.bincount(rows, (losses - c[rows]) ** 2, minlength=n)[twice] / (count[twice] - 1)
    instability = float(np.clip(own.mean() / w, 0, 1)) if own.size and w > 0 else 0.0
    sigma2 = max(w, 1 / n if binary else 0.0)
    seen = int((count > 0).sum())

    # 4. learners that jump: split means that vary more than the losses in them
    expected = left * float((1 / sizes).mean())
    surely = a_variance * (n_splits - 1) > expected * float(chdtri(n_splits - 1, SURE))
    beyond = max(a_variance - expected, 0.0) if surely else 0.0

    # 5. variance, degrees of freedom (Satterthwaite), skewness
    split_part = a_variance / n_splits
    data_part = (1 + OF_INSTABILITY * instability) * sigma2 / seen + OF_JUMPS * ratio * beyond
    variance = split_part + data_part
    kurtosis, skewness = shape_of_losses(c, estimate, binary)
    of_variance = 2 * split_part**2 / (n_splits - 1) + data_part**2 * max(kurtosis - 1, 0) / n
    df = inf if of_variance == 0 else max(3.0, 2 * variance**2 / of_variance)
    lean = 0.0
    if not comparison and variance > 0:
        lean = float(np.clip(skewness / sqrt(n) * (data_part / variance) ** 1.5, -1, 1)) * sqrt(variance)
    return PooledSplits(ScoreInterval(estimate, variance, lean, df), slope, instability, seen, beyond)


def _within(deviations: Floats, splits: Indices, sizes: Indices) -> float:
    """Mean over splits of the variance of numbers that have mean 0 in each."""
    return float((np.bincount(splits, deviations**2) / (sizes - 1)).mean())
