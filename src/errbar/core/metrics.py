"""Metrics of a whole test set with an interval of their own: (labels, outputs) -> one number, greater is better."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from errbar.core.delong import auc_components
from errbar.core.f1 import f1_values
from errbar.errors import InputError


def roc_auc(truth: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Area under the ROC curve; undefined without both classes.

    >>> roc_auc(np.array([True, False, False]), np.array([0.5, 0.5, 0.1]))
    0.75
    """
    if truth.all() or not truth.any():
        raise InputError("The area under the ROC curve needs items of both classes; these are all of one.")
    return float(auc_components(scores, truth)[0].mean())


def f1(truth: NDArray[np.bool_], said: NDArray[np.bool_]) -> float:
    """F1 of the positive class; 0 where nothing is positive and nothing said to be.

    >>> f1(np.array([True, True, False]), np.array([True, False, False]))
    0.6666666666666666
    """
    return f1_values(truth, said)[0] if (truth | said).any() else 0.0


def neg_brier_score(truth: NDArray[np.bool_], said: NDArray[np.float64]) -> float:
    """Minus the mean squared distance of the probabilities from 0 and 1, as scikit-learn has it.

    >>> neg_brier_score(np.array([True, False]), np.array([0.5, 0.5]))
    -0.25
    """
    if said.min() < 0.0 or said.max() > 1.0:
        raise InputError(f"Probabilities lie between 0 and 1; these between {said.min():g} and {said.max():g}.")
    return -float(((truth - said) ** 2).mean())
