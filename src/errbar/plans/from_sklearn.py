"""scikit-learn splitters and iterables of (train, test), materialised and recognised by their structure."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from errbar.core.arrays import Indices
from errbar.errors import InputError
from errbar.plans.families import Explicit, Split, structure
from errbar.plans.plan import Plan
from errbar.plans.recipe import _codes


def from_sklearn(cv: Any, X: Any, y: Any, *, n: int, seed: int, groups: Any = None) -> Plan:
    """The splits of `cv` as a Plan; a splitter without a random state of its own gets one from `seed`."""
    if hasattr(cv, "split") and not isinstance(cv, (str, bytes)):
        if getattr(cv, "random_state", 0) is None:
            cv = copy.copy(cv)
            cv.random_state = seed % 2**32
        try:
            pairs = list(cv.split(X, y, groups))
        except (TypeError, ValueError) as cause:
            raise InputError(f"{type(cv).__name__} cannot split these data: {cause}") from cause
    elif np.iterable(cv) and not isinstance(cv, (str, bytes)):
        pairs = list(cv)
    else:
        raise InputError(
            f"cv must be a whole number, a scikit-learn splitter or an iterable of (train, test); got {cv!r:.80}."
        )
    splits = tuple(_checked(i, pair, n) for i, pair in enumerate(pairs))
    if not splits:
        raise InputError("cv gives no split at all.")
    kind, n_folds = structure(splits, n)
    codes = None if groups is None else _codes("groups", groups, n)
    if codes is not None:
        _check_groups_kept(splits, codes)
    return Plan(kind, n, (Explicit(n, splits, kind, n_folds),), codes, "Stratified" in type(cv).__name__)


def _check_groups_kept(splits: tuple[Split, ...], codes: Indices) -> None:
    for i, (train, test) in enumerate(splits):
        if np.intersect1d(codes[train], codes[test]).size:
            raise InputError(
                f"Split {i} of cv has the same group in training and test set, so groups= would be ignored: "
                "use a splitter that keeps groups together (GroupKFold, GroupShuffleSplit) or one of errbar.plans."
            )


def _checked(i: int, pair: Any, n: int) -> Split:
    try:
        train, test = pair
    except (TypeError, ValueError):
        raise InputError(f"Split {i} of cv is not a pair (train, test): {pair!r:.60}.") from None
    train, test = _indices(i, "training", train, n), _indices(i, "test", test, n)
    if np.intersect1d(train, test).size:
        raise InputError(f"Split {i} of cv has examples in both training and test set: its score would be too good.")
    if np.unique(test).size != test.size:
        raise InputError(f"Split {i} of cv tests an example twice.")
    return train, test


def _indices(i: int, what: str, values: Any, n: int) -> Indices:
    array = np.asarray(values)
    if array.dtype == bool and array.shape == (n,):
        array = np.flatnonzero(array)
    if array.ndim != 1 or array.size == 0 or not np.issubdtype(array.dtype, np.integer):
        raise InputError(
            f"Split {i} of cv has no {what} examples."
            if array.size == 0
            else f"Split {i} of cv: the {what} set must be a list of row numbers."
        )
    if array.min() < 0 or array.max() >= n:
        raise InputError(f"Split {i} of cv: {what} row numbers must lie between 0 and {n - 1}.")
    return array.astype(np.intp)
