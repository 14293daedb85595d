"""Which models can be shared: exact scikit-learn classes, all parameters understood, plain finite numbers."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
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
    poisson,
    qda,
    ridge,
    ridge_cv,
)
from errbar.run.shared.encoded_columns import ENCODERS, PIPELINE, SCALER, CategoriesPath, encoded, encoded_source
from errbar.run.shared.fixed_steps import STEPS, SteppedPath, stepped
from errbar.run.shared.gathered import Kind, Source
from errbar.run.shared.path import Family, Path, Request
from errbar.run.shared.pca import DirectedPath, directed

FAMILIES: Mapping[str, Family] = {
    "sklearn.linear_model._base.LinearRegression": ols.REGRESSOR,
    "sklearn.linear_model._ridge.Ridge": ridge.REGRESSOR,
    "sklearn.linear_model._ridge.RidgeClassifier": ridge.CLASSIFIER,
    "sklearn.linear_model._ridge.RidgeCV": ridge_cv.REGRESSOR,
    "sklearn.linear_model._coordinate_descent.Lasso": lasso.LASSO,
    "sklearn.linear_model._coordinate_descent.ElasticNet": lasso.ELASTIC,
    "sklearn.linear_model._glm.glm.PoissonRegressor": poisson.REGRESSOR,
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
MOST_CLASSES = 100
PCA = "sklearn.decomposition._pca.PCA"
# those that read Gram matrices alone, and give the same in any basis of the features
ROTATED = (ols.REGRESSOR, ridge.REGRESSOR, ridge.CLASSIFIER, lda.CLASSIFIER)


class Known(NamedTuple):
    """A model that can be shared: its family and its last step; whether a StandardScaler comes right before.

    `steps`: those before both, with the places of their classes; `pca`: where there is one, between scaler and model.
    """

    family: Family
    last: Any
    scaled: bool
    steps: tuple[tuple[str, Any], ...]
    pca: Any = None


def family_of(model: Any) -> Known | None:
    """What is known of a model, or None."""
    before: list[tuple[str, Any]] = []
    if class_path(model) == PIPELINE:
        if model.memory is not None or model.verbose:
            return None
        before = [(class_path(step), step) for _, step in model.steps[:-1]]
        model = model.steps[-1][1]
    pca = before.pop()[1] if before and before[-1][0] == PCA else None
    scaled = bool(before) and before[-1][0] == SCALER
    if scaled:
        scaler = before.pop()[1]
        if not (scaler.with_mean is True and scaler.with_std is True):
            return None
    family = FAMILIES.get(class_path(model))
    fixed = before[1:] if before and before[0][0] in ENCODERS else before
    if family is None or any(path not in STEPS for path, _ in fixed):
        return None
    if pca is not None:
        apart = replace(family, by_default=False)
        return Known(apart, model, scaled, tuple(before), pca) if any(family is one for one in ROTATED) else None
    return Known(family, model, scaled, tuple(before))


def match(model: Any, source: Source, metric: Loss, X: Any) -> tuple[str, Path] | None:
    """The name of the family and the path that computes what the loss reads, or None.

    `X`: as the user gave it, where that is more than the numbers of `source`.
    """
    found = family_of(model)
    if found is None:
        return None
    parameters = found.last.get_params(deep=False)
    family = found.family
    understood = all(name in family.allowed and family.allowed[name](value) for name, value in parameters.items())
    if not understood or metric.reads not in family.reads or not suits(source, family.kind):
        return None
    request = Request(parameters, metric.reads, found.scaled)
    if found.steps and found.steps[0][0] in ENCODERS:
        path = _encoded_path(found, source, request, X)
    else:
        own = stepped(found.steps, source) if found.steps else source
        path = None if own is None else _path(found, request, own)
        if path is not None and own is not None and found.steps:
            path = SteppedPath(own, path)
    return None if path is None else (family.name, path)


def _path(found: Known, request: Request, source: Source) -> Path | None:
    """That of the model itself, or behind a PCA."""
    if found.pca is None:
        return found.family.build(request, source)
    within = directed(found.pca, request.scaled, source)
    if within is None or source.divided is not None or not request.parameters.get("fit_intercept", True):
        return None
    k, deviations, narrow = within
    path = found.family.build(replace(request, scaled=False), narrow)
    return None if path is None else DirectedPath(narrow, path, found.family.kind, k, deviations)


def _encoded_path(found: Known, source: Source, request: Request, X: Any) -> Path | None:
    """That of a model behind a ColumnTransformer or a OneHotEncoder."""
    (_, first), *others = found.steps
    columns = encoded(first, X, class_path)
    if columns is None or (others and columns.scaled.any()):
        return None
    own: Source | None
    if request.scaled or not columns.scaled.any():  # a scaler of all columns makes up for one of some
        own = stepped(others, Source(columns.X, source.y, source.cuts))
    else:
        own, request = encoded_source(columns, source), replace(request, scaled=True)
    path = None if own is None else _path(found, request, own)
    return None if path is None or own is None else CategoriesPath(columns.categories, SteppedPath(own, path))


def encodes(model: Any) -> bool:
    """Whether a known model begins with what can read more than numbers."""
    found = family_of(model)
    return found is not None and bool(found.steps) and found.steps[0][0] in ENCODERS


def class_path(model: Any) -> str:
    """Where the model's class lives; empty where that place holds another class, or callbacks listen."""
    kind = type(model)
    if getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is not kind or hasattr(
        model, "_skl_callbacks"
    ):
        return ""
    return f"{kind.__module__}.{kind.__qualname__}"


def suits(source: Source, kind: Kind) -> bool:
    """Whether y is what such a model learns, and scikit-learn takes it for that."""
    if kind == "regression":
        return source.y.dtype == np.float64 or source.y.dtype.kind in "iu"
    return _are_labels(source.y) and source.classes.size <= min(MOST_CLASSES, source.y.size // 8)


def _are_labels(y: NDArray[Any]) -> bool:
    """Whether scikit-learn takes y for classes: text, whole numbers, booleans."""
    if y.dtype.kind == "f":
        return bool((y == np.floor(y)).all())
    return y.dtype.kind in "iubU" or (y.dtype == object and all(isinstance(label, str) for label in y))
