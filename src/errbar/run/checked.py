"""What the user passes -> rows we can index, labels we can trust. All refusals happen here, before any fit."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Indices
from errbar.errors import InputError
from errbar.run.copies import check_copied, first_line
from errbar.run.examples import as_array, as_examples, as_targets, holds_objects, n_rows


@dataclass(frozen=True, slots=True)
class Data:
    """X that can be indexed by rows, y as a NumPy array (a row of values per example, or fields), groups or None."""

    X: Any
    y: NDArray[Any]
    groups: NDArray[Any] | None
    n: int


def check_data(X: Any, y: Any, groups: Any = None) -> Data:
    """X and y of any kind scikit-learn takes, with as many rows as y has labels, at least two, none missing."""
    X, labels = as_examples(X), as_targets(y)
    n = n_rows(X)
    if labels.shape[0] != n:
        raise InputError(f"X has {n} rows and y has {labels.shape[0]} values: they must match.")
    if n < 2:
        raise InputError(f"At least two examples are needed to train and test; got {n}.")
    _no_missing("y", labels)
    if groups is not None:
        groups = _column("groups", groups)
        if groups.shape[0] != n:
            raise InputError(f"groups has {groups.shape[0]} values for {n} examples: they must match.")
        _no_missing("groups", groups)
    return Data(X, labels, groups, n)


def rows_of(X: Any, rows: Indices) -> Any:
    """Some rows of X in memory of their own, which a model may write into."""
    if type(X) is np.ndarray and not (X.ndim == 1 and X.dtype.hasobject):
        return X[rows]  # what scikit-learn's function does too, after asking what X might be
    from sklearn.utils import _safe_indexing

    chosen = _safe_indexing(X, rows)
    # pandas gives all rows in order without copying; objects are the user's own
    return own_copy(chosen) if len(rows) == n_rows(X) or holds_objects(chosen) else chosen


def own_copy(X: Any) -> Any:
    """X in memory of its own and in the same layout, for a model that may write into it."""
    if isinstance(X, np.ndarray) and not holds_objects(X):
        return np.array(X, order="K")
    if hasattr(X, "tocsr") or hasattr(X, "iloc"):
        return X.copy()
    return copy.deepcopy(X)


def check_models(models: Mapping[str, Any]) -> Mapping[str, Any]:
    """Every model has `fit` and can be cloned or copied; classes and strings are refused with a hint."""
    for name, model in models.items():
        if isinstance(model, type):
            raise InputError(f"Model {name!r} is the class {model.__name__}; pass an instance: {model.__name__}().")
        if not callable(getattr(model, "fit", None)):
            raise InputError(f"Model {name!r} ({type(model).__name__}) has no fit method.")
        check_copied(name, model)
        check_parts(name, model)
    return models


def check_parts(name: str, model: Any) -> None:
    """Whether a model made of others can say what it is made of: `Pipeline(3)` cannot."""
    from sklearn.base import BaseEstimator, is_classifier
    from sklearn.pipeline import Pipeline

    if not isinstance(model, BaseEstimator):
        return
    try:
        model.get_params(deep=True)
        if isinstance(model, Pipeline) and not model.steps:
            raise ValueError("it has no steps")
        for step in model.steps if isinstance(model, Pipeline) else ():
            _, _ = step  # a name and a model
        with suppress(AttributeError):  # a model that is none of scikit-learn's may say nothing
            is_classifier(model)
    except Exception as cause:
        raise InputError(
            f"Model {name!r} ({type(model).__name__}) is not made of models and steps as it should be "
            f"({type(cause).__name__}: {first_line(cause).rstrip('.')})."
        ) from cause


def tuning_notes(models: Mapping[str, Any]) -> tuple[str, ...]:
    """A model that tunes itself is fine, but what is then estimated has to be said."""
    from sklearn.model_selection._search import BaseSearchCV

    tuned = []
    for name, model in models.items():
        parts = [model, *(model.get_params(deep=True).values() if hasattr(model, "get_params") else ())]
        if any(isinstance(part, BaseSearchCV) for part in parts):
            tuned.append(
                f"Model {name!r} tunes itself inside each training set: the interval is for the whole procedure, "
                "tuning included, not for one setting it may have chosen."
            )
    return tuple(tuned)


def _column(what: str, values: Any) -> NDArray[Any]:
    array = values.to_numpy() if hasattr(values, "to_numpy") else as_array(what, values)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise InputError(f"{what} must have one value per example; got shape {array.shape}.")
    return np.ascontiguousarray(array)


def _no_missing(what: str, array: NDArray[Any]) -> None:
    if np.issubdtype(array.dtype, np.floating):
        bad = ~np.isfinite(array)
    elif array.dtype == object:
        flat = array.ravel().tolist()
        bad = np.array([value is None or value != value for value in flat], dtype=bool).reshape(array.shape)  # noqa: PLR0124 - NaN
    else:
        return
    bad = bad.reshape(len(array), -1).any(axis=1)
    if bad.any():
        raise InputError(
            f"{what} has {int(bad.sum())} missing or infinite value(s), the first in row {int(np.argmax(bad))}: "
            "remove those rows or fill them in first."
        )
