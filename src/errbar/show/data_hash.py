"""Data known again by a short hash of their values: arrays, frames, sparse tables and lists of text."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

DIGITS = 16  # of a hash that people compare
CHUNK = 1 << 22  # bytes that are read at a time
LARGEST = 1 << 28  # bytes: beyond, an answer is not kept waiting for a hash


def data_hash(value: Any) -> str | None:
    """The first digits of a sha256, or None where the values cannot be listed or are too many."""
    try:
        parts = _parts(value)
        if sum(part.nbytes for part in parts) > LARGEST:
            return None
        return _digest("".join(f"{array_hash(part)};" for part in parts))
    except Exception:  # a user's object may raise anything, and an answer must not fail for its hash
        return None


def array_hash(array: NDArray[Any]) -> str:
    """Of the kind, the shape and every value, in the order of rows."""
    if array.dtype == object:
        array = np.array([*map(str, array.ravel().tolist())])
    digest = hashlib.sha256(f"{array.dtype.str}{array.shape}".encode())
    rows = array.reshape(1) if array.ndim == 0 else array
    some = max(1, CHUNK // max(1, rows[:1].nbytes))
    for start in range(0, len(rows), some):  # never a second copy of a large table
        digest.update(np.ascontiguousarray(rows[start : start + some]).reshape(-1).view(np.uint8).data)
    return digest.hexdigest()


def _parts(value: Any) -> list[NDArray[Any]]:
    """What a table is made of."""
    if isinstance(value, np.ndarray):
        return [value]
    if all(hasattr(value, name) for name in ("indptr", "indices", "data")):
        return [np.asarray(getattr(value, name)) for name in ("indptr", "indices", "data")]
    columns = getattr(value, "columns", None)
    if columns is not None:
        return [np.array([*map(str, columns)]), *(np.asarray(value[name]) for name in columns)]
    found = np.asarray(value)
    if not found.shape:
        raise ValueError("no list of values")
    return [found]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
