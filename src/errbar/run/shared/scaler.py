"""StandardScaler in front of a model: the variance of each feature in each training set, from the same sums.

A linear map of the features, so no path ever scales the data: each uses the variances as weights.
"""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Kind, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, Flags


def training_squares(step: Step, kind: Kind) -> tuple[Floats, Floats]:
    """Splits x features: sums of squares about the training mean, and what they were downdated from."""
    block = step.block(kind)
    p = block.table.p
    if kind == "classification":
        totals, squares = block.sums[:, :, :p].sum(axis=1), block.squares.sum(axis=1)
        parent = block.parent_class_squares.sum(axis=1)
    else:  # the first target is 1 for every example
        totals, squares, parent = block.sums[:, 0, :p], block.squares[:, 0], block.parent_class_squares[:, 0]
    return np.maximum(squares - totals**2 / step.n_train[:, np.newaxis], 0.0), parent


def weights_if(scaled: bool, step: Step, squares: Floats, parent: Floats) -> tuple[Floats, Flags]:
    """As `feature_weights`; 1 where there is no scaler."""
    if scaled:
        return feature_weights(step, squares, parent)
    return np.ones(squares.shape), np.zeros(len(squares), dtype=bool)


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
    unsure: Flags = (faint | blurred) & ~step.source.constant
    weights: Floats = np.where(step.source.constant | faint, 1.0, variances)
    if step.source.divided is not None:
        unsure &= step.source.divided
        weights = np.where(step.source.divided, weights, 1.0)
    return weights, np.asarray(unsure.any(axis=1))
