"""A part of each training set that a model watches to know when to stop: boosters' `eval_set`."""

from __future__ import annotations

from hashlib import blake2b
from numbers import Real
from typing import Any

import numpy as np

from errbar.core.arrays import Indices
from errbar.errors import InputError
from errbar.plans.families.part import choose
from errbar.run.checked import Data, rows_of
from errbar.run.examples import is_one_value

MOST_LABELS = 0.1  # distinct values per row: above, y is no list of labels


def is_held_back(value: Any) -> bool:
    """Whether an `eval_set` is to be made anew of each training set; data of the user's own stay as they are."""
    return callable(value) or (isinstance(value, Real) and not isinstance(value, bool))


def check_share(value: Any) -> None:
    if not callable(value) and not 0 < float(value) < 1:
        raise InputError(
            f"eval_set in params as a share of the training set must lie between 0 and 1; got {value!r:.80}."
        )


def held_back(how: Any, train: Indices, data: Data) -> tuple[Indices, list[tuple[Any, Any]]]:
    """The rows left to train on, and the set to watch. What is drawn depends on the training set alone."""
    fit, watch = _chosen(how, train, data)
    if not fit.size or not watch.size or np.intersect1d(fit, watch).size:
        raise InputError("eval_set in params must leave rows on both sides, and no row on both.")
    return train[fit], [(rows_of(data.X, train[watch]), data.y[train[watch]])]


def _chosen(how: Any, train: Indices, data: Data) -> tuple[Indices, Indices]:
    if callable(how):
        made = how(rows_of(data.X, train), data.y[train])
        try:
            fit, watch = (np.asarray(rows, dtype=np.intp).reshape(-1) for rows in made)
        except (TypeError, ValueError):
            raise InputError(
                "eval_set(X, y) must give two lists of row numbers: to train on, to validate on."
            ) from None
        return fit, watch
    seed = int.from_bytes(blake2b(train.astype("<i8").tobytes(), digest_size=8).digest(), "little")
    n_watch = min(max(1, round(float(how) * train.size)), train.size - 1)
    watch = np.sort(choose(train.size, n_watch, _strata(data.y[train]), np.random.default_rng(seed)))
    return np.setdiff1d(np.arange(train.size), watch), watch


def _strata(y: Any) -> Indices | None:
    """Labels, so that the set to watch holds them in proportion."""
    if not is_one_value(y):
        return None
    labels, codes = np.unique(y, return_inverse=True)
    return codes.reshape(-1) if labels.size <= max(2, MOST_LABELS * y.size) else None
