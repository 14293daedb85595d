"""What frames hold that arrays do not: an index, and columns that a model can make nothing of, or too much."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.row_names import named_rows, names_rows
from errbar.core.words import DATE, DECIMAL_COMMA
from errbar.errors import InputError


def frame_notes(X: Any) -> tuple[str, ...]:
    """Of a pandas or Polars frame."""
    numbers = ((str(name), values) for name, values in columns_of(X) if values.dtype.kind in "iuf")
    return tuple(named_rows(name, "Leave it out if it is one.") for name, values in numbers if names_rows(name, values))


def columns_of(X: Any) -> Iterator[tuple[Any, NDArray[Any]]]:
    """Names and values of a frame's columns; nothing of anything else."""
    if isinstance(X, np.ndarray) or not hasattr(X, "columns") or not hasattr(X, "dtypes"):
        return
    names = list(X.columns)
    for name in names if len(set(names)) == len(names) else ():
        yield name, np.asarray(X[name].to_numpy())


def check_index(X: Any, others: Mapping[str, Any]) -> tuple[str, ...]:
    """Frames are paired row by row: refuse the same names of rows in another order, and tell of other names."""
    notes = []
    for what, other in others.items():
        rows: Any = getattr(X, "index", None)
        names: Any = getattr(other, "index", None)
        if not hasattr(rows, "equals") or not hasattr(names, "equals") or len(rows) != len(names) or rows.equals(names):
            continue
        if rows.is_unique and names.is_unique and names.isin(rows).all():
            raise InputError(
                f"X and {what} have the same index in another order, and rows are paired by their place: give "
                f"{what}.loc[X.index], or {what}.to_numpy() if the places are right."
            )
        notes.append(f"X and {what} have different indexes: their rows were paired by their place.")
    return tuple(notes)


def check_readable(X: Any, models: Mapping[str, Any]) -> None:
    """Refuse a column of a frame that is no number, for models of scikit-learn's that read nothing else."""
    plain = [model for model in models.values() if _reads_numbers(model)]
    if not plain:
        return
    for name, values in columns_of(X):
        if values.dtype.kind in "mM":
            raise InputError(
                f"Column {name!r} of X holds dates or times, which {type(plain[0]).__name__} does not read: leave it "
                "out, or make numbers of it (days since the first, the month)."
            )
        strange = _first_text(values)
        if strange is not None:
            raise InputError(f"Column {name!r} of X holds {_what(strange)}")


def _reads_numbers(model: Any) -> bool:
    """A model of scikit-learn's own that takes no other model and no text or categories."""
    where = type(model).__module__
    if not where.startswith("sklearn.") or where.startswith(("sklearn.dummy", "sklearn.pipeline", "sklearn.compose")):
        return False
    if "HistGradient" in type(model).__name__ or not hasattr(model, "get_params"):
        return False
    parts = model.get_params(deep=False).values()
    return not any(hasattr(part, "fit") or isinstance(part, list | tuple | dict) for part in parts)


def _first_text(values: NDArray[Any]) -> str | None:
    """The first cell that is text and no number."""
    if values.dtype.kind not in "OUST":
        return None
    for value in values.tolist():
        if isinstance(value, str):
            try:
                float(value)
            except ValueError:
                return value
    return None


def _what(text: str) -> str:
    shown = text if len(text) <= 40 else f"{text[:37]}..."
    if re.match(DECIMAL_COMMA, text.strip()):
        return f"numbers with a decimal comma, such as {shown!r}: read the file with decimal=',', or write a point."
    if re.match(DATE, text.strip()):
        return f"dates, such as {shown!r}: leave it out, or make numbers of it (days since the first, the month)."
    return (
        f"text, such as {shown!r}: put a step in front of the model that makes numbers of it (OneHotEncoder for a few "
        "names, TfidfVectorizer for free text), or leave it out."
    )
