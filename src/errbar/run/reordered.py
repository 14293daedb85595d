"""A model that sees its training rows in another order."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import _num_samples


def _has(name: str) -> Any:
    return lambda self: hasattr(getattr(self, "model_", self.model), name)


class Reordered(MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """The model, fitted on rows shuffled by `order`; it predicts as it does."""

    def __init__(self, model: Any, order: int = 0) -> None:
        self.model = model
        self.order = order

    def fit(self, X: Any, y: Any) -> Reordered:
        from sklearn.utils import _safe_indexing

        rows = np.random.default_rng(self.order).permutation(_num_samples(X))
        self.model_ = clone(self.model).fit(_safe_indexing(X, rows), _safe_indexing(y, rows))
        return self

    @property
    def classes_(self) -> Any:
        return self.model_.classes_

    @available_if(_has("predict"))  # type: ignore[untyped-decorator]
    def predict(self, X: Any) -> Any:
        return self.model_.predict(X)

    @available_if(_has("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Any:
        return self.model_.predict_proba(X)

    @available_if(_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Any:
        return self.model_.decision_function(X)

    def __sklearn_tags__(self) -> Any:
        return get_tags(self.model)
