"""When a shared computation may stand for scikit-learn's, and when the split must go through scikit-learn itself.

Three things can go wrong, and each has a bound: a downdate that cancels (the test set holds most of a column's
sum of squares), a Gram matrix too close to singular, and two answers closer to each other than rounding.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats

Flags = NDArray[np.bool_]

EPSILON = float(np.finfo(np.float64).eps)
LARGEST_CONDITION = 1e6  # of the scaled Gram matrix, times the digits lost in downdating
VISIBLE = 2.5e-11  # rounding of predictions, relative to the residuals, that would show in the tenth digit of a loss
SAFETY = 100.0  # two scores must differ by so many times their rounding before one of them wins


def diagonals(matrices: Floats) -> Floats:
    """The diagonal of each matrix, a view."""
    view: Floats = np.einsum("bii->bi", matrices)
    return view


def inverse(gram: Floats, parent: Floats) -> tuple[Floats, Floats, Floats]:
    """Of each matrix scaled to a unit diagonal: the inverse, the scale, and the condition times the digits lost.

    Parameters
    ----------
    gram : splits x p x p, symmetric.
    parent : splits x p, the diagonal before downdating.
    """
    diagonal = diagonals(gram)
    usable = (diagonal > 0).all(axis=1)
    scale = np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
    scaled: Floats = scale[:, :, np.newaxis] * scale[:, np.newaxis, :]
    np.divide(gram, scaled, out=scaled)
    scaled[~usable] = np.eye(gram.shape[1])
    inverted, regular = inverses(scaled)
    lost = np.maximum(parent / scale**2, 1.0).max(axis=1)
    condition = np.where(usable & regular, norms(scaled) * norms(inverted) * lost, np.inf)
    return inverted, scale, condition


def inverses(matrices: Floats) -> tuple[Floats, Flags]:
    """And which matrices have one. NumPy gives up on the whole stack where one is singular: then one by one."""
    regular: Flags = np.ones(len(matrices), dtype=bool)
    try:
        return np.asarray(np.linalg.inv(matrices), dtype=np.float64), regular
    except np.linalg.LinAlgError:
        inverted: Floats = np.zeros_like(matrices)
    for i, matrix in enumerate(matrices):
        try:
            inverted[i] = np.linalg.inv(matrix)
        except np.linalg.LinAlgError:
            regular[i] = False
    return inverted, regular


def solutions(matrices: Floats, right: Floats) -> Floats:
    """Of each system of equations (splits x unknowns); not a number where its matrix is singular."""
    try:
        return np.asarray(np.linalg.solve(matrices, right[:, :, np.newaxis])[:, :, 0], dtype=np.float64)
    except np.linalg.LinAlgError:
        inverted, regular = inverses(matrices)
    found: Floats = (inverted @ right[:, :, np.newaxis])[:, :, 0]
    found[~regular] = np.nan
    return found


def norms(matrices: Floats) -> Floats:
    """Of each matrix the largest sum of absolute values in a column."""
    found: Floats = (np.ones(matrices.shape[1]) @ np.abs(matrices)).max(axis=1)
    return found


def leading(*weights: Floats) -> tuple[Floats, ...]:
    """What scores are made of, the last axis classes: of two of them what the lead of the second is made of."""
    return tuple(one[..., 1:] - one[..., :1] if one.shape[-1] == 2 else one for one in weights)


def winners(scores: Floats, rounding: Floats) -> tuple[NDArray[np.intp], Flags]:
    """The class with the largest score, and the splits where some example's two best are too close to call.

    Parameters
    ----------
    scores : splits x examples x classes; of two classes also the lead of the second alone.
    rounding : splits, a bound for the rounding of their scores.
    """
    if scores.shape[2] <= 2:
        lead = scores[:, :, 0] if scores.shape[2] == 1 else scores[:, :, 1] - scores[:, :, 0]
        return (lead > 0).astype(np.intp), _close(np.abs(lead), rounding)
    best = scores.argmax(axis=2)
    two = np.partition(scores, scores.shape[2] - 2, axis=2)[:, :, -2:]
    return best, _close(two[:, :, 1] - two[:, :, 0], rounding)


def _close(lead: Floats, rounding: Floats) -> Flags:
    flags: Flags = ~(lead.min(axis=1) > SAFETY * rounding)  # also where the lead is not a number
    return flags
