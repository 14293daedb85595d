"""Scorers that are means over examples, or functions of counts and sums: no scorer needs to be called on draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from errbar.core.arrays import Floats
from errbar.core.counted import AVERAGED, MOST, SHARES, WHOLE, Counted
from errbar.core.summed import Summed
from errbar.run.losses import LOSSES, Loss, Score, half_brier, zero_one
from errbar.types import Predictions


def _right(y_true: NDArray[Any], y_pred: NDArray[Any], _: Any) -> Floats:
    return 1.0 - zero_one(y_true, y_pred, None)


def _squared_log(y_true: Floats, y_pred: Floats, _: Any) -> Floats:
    return -((np.log1p(y_true) - np.log1p(y_pred)) ** 2)


def _percentage(y_true: Floats, y_pred: Floats, _: Any) -> Floats:
    return -np.abs(y_pred - y_true) / np.maximum(np.abs(y_true), np.finfo(np.float64).eps)


def _poisson(y_true: Floats, y_pred: Floats, _: Any) -> Floats:
    return np.asarray(-2.0 * (xlogy(y_true, y_true / y_pred) - y_true + y_pred))


def _gamma(y_true: Floats, y_pred: Floats, _: Any) -> Floats:
    return np.asarray(-2.0 * (np.log(y_pred / y_true) + y_true / y_pred - 1.0))


def _minus(fn: Callable[..., Floats]) -> Callable[..., Floats]:
    return lambda *given: -fn(*given)


# what each example adds to the mean, greater is better; the loss says what is asked of the model
MEAN_SCORES: dict[str, Loss] = {
    "accuracy": Loss("accuracy", "predict", _right, "classification"),
    "neg_brier_score": Loss("neg_brier_score", "predict_proba", _minus(half_brier), "classification"),
    "neg_log_loss": Loss("neg_log_loss", "predict_proba", _minus(LOSSES["log"].fn), "classification"),
    "neg_mean_squared_error": Loss("neg_mean_squared_error", "predict", _minus(LOSSES["squared"].fn), "regression"),
    "neg_mean_absolute_error": Loss("neg_mean_absolute_error", "predict", _minus(LOSSES["absolute"].fn), "regression"),
    "neg_mean_squared_log_error": Loss("neg_mean_squared_log_error", "predict", _squared_log, "regression"),
    "neg_mean_absolute_percentage_error": Loss(
        "neg_mean_absolute_percentage_error", "predict", _percentage, "regression"
    ),
    "neg_mean_poisson_deviance": Loss("neg_mean_poisson_deviance", "predict", _poisson, "regression"),
    "neg_mean_gamma_deviance": Loss("neg_mean_gamma_deviance", "predict", _gamma, "regression"),
}


def counted(metric: Score, y: NDArray[Any], models: Sequence[Any]) -> Predictions | None:
    """What the models say of every row, as codes of labels, for a metric of counts; None where this is none."""
    of_one = metric.name in SHARES
    if not (of_one or metric.name in WHOLE or metric.name in AVERAGED):
        return None
    said = [model.predict(np.arange(y.size)) for model in models]
    if any(one.shape != y.shape for one in said):
        return None
    try:
        labels, codes = np.unique(np.concatenate([y, *said]), return_inverse=True)
    except TypeError:  # labels and numbers, say: whoever asks the scorer hears why
        return None
    if labels.size > MOST or (of_one and (labels.size != 2 or metric.positive not in labels.tolist())):
        return None
    positive = labels.tolist().index(metric.positive) if of_one else None
    truth, *outputs = codes.reshape(len(said) + 1, y.size)
    return Predictions(truth, tuple(outputs), (Counted(metric.name, labels.size, positive),) * len(said))


def summed(metric: Score, truth: NDArray[Any], said: Sequence[NDArray[Any]]) -> Predictions:
    """The same for a metric of sums, or of the order of the scores."""
    outputs = tuple(np.asarray(one, dtype=np.float64) for one in said)
    return Predictions(truth, outputs, (Summed(metric.name),) * len(said))
