"""Rows that resemble their neighbours: where the order is time, random splits leak from test to training set."""

from __future__ import annotations

import numpy as np

from errbar.core.autocorrelation import lag_one, noticeable
from errbar.run.checked import Data


def row_order_note(data: Data) -> list[str]:
    """A note where some column, or y, is autocorrelated along the rows and no groups were given."""
    if data.groups is not None or hasattr(data.X, "tocsr") or data.y.dtype.names is not None:
        return []
    X = data.X.to_numpy() if hasattr(data.X, "to_numpy") else np.asarray(data.X)
    columns = [array for array in (X, data.y.reshape(data.n, -1)) if array.dtype.kind in "fiu" and array.ndim == 2]
    if not columns:
        return []
    numbers = np.column_stack(columns).astype(np.float64)
    found = lag_one(numbers[:, np.isfinite(numbers).all(axis=0)])
    strongest = float(np.abs(found).max(initial=0.0))
    if strongest < noticeable(data.n):
        return []
    return [
        f"Neighbouring rows resemble each other (lag-one correlation up to {strongest:.2f}). If their order is time, "
        "random splits put near copies of the test rows into the training set and the error looks too small: hold out "
        "whole blocks of rows, groups=numpy.arange(n) // block_length. If the rows are merely sorted, nothing is wrong."
    ]
