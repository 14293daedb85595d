r"""What a linear smoother would have said of examples it had not seen, from one fit to all of them.

For least squares and ridge regression with hat matrix H and residuals r = y - H y, the residuals of the examples S
under the fit without them are

.. math:: e_S = (I - H_{SS})^{-1} r_S,

exactly: a system as large as the test block, whatever the number of parameters. Leave-one-out is r_i / (1 - H_ii).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def leave_out_residuals(hat: Floats, residuals: Floats) -> tuple[Floats, Floats]:
    """Residuals of held-out blocks, and how much leaving each block out magnifies rounding.

    Parameters
    ----------
    hat : blocks x m x m, the blocks' part of the hat matrix.
    residuals : blocks x m x targets, of the fit to all examples.

    Returns
    -------
    residuals : blocks x m x targets; not numbers where a block cannot be left out.
    magnified : blocks, the largest column sum of (I - H_SS)^-1; infinite where a block cannot be left out.

    Examples
    --------
    >>> leave_out_residuals(np.array([[[0.5]]]), np.array([[[1.0]]]))
    (array([[[2.]]]), array([2.]))
    """
    left = -hat
    np.einsum("bii->bi", left)[...] += 1.0
    if left.shape[1] == 1:
        inverse = np.where(left > 0, 1 / np.where(left > 0, left, 1.0), np.nan)
    else:
        inverse = _inverted(left)
    magnified = np.abs(inverse).sum(axis=1).max(axis=1)
    return inverse @ residuals, np.where(np.isfinite(magnified), magnified, np.inf)


def _inverted(matrices: Floats) -> Floats:
    """NumPy gives up on the whole stack where one matrix is singular: then one by one."""
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
