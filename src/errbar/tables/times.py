"""A column of times -> their order: numbers, dates, or text that says which comes first."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.errors import InputError
from errbar.tables.file_text import shown

YEAR_FIRST = re.compile(r"\d{4}\D")  # 2026-01-31, 2026Q1: text of one length sorts as time does


def time_order(column: str, values: NDArray[Any]) -> Indices:
    """Which time each value is: 0 for the first, equal numbers for equal ones.

    >>> time_order("day", np.array(["10", "9", "9"]))
    array([1, 0, 0])
    """
    return np.unique(_sortable(column, values), return_inverse=True)[1].reshape(-1).astype(np.intp)


def _sortable(column: str, values: NDArray[Any]) -> NDArray[Any]:
    texts = [value for value in values.tolist() if isinstance(value, str)]
    if not texts:
        return values
    if len(texts) == values.size:
        try:
            return np.array(texts, dtype=np.float64)
        except ValueError:
            pass
        if len({len(text) for text in texts}) == 1 and all(map(YEAR_FIRST.match, texts)):
            return np.array(texts)
    try:
        return np.array([datetime.fromisoformat(text).timestamp() for text in values.tolist()])
    except (TypeError, ValueError):
        odd = next((text for text in texts if not YEAR_FIRST.match(text)), texts[0])
        raise InputError(
            f"Column {column!r} holds times that cannot be put into order, such as {shown(odd)}: "
            "write numbers, or dates as 2026-01-31."
        ) from None
