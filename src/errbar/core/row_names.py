"""Columns of numbers that tell rows apart, and nothing about them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

FEWEST = 20  # rows, below which all different whole numbers mean nothing
_CALLED = re.compile(r"(^|[ _.-])(id|uuid|guid|index|key|row|number|nr)$|^unnamed: 0$|[a-z]Id$", re.IGNORECASE)


def names_rows(name: str, values: NDArray[Any]) -> bool:
    """Whether a column of numbers tells rows apart rather than anything about them: 1, 2, 3, ..., or `user_id`.

    >>> [names_rows(name, np.arange(30) ** power) for name, power in (("visit", 1), ("age", 2), ("user_id", 2))]
    [True, False, True]
    """
    if values.dtype.kind not in "iuf" or values.size < FEWEST or not np.isfinite(values).all():
        return False
    if (values != np.floor(values)).any() or np.unique(values).size < values.size:
        return False
    steps = np.diff(values.astype(np.float64))
    return bool(_CALLED.search(name)) or bool((steps == 1.0).all() or (steps == -1.0).all())


def named_rows(name: str, out: str) -> str:
    """The warning."""
    return (
        f"Column {name!r} has another whole number in every row, as a name of the row has: a model may learn the order "
        f"of the rows from it. {out}"
    )
