"""Which models can be shared: exact scikit-learn classes, all parameters understood, plain finite numbers."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.run.losses import Loss
from errbar.run.shared import (
    counts_nb,
    dummy,
    gaussian_nb,
    kernel,
    lda,
    logistic,
    nearest_centroid,
    neighbors,
    ols,
    qda,
    ridge,
    ridge_cv,
)
from errbar.run.shared.gathered import Source
from errbar.run.shared.path import Family, Path, Request

FAMILIES: Mapping[str, Family] = {
    "sklearn.linear_model._base.LinearRegression": ols.REGRESSOR,
    "sklearn.linear_model._ridge.Ridge": ridge.REGRESSOR,
    "sklearn.linear_model._ridge.RidgeClassifier": ridge.CLASSIFIER,
    "sklearn.linear_model._ridge.RidgeCV": ridge_cv.REGRESSOR,
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


def family_of(model: Any) -> tuple[Family, Any, bool] | None:
    """The family of a model, its last step, and whether a StandardScaler comes before; None for any other model."""
    scaled = False
    if _path_of(model) == PIPELINE:
        if len(model.steps) != 2 or model.memory is not None or model.verbose:
            return None
        (_, scaler), (_, model) = model.steps
        if _path_of(scaler) != SCALER or not (scaler.with_mean is True and scaler.with_std is True):
            return None
        scaled = True
    family = FAMILIES.get(_path_of(model))
    return None if family is None else (family, model, scaled)


def match(model: Any, source: Source, metric: Loss) -> tuple[str, Path] | None:
    """The name of the family and the path that computes what the loss reads, or None."""
    found = family_of(model)
    if found is None:
        return None
    family, last, scaled = found
    parameters = last.get_params(deep=False)
    understood = all(name in family.allowed and family.allowed[name](value) for name, value in parameters.items())
    if not understood or metric.reads not in family.reads or not _suits(source, family):
        return None
    path = family.build(Request(parameters, metric.reads, scaled), source)
    return None if path is None else (family.name, path)


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
