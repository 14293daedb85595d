"""Losses: one number per example, lower is better. And scorers, for what has no such number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf, nan
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_name
from errbar.core.arrays import Floats
from errbar.errors import InputError
from errbar.run.examples import is_one_value
from errbar.run.positive import check_positive, with_positive
from errbar.run.said import check_numbers, none_missing, one_column
from errbar.types.ranges import known_range, own_name
from errbar.types.setup import LossName, Scoring, Setup, check_one_metric

Reads = Literal["predict", "predict_proba", "decision_function"]
OF_OUTPUT = re.compile(r"([a-z_]+)\[(\d{1,6})\]")
WITH_ALPHA = re.compile(r"logistic\(\s*(?:alpha\s*=)?\s*([^()]*?)\s*\)")


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss per example.

    Parameters
    ----------
    name : as the user writes it.
    reads : the model's method whose output it judges.
    fn : (y_true, output, classes of the fitted model) -> losses.
    task : what y must be.
    low_high : its range, where it has one.
    seen_labels_only : whether a test label unknown to the fitted model makes it undefined.
    """

    name: str
    reads: Reads
    fn: Callable[..., Floats]
    task: Literal["classification", "regression", "any"]
    low_high: tuple[float, float] | None = None
    seen_labels_only: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """A scikit-learn scorer: one number per test set, greater is better by scikit-learn's convention.

    `needs_classes`: whether it is undefined (or made up) on a test set of one class, as ROC AUC and F1 are.
    `only_listens`: whether what a model says is all it looks at; a function of the user's own may look at anything.
    `positive`: the label that it counts, of one that counts one of two.
    """

    name: str
    scorer: Callable[..., float]
    needs_classes: bool = False
    only_listens: bool = False
    positive: Any = None

    @property
    def low_high(self) -> tuple[float, float] | None:
        """Its range, where it has one with two ends."""
        known = known_range(self.name)
        return known if known is not None and np.isfinite(known).all() else None


def counts_errors(metric: Loss | Score) -> bool:
    """Whether every test example is right or wrong, and nothing else."""
    return metric.name == "accuracy" if isinstance(metric, Score) else metric.name.partition("[")[0] == "zero_one"


@dataclass(frozen=True, slots=True)
class Output(Loss):
    """Not a loss: what a model says of each example, kept where a metric needs all of them together.

    `fn`: (fitted model, X) -> one number per example.
    """


def zero_one(y_true: NDArray[Any], y_pred: NDArray[Any], _: Any) -> Floats:
    """Of several labels, wrong where any of them is: scikit-learn's subset zero-one loss."""
    wrong = np.asarray(y_pred != y_true)
    return np.asarray(wrong if wrong.ndim == 1 else wrong.any(axis=1), dtype=np.float64)


def hamming(y_true: NDArray[Any], y_pred: NDArray[Any], _: Any) -> Floats:
    """The share of an example's labels that are wrong."""
    return _over_outputs(np.asarray(y_pred != y_true, dtype=np.float64))


def squared(y_true: Floats, y_pred: Floats, _: Any) -> Floats:
    return _over_outputs((y_true - y_pred) ** 2)


def absolute(y_true: Floats, y_pred: Floats, _: Any) -> Floats:
    return _over_outputs(np.abs(y_true - y_pred))


def _over_outputs(losses: Floats) -> Floats:
    """The mean over the outputs of each example, where it has several."""
    return losses if losses.ndim == 1 else np.asarray(losses.mean(axis=1))


@dataclass(frozen=True, slots=True)
class OfOneOutput:
    """A loss of one of several outputs, counted from 0: `squared[1]`."""

    fn: Callable[..., Floats]
    output: int

    def __call__(self, y_true: NDArray[Any], y_pred: NDArray[Any], classes: Any) -> Floats:
        return self.fn(y_true[:, self.output], y_pred[:, self.output], classes)


def log(y_true: NDArray[Any], proba: Floats, classes: NDArray[Any]) -> Floats:
    """Minus the log of the probability given to the true class, clipped at machine epsilon as scikit-learn does."""
    own = _own(y_true, proba, classes)
    epsilon = np.finfo(proba.dtype).eps
    return -np.log(np.clip(own, epsilon, 1 - epsilon))


def brier(y_true: NDArray[Any], proba: Floats, classes: NDArray[Any]) -> Floats:
    """Squared distance of the probabilities from the truth."""
    losses: Floats = (proba**2).sum(axis=1) - 2 * _own(y_true, proba, classes) + 1
    return losses


