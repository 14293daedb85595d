"""Iterative formulas run block by block: the work arrays of one block stay in the processor's cache."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from errbar.core.arrays import Floats

BLOCK = 8192


def in_blocks(formula: Callable[..., Floats], *arrays: Floats) -> Floats:
    """`formula` of the broadcast arrays; it sees one-dimensional arrays of equal length, at most `BLOCK` long.

    >>> in_blocks(np.add, np.array([[1.0], [2.0]]), np.array([10.0, 20.0]))
    array([[11., 21.],
           [12., 22.]])
    """
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    size = int(np.prod(shape))
    flat = [a.reshape(1) if a.size == 1 else np.broadcast_to(a, shape).reshape(size) for a in arrays]
    out = np.empty(size)
    for start in range(0, size, BLOCK):
        stop = min(start + BLOCK, size)
        part = (np.broadcast_to(a, (stop - start,)) if a.size == 1 else a[start:stop] for a in flat)
        out[start:stop] = formula(*part)
    return out.reshape(shape)
