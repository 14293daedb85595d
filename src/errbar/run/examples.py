"""X and y as people have them -> rows that can be indexed, and targets as an array; nothing is fitted or guessed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.errors import InputError

NUMBERS = "biufcmM"  # kinds of arrays that are no texts or objects


def as_examples(X: Any) -> Any:
    """Tables, sparse or dense, arrays of any depth; texts and other objects one by one, in the container they came in.

    A model gets rows of the same kind: of a list a list, of a Series a Series.
    """
    if isinstance(X, str) or X is None:
        raise InputError(
            f"X must be a table of numbers (NumPy, pandas, Polars or scipy.sparse), or texts or objects; got {X!r:.80}."
        )
    if hasattr(X, "tocsr"):
        return X.tocsr()
    if isinstance(X, list | tuple):
        X = _listed(X)
    elif not hasattr(X, "shape"):
        X = as_array("X", X)
    if isinstance(X, list):
        return X
    if len(X.shape) == 1 and _are_objects(X):
        return X if isinstance(X, np.ndarray) or hasattr(X, "iloc") else X.to_numpy()
    if len(X.shape) < 2:
        hint = " Of one feature, take X.reshape(-1, 1)." if len(X.shape) == 1 else ""
        raise InputError(f"X must have two dimensions, examples by features; got shape {tuple(X.shape)}.{hint}")
    if isinstance(X, np.ndarray) and not (X.flags.c_contiguous or X.flags.f_contiguous):
        return np.ascontiguousarray(X)  # as workers will see it: the bytes of a fit may depend on the layout
    return X


def n_rows(X: Any) -> int:
    return len(X) if isinstance(X, list) else int(X.shape[0])


def n_features(X: Any) -> int:
    """Of a table; texts and objects count as one."""
    return 1 if isinstance(X, list) or len(X.shape) == 1 else int(X.shape[1])


def holds_objects(X: Any) -> bool:
    """Whether rows are objects that a model could write into, each shared with every other choice of rows."""
    if isinstance(X, np.ndarray) and not (X.ndim == 1 and X.dtype == object):
        return False
    return isinstance(X, list | np.ndarray) and not all(type(one) is str for one in X)


def as_targets(y: Any) -> NDArray[Any]:
    """A value a row; several (multi-label, multi-output), or named fields (survival) are arrays of their own kinds."""
    if hasattr(y, "tocsr"):
        y = y.toarray()
    array = y.to_numpy() if hasattr(y, "to_numpy") else as_array("y", y)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim not in (1, 2) or 0 in array.shape[1:]:
        raise InputError(f"y must have one value per example, or a row of them; got shape {array.shape}.")
    if array.ndim == 1 and array.dtype == object and any(isinstance(one, list | tuple | set) for one in array):
        raise InputError("y holds lists of labels: code them as 0/1 columns, one a label, with MultiLabelBinarizer.")
    return np.ascontiguousarray(array)


def is_one_value(y: NDArray[Any]) -> bool:
    """Whether every example has one label or number."""
    return y.ndim == 1 and y.dtype.names is None


def as_array(what: str, values: Any) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:
        hint = (
            "lists of labels are coded as 0/1 columns with MultiLabelBinarizer"
            if what == "y"
            else "every example needs the same features"
        )
        raise InputError(f"{what} has rows of different lengths: {hint}.") from None


def _listed(X: list[Any] | tuple[Any, ...]) -> Any:
    """A table where the rows are lists or arrays of numbers; else the list itself."""
    if not X or not isinstance(X[0], str | dict) or not all(isinstance(one, str | dict) for one in X):
        try:
            array = np.asarray(X)
        except ValueError:
            if all(isinstance(one, list | tuple) and _are_numbers(one) for one in X):
                return as_array("X", X)
            return list(X)
        if array.ndim != 1 or array.dtype.kind in NUMBERS or not X:
            return array
    return list(X)


def _are_numbers(row: list[Any] | tuple[Any, ...]) -> bool:
    return all(isinstance(one, int | float | complex | np.number) for one in row)


def _are_objects(X: Any) -> bool:
    """Of a column of anything but numbers and dates."""
    dtype = getattr(X, "dtype", None)
    kind = getattr(dtype, "kind", None)
    if kind is not None:
        return kind not in NUMBERS
    return hasattr(X, "to_numpy") and X.to_numpy().dtype.kind not in NUMBERS
