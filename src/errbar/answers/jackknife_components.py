"""Losses of the rule trained on all, and without each fold -> Components of the delete-m jackknife."""

from __future__ import annotations

from math import isnan

import numpy as np

from errbar.answers.components import Components
from errbar.answers.kfold_components import MEANING, UNKNOWABLE, in_words, left_open
from errbar.core.arrays import Floats, Indices
from errbar.core.kfold_covariance import jackknife_values, kfold_statistics

WIDER = (
    "The pseudo-values are no losses of unseen examples, so omega may be negative, down to -sigma2/(m - 1): more is "
    "left open than for cross-validation."
)
LOW = (
    "The mean is the training error, {training:.4g}, less the optimism the jackknife sees. That is about half of the "
    "true one, so the mean is too low for the error of the rule trained on all examples; cross-validation ({own:.4g}), "
    "corrected for the smaller training sets (Burman), gives {corrected:.4g}."
)


def jackknife_components(full: Floats, without: Floats, fold: Indices) -> Components:
    """Pseudo-values K L(D) - sum of L(D_l), l not the example's own fold, read as the losses of K folds are.

    Parameters
    ----------
    full : loss on every example of the rule trained on all.
    without : folds x examples, losses of the rule trained without that fold.
    fold : number of each example's fold.
    """
    sizes = np.bincount(fold)
    values = jackknife_values(full, without, fold)
    seen = kfold_statistics(values, sizes)
    found = {name: getattr(seen, name) for name in MEANING if not isnan(getattr(seen, name))}
    own = float(without[fold, np.arange(full.size)].mean())
    training, corrected = float(full.mean()), own + float(full.mean() - without.mean())
    details = {
        "n": seen.n, "n_folds": seen.n_folds, "fold_size": seen.fold_size, "mean": seen.mean,
        "training_error": training, "cross_validation": own, "corrected_cross_validation": corrected,
    }  # fmt: skip
    low = LOW.format(training=training, own=own, corrected=corrected)
    said = (*UNKNOWABLE, in_words(seen, jackknife=True), WIDER, low)
    return Components("jackknife", found, said, MEANING, details | left_open(seen, jackknife=True))
