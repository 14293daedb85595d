"""Which models can be shared: exact scikit-learn classes, all parameters understood, plain finite numbers."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from errbar.run.losses import Loss
from errbar.run.shared import (
    counts_nb,
    dummy,
    gaussian_nb,
    kernel,
    lasso,
    lda,
    logistic,
    nearest_centroid,
    neighbors,
    ols,
    qda,
    ridge,
    ridge_cv,
)
from errbar.run.shared.fixed_steps import STEPS, SteppedPath, stepped
from errbar.run.shared.gathered import Source
from errbar.run.shared.path import Family, Path, Request

FAMILIES: Mapping[str, Family] = {
    "sklearn.linear_model._base.LinearRegression": ols.REGRESSOR,
    "sklearn.linear_model._ridge.Ridge": ridge.REGRESSOR,
    "sklearn.linear_model._ridge.RidgeClassifier": ridge.CLASSIFIER,
    "sklearn.linear_model._ridge.RidgeCV": ridge_cv.REGRESSOR,
    "sklearn.linear_model._coordinate_descent.Lasso": lasso.LASSO,
    "sklearn.linear_model._coordinate_descent.ElasticNet": lasso.ELASTIC,
    "sklearn.linear_model._logistic.LogisticRegression": logistic.CLASSIFIER,
    "sklearn.naive_bayes.BernoulliNB": counts_nb.BERNOULLI,
    "sklearn.naive_bayes.MultinomialNB": counts_nb.MULTINOMIAL,
    "sklearn.naive_bayes.GaussianNB": gaussian_nb.CLASSIFIER,
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": lda.CLASSIFIER,
    "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis": qda.CLASSIFIER,
    "sklearn.kernel_ridge.KernelRidge": kernel.RIDGE,
    "sklearn.gaussian_process._gpr.GaussianProcessRegressor": kernel.PROCESS,
    "sklearn.neighbors._nearest_centroid.NearestCentroid": nearest_centroid.CLASSIFIER,
    "sklearn.neighbors._classification.KNeighborsClassifier": neighbors.CLASSIFIER,
    "sklearn.neighbors._regression.KNeighborsRegressor": neighbors.REGRESSOR,
    "sklearn.dummy.DummyClassifier": dummy.CLASSIFIER,
    "sklearn.dummy.DummyRegressor": dummy.REGRESSOR,
}
PIPELINE = "sklearn.pipeline.Pipeline"
SCALER = "sklearn.preprocessing._data.StandardScaler"
MOST_CLASSES = 100


class Known(NamedTuple):
    """A model that can be shared: its family and its last step; whether a StandardScaler comes right before.

    `steps`: those before both, with the places of their classes.
    """

    family: Family
    last: Any
    scaled: bool
    steps: tuple[tuple[str, Any], ...]


def family_of(model: Any) -> Known | None:
    """What is known of a model, or None."""
    before: list[tuple[str, Any]] = []
    if _path_of(model) == PIPELINE:
        if model.memory is not None or model.verbose:
            return None
        before = [(_path_of(step), step) for _, step in model.steps[:-1]]
        model = model.steps[-1][1]
    scaled = bool(before) and before[-1][0] == SCALER
    if scaled:
        scaler = before.pop()[1]
        if not (scaler.with_mean is True and scaler.with_std is True):
            return None
    family = FAMILIES.get(_path_of(model))
    if family is None or any(path not in STEPS for path, _ in before):
        return None
    return Known(family, model, scaled, tuple(before))


def match(model: Any, source: Source, metric: Loss) -> tuple[str, Path] | None:
    """The name of the family and the path that computes what the loss reads, or None."""
    found = family_of(model)
    if found is None:
        return None
    family, last, scaled, steps = found
    parameters = last.get_params(deep=False)
    understood = all(name in family.allowed and family.allowed[name](value) for name, value in parameters.items())
    if not understood or metric.reads not in family.reads or not _suits(source, family):
        return None
    own = stepped(steps, source) if steps else source
    path = None if own is None else family.build(Request(parameters, metric.reads, scaled), own)
    if path is None or own is None:
        return None
    return family.name, SteppedPath(own, path) if steps else path


def _path_of(model: Any) -> str:
    """Where the model's class lives; empty where that place holds another class, or callbacks listen."""
    kind = type(model)
    if getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is not kind or hasattr(
        model, "_skl_callbacks"
    ):
        return ""
    return f"{kind.__module__}.{kind.__qualname__}"


def _suits(source: Source, family: Family) -> bool:
    if family.kind == "regression":
        return source.y.dtype == np.float64 or source.y.dtype.kind in "iu"
    return _are_labels(source.y) and source.classes.size <= min(MOST_CLASSES, source.y.size // 8)


def _are_labels(y: NDArray[Any]) -> bool:
    """Whether scikit-learn takes y for classes: text, whole numbers, booleans."""
    if y.dtype.kind == "f":
        return bool((y == np.floor(y)).all())
    return y.dtype.kind in "iubU" or (y.dtype == object and all(isinstance(label, str) for label in y))
