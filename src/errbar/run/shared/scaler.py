"""StandardScaler in front of a model: the variance of each feature in each training set, from the same sums.

A linear map of the features, so no path ever scales the data: each uses the variances as weights.
"""

from __future__ import annotations

import numpy as np

from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, Flags, Floats
from errbar.run.shared.source import Step


def feature_weights(step: Step, squares: Floats, parent: Floats) -> tuple[Floats, Flags]:
    """Splits x features: the squared scale that divides each feature, and the splits where it is in doubt.

    A feature that scikit-learn takes for constant in the training set has scale 1. One that never varies is; one
    that varies, but not visibly in this training set, is left to scikit-learn.

    Parameters
    ----------
    squares : splits x features, sums of squares about the training mean.
    parent : splits x features, the sums of squares they were downdated from.
    """
    n = step.n_train[:, np.newaxis]
    variances = squares / n
    faint = squares * LARGEST_CONDITION <= parent
    blurred = variances <= (n * EPSILON * 1e3 * step.source.largest) ** 2
    doubtful = ((faint | blurred) & ~step.source.constant).any(axis=1)
    return np.where(step.source.constant | faint, 1.0, variances), doubtful
