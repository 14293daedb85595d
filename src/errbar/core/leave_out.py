r"""What a linear model would have said of examples it had not seen, from one fit to all of them.

Least squares and ridge regression have a hat matrix H = Q Q' with one row of Q per example and one column per
parameter. With residuals r = y - H y, those of the examples S under the fit without them are, exactly,

.. math:: e_S = (I - Q_S Q_S')^{-1} r_S = r_S + Q_S (I - Q_S' Q_S)^{-1} Q_S' r_S.

The first is a system as large as the test block (leave-one-out: r_i / (1 - H_ii)), the second, a downdated Gram
matrix, as large as the number of parameters.
"""

from __future__ import annotations

import numpy as np

from errbar.core.arrays import Floats


def leave_out_residuals(basis: Floats, residuals: Floats) -> tuple[Floats, Floats]:
    """Residuals of held-out blocks, and how much leaving each block out magnifies rounding.

    Parameters
    ----------
    basis : blocks x examples x parameters, the rows of Q.
    residuals : blocks x examples, of the fit to all examples.

    Returns
    -------
    residuals : blocks x examples; anything where a block cannot be left out.
    magnified : blocks, the norm of the inverse; infinite where a block cannot be left out.

    Examples
    --------
    >>> leave_out_residuals(np.array([[[0.6, 0.0]]]), np.array([[0.64]]))[0]
    array([[1.]])
    """
    return (_by_examples if basis.shape[1] < basis.shape[2] else _by_parameters)(basis, residuals)


def _by_examples(basis: Floats, residuals: Floats) -> tuple[Floats, Floats]:
    """(I - Q_S Q_S')^-1 r_S."""
    left = -(basis @ basis.transpose(0, 2, 1))
    np.einsum("bii->bi", left)[...] += 1.0
    inverse = _inverted(left)
    magnified = np.abs(inverse).sum(axis=1).max(axis=1)
    held: Floats = (inverse @ residuals[:, :, np.newaxis])[:, :, 0]
    return held, np.where(np.isfinite(magnified), magnified, np.inf)


def _by_parameters(basis: Floats, residuals: Floats) -> tuple[Floats, Floats]:
    """r_S + Q_S (I - Q_S' Q_S)^-1 Q_S' r_S, through Cholesky factors: twice as fast as a stack of inverses."""
    from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

    transposed = basis.transpose(0, 2, 1)
    left = -(transposed @ basis)
    np.einsum("bii->bi", left)[...] += 1.0
    right = transposed @ residuals[:, :, np.newaxis]
    solved, magnified = np.zeros_like(right), np.full(len(right), np.inf)
    for i, matrix in enumerate(left):
        factor, failed = dpotrf(matrix, clean=0)
        if not failed:
            solved[i], _ = dpotrs(factor, right[i])
            reciprocal, _ = dpocon(factor, 1.0)
            magnified[i] = 1 / reciprocal if reciprocal > 0 else np.inf
    held: Floats = residuals + (basis @ solved)[:, :, 0]
    return held, magnified


def _inverted(matrices: Floats) -> Floats:
    """NumPy gives up on the whole stack where one matrix is singular: then one by one, NaN for those."""
    try:
        return np.asarray(np.linalg.inv(matrices), dtype=np.float64)
    except np.linalg.LinAlgError:
        pass
    found = np.full_like(matrices, np.nan)
    for i, matrix in enumerate(matrices):
        try:
            found[i] = np.linalg.inv(matrix)
        except np.linalg.LinAlgError:
            continue
    return found