def half_brier(y_true: NDArray[Any], proba: Floats, classes: NDArray[Any]) -> Floats:
    """Half the squared distance: what scikit-learn calls the Brier score of two classes."""
    return brier(y_true, proba, classes) / 2


@dataclass(frozen=True, slots=True)
class LogisticLoss:
    """1 / (1 + exp(alpha y f(x))), y = -1 or +1: the survey's smooth soft loss; a large alpha counts errors."""

    alpha: float = 1.0

    def __call__(self, y_true: NDArray[Any], decision: Floats, classes: NDArray[Any]) -> Floats:
        from scipy.special import expit

        losses: Floats = expit(-self.alpha * _sign(y_true, classes) * decision)
        return losses


def linear_soft(y_true: NDArray[Any], decision: Floats, classes: NDArray[Any]) -> Floats:
    """(1 - y f(x)) / 2 clipped to [0, 1], y = -1 or +1: the survey's linear soft loss."""
    return np.clip((1 - _sign(y_true, classes) * decision) / 2, 0.0, 1.0)


def _own(y_true: NDArray[Any], proba: Floats, classes: NDArray[Any]) -> Floats:
    return proba[np.arange(y_true.size), np.searchsorted(classes, y_true)]


def _sign(y_true: NDArray[Any], classes: NDArray[Any]) -> Floats:
    if classes.size != 2:
        raise InputError(f"This soft loss is for two classes; the model knows {classes.size}.")
    return np.where(y_true == classes[1], 1.0, -1.0)


LOSSES: dict[str, Loss] = {
    "zero_one": Loss("zero_one", "predict", zero_one, "classification", (0.0, 1.0)),
    "hamming": Loss("hamming", "predict", hamming, "classification", (0.0, 1.0)),
    "squared": Loss("squared", "predict", squared, "regression"),
    "absolute": Loss("absolute", "predict", absolute, "regression"),
    "log": Loss("log", "predict_proba", log, "classification", None, True),
    "brier": Loss("brier", "predict_proba", brier, "classification", (0.0, 2.0), True),
    "logistic": Loss("logistic", "decision_function", LogisticLoss(), "classification", (0.0, 1.0), True),
    "linear_soft": Loss("linear_soft", "decision_function", linear_soft, "classification", (0.0, 1.0), True),
}


@dataclass(frozen=True, slots=True)
class UserLoss:
    """A callable (y_true, y_pred) -> one loss per example, given by the user."""

    call: Callable[[Any, Any], Any]
    name: str

    def __call__(self, y_true: NDArray[Any], y_pred: NDArray[Any], _: Any) -> Floats:
        losses = np.asarray(self.call(y_true, y_pred), dtype=np.float64)
        if losses.shape != y_true.shape[:1]:
            raise InputError(
                f"loss={self.name} must give one number per example: {len(y_true)} examples, got shape {losses.shape}. "
                "For a whole-set metric use scoring=."
            )
        return losses


def choose_loss(loss: LossName, models: Mapping[str, Any], y: NDArray[Any]) -> Loss:
    """The loss the user asked for, checked against the models and y before anything is fitted."""
    if callable(loss):
        name = own_name(getattr(loss, "__name__", type(loss).__name__))
        return Loss(name, "predict", UserLoss(loss, name), "any")
    if y.dtype.names is not None:
        raise InputError(
            f"y has named fields ({', '.join(y.dtype.names)}), which no loss of errbar's reads: give scoring=, or a "
            "function (y_true, y_pred) -> one loss per example as loss=."
        )
    chosen = LOSSES[_automatic(models)] if isinstance(loss, str) and loss == "auto" else _named(loss)
    if y.ndim == 2 or isinstance(chosen.fn, OfOneOutput):
        return _of_outputs(chosen, models, y)
    if chosen.task == "regression" and not np.issubdtype(y.dtype, np.number):
        raise InputError(f"loss={chosen.name!r} needs numbers in y; got values such as {y[:1].tolist()[0]!r}.")
    if chosen.task == "classification" and _check_classes(chosen, models, y) == 2 and chosen.name == "brier":
        return Loss("brier", "predict_proba", half_brier, "classification", (0.0, 1.0), True)
    return chosen


