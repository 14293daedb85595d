"""Linear predictions from downdated Gram matrices: what ridge and least squares share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Kind, Step
from errbar.run.shared.gram import GramBlock
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, Flags, diagonals, inverse, norms


@dataclass(frozen=True, eq=False, slots=True)
class Normal:
    """The normal equations of every training set of a batch, about its mean (about 0 without an intercept).

    Parameters
    ----------
    gram, right : splits x p x p and splits x p x targets.
    mean, target_mean : splits x p and splits x targets.
    parent, target_parent : diagonals before downdating: splits x p and splits x targets.
    target_squares : splits x targets, after it.
    """

    gram: Floats
    right: Floats
    mean: Floats
    target_mean: Floats
    parent: Floats
    target_parent: Floats
    target_squares: Floats


def regression_equations(block: GramBlock, intercept: bool) -> Normal:
    """One target, y."""
    gram, p = block.gram, block.table.p
    n = gram[:, p, p, np.newaxis]
    means = gram[:, p] / n if intercept else np.zeros(gram.shape[:2])
    about = n[:, :, np.newaxis] * means[:, :, np.newaxis] * means[:, np.newaxis, :]
    np.subtract(gram, about, out=about)
    parent = block.parent_squares
    return Normal(
        gram=about[:, :p, :p],
        right=about[:, :p, p + 1 :],
        mean=means[:, :p],
        target_mean=means[:, p + 1 :],
        parent=parent[:, :p],
        target_parent=parent[:, p + 1 :],
        target_squares=about[:, p + 1 :, p + 1],
    )


def class_equations(block: GramBlock, intercept: bool) -> Normal:
    """Targets of -1 and +1: one per class, only the second's where there are two classes."""
    gram, p = block.gram, block.table.p
    counts = diagonals(gram)[:, p:]
    n = counts.sum(axis=1, keepdims=True)
    total = gram[:, :p, p:].sum(axis=2)
    mean = total / n if intercept else np.zeros_like(total)
    target_mean = 2 * counts / n - 1 if intercept else np.zeros_like(counts)
    right = 2 * gram[:, :p, p:] - total[:, :, np.newaxis]
    right = right - n[:, :, np.newaxis] * mean[:, :, np.newaxis] * target_mean[:, np.newaxis, :]
    squares = n * (1 - target_mean**2)
    first = 1 if counts.shape[1] == 2 else 0
    return Normal(
        gram=gram[:, :p, :p] - n[:, :, np.newaxis] * mean[:, :, np.newaxis] * mean[:, np.newaxis, :],
        right=right[:, :, first:],
        mean=mean,
        target_mean=target_mean[:, first:],
        parent=block.parent_squares[:, :p],
        target_parent=squares[:, first:],  # counts are exact: nothing is lost
        target_squares=squares[:, first:],
    )


EQUATIONS = {"regression": regression_equations, "classification": class_equations}


def equations(step: Step, kind: Kind, intercept: bool) -> Normal:
    """The normal equations of a batch, set up once for all models that solve them."""
    return step.once((kind, intercept), partial(EQUATIONS[kind], step.block(kind, intercept), intercept))


@dataclass(frozen=True, eq=False, slots=True)
class Fitted:
    """Predictions (splits x examples x targets), the size of their terms, the condition, and the splits in doubt.

    `n` is the number of examples.
    """

    predictions: Floats
    size: Floats
    condition: Floats
    declined: Flags
    n: int

    @property
    def rounding(self) -> Floats:
        """Of predictions: the root of the condition, and that of n times the leverage, at most n or the condition."""
        return EPSILON * np.sqrt(self.condition * np.minimum(self.condition, self.n)) * self.size

    @property
    def worst_rounding(self) -> Floats:
        """Of predictions far from the data."""
        return EPSILON * self.condition * self.size


def predict(step: Step, kind: Kind, intercept: bool, penalty: Floats | float, smallest: float = 0.0) -> Fitted:
    """Solve (G + penalty) coef = X'y for every split and predict its test examples.

    Parameters
    ----------
    penalty : added to the diagonal: one number, or splits x p.
    smallest : scikit-learn may drop directions whose squared singular value is below this share of the largest.
    """
    normal = equations(step, kind, intercept)
    gram = normal.gram.copy()
    diagonals(gram)[...] += penalty
    inverted, scale, condition = inverse(gram, normal.parent)
    coefficients = inverted @ (normal.right / scale[:, :, np.newaxis]) / scale[:, :, np.newaxis]
    if smallest > 0:
        squares = scale**2
        share = squares.min(axis=1) / (squares.sum(axis=1) * norms(inverted))
        condition = np.where(share < smallest, np.inf, condition)
    return applied(step.block(kind, intercept), normal, coefficients, condition, step.source.largest)


def applied(block: GramBlock, normal: Normal, coefficients: Floats, condition: Floats, largest: Floats) -> Fitted:
    """What coefficients (splits x p x targets) predict for the test examples.

    `condition`: infinite for a split in doubt; `largest`: absolute value of each feature.
    """
    lost = (normal.target_parent / np.where(normal.target_squares > 0, normal.target_squares, np.inf)).max(axis=1)
    flat = (normal.target_squares <= 0).any(axis=1)
    declined = ~(condition * np.maximum(lost, 1.0) <= LARGEST_CONDITION) | flat
    coefficients[declined] = 0.0
    offset = normal.target_mean - (normal.mean[:, np.newaxis, :] @ coefficients)[:, 0]
    predictions = block.scores(coefficients, offset)
    size = (np.abs(coefficients) * largest[:, np.newaxis]).sum(axis=1).max(axis=1) + np.abs(offset).max(axis=1)
    return Fitted(predictions, size, np.where(declined, 1.0, condition), declined, block.table.n)
