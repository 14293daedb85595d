"""What a model said, in a table -> a model that says it again, for rows by number: scorers can judge it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from errbar.check import check_finite
from errbar.errors import InputError


def told_model(truth: NDArray[Any], said: NDArray[Any] | None, probability: NDArray[Any] | None) -> Any:
    """A fitted classifier where there are labels or probabilities, a regressor where numbers with decimals are said.

    `probability`: of the label that sorts last, of two.
    """
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

    numbers = said is not None and truth.dtype.kind == "f" and bool((truth != np.round(truth)).any())

    class Told(RegressorMixin if numbers else ClassifierMixin, BaseEstimator):  # type: ignore[misc]
        def __sklearn_is_fitted__(self) -> bool:
            return True

        def predict(self, X: Any) -> NDArray[Any]:
            rows = np.asarray(X)[:, 0].astype(np.intp)
            if said is not None:
                return said[rows]
            labels: NDArray[Any] = np.asarray(self.classes_)
            chosen: NDArray[Any] = labels[(self.predict_proba(X)[:, 1] > 0.5).astype(np.intp)]
            return chosen

    model = Told()
    if numbers:
        return model
    model.classes_ = np.unique(truth if said is None else np.concatenate([truth, said]))
    if probability is not None:
        if model.classes_.size != 2:
            raise InputError(f"A probability is for two labels; there are {model.classes_.size}.")
        p = check_finite("the probabilities", probability)
        if p.min() < 0.0 or p.max() > 1.0:
            raise InputError(f"Probabilities must lie between 0 and 1; got {p.min():g} to {p.max():g}.")

        def predict_proba(X: Any) -> NDArray[Any]:
            own = p[np.asarray(X)[:, 0].astype(np.intp)]
            return np.stack([1.0 - own, own], axis=1)

        model.predict_proba = predict_proba
    return model