def _of_outputs(loss: Loss, models: Mapping[str, Any], y: NDArray[Any]) -> Loss:
    """The same where examples have several labels or numbers."""
    n_outputs = 1 if y.ndim == 1 else y.shape[1]
    if y.ndim == 1 or (isinstance(loss.fn, OfOneOutput) and loss.fn.output >= n_outputs):
        raise InputError(f"loss={loss.name!r} names one of several outputs, counted from 0; y has {n_outputs}.")
    if loss.reads != "predict":
        raise InputError(
            f"loss={loss.name!r} is for one label per example; y has {n_outputs}: take 'zero_one' (any label wrong), "
            "'hamming' (the share of wrong ones), or a scorer such as 'f1_samples'."
        )
    if loss.task == "regression" and y.dtype.kind not in "biuf":
        raise InputError(f"loss={loss.name!r} needs numbers in y; got values such as {y.ravel()[:1].tolist()[0]!r}.")
    if loss.task == "classification":
        _check_classifiers(loss, models)
        if all((column == column[0]).all() for column in y.T):
            raise InputError("y has one class only in every output: there is nothing to learn or to test.")
    return loss


def choose_one(setup: Setup, models: Mapping[str, Any], y: NDArray[Any]) -> Loss | Score:
    """The same of a setup that may name one metric only."""
    check_one_metric(setup)
    return choose_metrics(setup, models, y)[0]


def choose_metrics(setup: Setup, models: Mapping[str, Any], y: NDArray[Any]) -> tuple[Loss | Score, ...]:
    """All that the user asked for, the losses first; no two under one name."""
    loss, scoring = setup.loss, setup.scoring
    by_default = isinstance(loss, str) and loss == "auto"

    def scorer(one: Scoring) -> Score:
        return with_positive(_scorer(one), setup.positive, y)

    if not setup.several:
        if scoring is not None and not by_default:
            raise InputError("Give loss= or scoring=, not both.")
        chosen: Any = _scorer(scoring) if scoring is not None else choose_loss(loss, models, y)  # type: ignore[arg-type]
        check_positive(setup.positive, [chosen.name], y)
        return (with_positive(chosen, setup.positive, y) if isinstance(chosen, Score) else chosen,)
    losses = list(loss) if isinstance(loss, list | tuple) else [loss] if scoring is None or not by_default else []
    named = scoring if isinstance(scoring, Mapping) else {}
    scorers = [] if scoring is None else list(scoring) if isinstance(scoring, list | tuple) else [scoring]
    metrics: list[Loss | Score] = [choose_loss(one, models, y) for one in losses]
    plain = [_scorer(one) for one in (*(one for one in scorers if not isinstance(one, Mapping)), *named.values())]
    check_positive(setup.positive, [metric.name for metric in (*metrics, *plain)], y)
    metrics += [scorer(one) for one in scorers if not isinstance(one, Mapping)]
    metrics += [replace(scorer(one), name=own_name(str(name))) for name, one in named.items()]
    names = [metric.name for metric in metrics]
    if not names:
        raise InputError("Give at least one loss or scorer.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(
            f"Two metrics are called {twice!r}: give each of them once, or scorers under names of your own, "
            "scoring={'mine': scorer}."
        )
    return tuple(metrics)


def _named(loss: object) -> Loss:
    """A loss by its name; the logistic one may have its alpha behind it, which is read and never evaluated."""
    of_output = OF_OUTPUT.fullmatch(loss.strip()) if isinstance(loss, str) else None
    if of_output is not None:
        whole = LOSSES[check_name("loss", of_output[1], LOSSES)]
        return replace(whole, name=f"{of_output[1]}[{int(of_output[2])}]", fn=OfOneOutput(whole.fn, int(of_output[2])))
    found = WITH_ALPHA.fullmatch(loss.strip()) if isinstance(loss, str) else None
    if found is None:
        return LOSSES[check_name("loss", loss, ["auto", *LOSSES])]
    try:
        alpha = float(found[1])
    except ValueError:
        alpha = nan
    if not 0 < alpha < inf:
        raise InputError(f"alpha in loss={loss!r} must be a number above 0.")
    plain = LOSSES["logistic"]
    name = f"logistic(alpha={f'{alpha:g}' if float(f'{alpha:g}') == alpha else repr(alpha)})"
    return plain if alpha == 1 else replace(plain, name=name, fn=LogisticLoss(alpha))


def _automatic(models: Mapping[str, Any]) -> str:
    if all(is_a("classifier", model) for model in models.values()):
        return "zero_one"
    if all(is_a("regressor", model) for model in models.values()):
        return "squared"
    kinds = ", ".join(f"{name}: {type(model).__name__}" for name, model in models.items())
    raise InputError(f"loss='auto' needs classifiers only or regressors only ({kinds}): name the loss.")


def is_a(kind: Literal["classifier", "regressor"], model: Any) -> bool:
    """What the model says it is; one that is none of scikit-learn's may say nothing."""
    from sklearn.base import is_classifier, is_regressor

    try:
        return bool(is_classifier(model) if kind == "classifier" else is_regressor(model))
    except AttributeError:
        return getattr(model, "_estimator_type", None) == kind


def _check_classifiers(loss: Loss, models: Mapping[str, Any]) -> None:
    for name, model in models.items():
        if is_a("regressor", model):
            raise InputError(
                f"loss={loss.name!r} judges classifiers; model {name!r} ({type(model).__name__}) is a regressor."
            )
        if not hasattr(model, loss.reads):
            raise InputError(
                f"loss={loss.name!r} needs {loss.reads}, which model {name!r} ({type(model).__name__}) lacks."
            )


def _check_classes(loss: Loss, models: Mapping[str, Any], y: NDArray[Any]) -> int:
    """The number of classes, after checking that models and labels suit the loss."""
    _check_classifiers(loss, models)
    try:
        n_classes = np.unique(y).size
    except TypeError:
        raise InputError("y mixes types (say, numbers and text), so its classes cannot be ordered.") from None
    if n_classes < 2:
        raise InputError(f"y has one class only ({y[:1].tolist()[0]!r}): there is nothing to learn or to test.")
    if loss.reads == "decision_function" and n_classes != 2:
        raise InputError(f"loss={loss.name!r} is for two classes; y has {n_classes}.")
    return int(n_classes)


def ranked(fitted: Any, X: Any) -> Floats:
    """What scikit-learn's roc_auc ranks by."""
    if hasattr(fitted, "decision_function"):
        return np.asarray(fitted.decision_function(X), dtype=np.float64)
    return np.asarray(fitted.predict_proba(X), dtype=np.float64)[:, 1]


@dataclass(frozen=True, slots=True)
class SaidToBe:
    """What scikit-learn's f1 counts: predictions of the positive label."""

    positive: Any = 1

    def __call__(self, fitted: Any, X: Any) -> Floats:
        said = one_column(fitted.predict(X))
        if isinstance(self.positive, str):
            none_missing("predict", said)
        else:
            check_numbers("predict", said)
        return np.asarray(said == self.positive, dtype=np.float64)


def of_the_last(fitted: Any, X: Any) -> Floats:
    """The probability of the label that sorts last, which scikit-learn's brier score reads."""
    return np.asarray(fitted.predict_proba(X), dtype=np.float64)[:, 1]


# the methods of a model that a metric is worked out from, one number per example
OUTPUTS = {"roc_auc": ("decision_function", "predict_proba"), "f1": ("predict",), "neg_brier_score": ("predict_proba",)}


def keeps_output(metric: Loss | Score, models: Mapping[str, Any], y: NDArray[Any]) -> bool:
    """Whether one number per example and model holds all that the metric reads."""
    if not isinstance(metric, Score) or metric.name not in OUTPUTS or not is_one_value(y):
        return False
    able = all(any(hasattr(model, name) for name in OUTPUTS[metric.name]) for model in models.values())
    return able and np.unique(y).size == 2


def output_of(metric: Score, models: Mapping[str, Any], y: NDArray[Any]) -> Output | None:
    """What to keep of each model for a metric that is worked out from one number per example; None for any other."""
    if metric.name not in OUTPUTS or not is_one_value(y):
        return None
    labels = np.unique(y).tolist()
    if len(labels) != 2:
        raise InputError(f"scoring={metric.name!r} is for two classes; y has {len(labels)}.")
    for name, model in models.items():
        if metric.name == "roc_auc" and not (hasattr(model, "decision_function") or hasattr(model, "predict_proba")):
            raise InputError(
                f"scoring='roc_auc' needs decision_function or predict_proba, which model {name!r} "
                f"({type(model).__name__}) lacks."
            )
    said: dict[str, Callable[..., Floats]] = {"roc_auc": ranked, "neg_brier_score": of_the_last}
    return Output(metric.name, "predict", said.get(metric.name, SaidToBe(metric.positive)), "any")


# scorers that are means over examples, as those of losses (neg_...) are: defined whatever classes a test set holds
MEANS = ("accuracy", "top_k_accuracy")


def _scorer(scoring: str | Callable[..., Any]) -> Score:
    from sklearn.metrics import get_scorer, get_scorer_names
    from sklearn.metrics._scorer import _Scorer

    if callable(scoring):
        if not isinstance(scoring, _Scorer):
            return Score(own_name(getattr(scoring, "__name__", "score")), scoring)
        name = getattr(scoring._score_func, "__name__", "score")
        return Score(own_name(name if scoring._sign > 0 else f"neg_{name}"), scoring, only_listens=True)
    scorer = get_scorer(check_name("scoring", scoring, get_scorer_names()))
    needs_classes = scoring not in MEANS and not scoring.startswith("neg_")
    return Score(scoring, scorer, needs_classes, only_listens=True)
