"""Least squares and ridge regression as scikit-learn spells them -> the estimates one fit gives."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np

from errbar.core.algebraic import Algebraic, algebraic
from errbar.run.checked import Data
from errbar.run.examples import is_one_value


def algebraic_of(model: Any, data: Data, loss: str) -> Algebraic | None:
    """For plain `LinearRegression` and `Ridge`, squared loss and dense numbers; None for anything else."""
    from sklearn.linear_model import LinearRegression, Ridge

    if loss != "squared" or type(model) not in (LinearRegression, Ridge) or model.positive or hasattr(data.X, "tocsr"):
        return None
    if isinstance(data.X, list) or not is_one_value(data.y):
        return None
    X = data.X.to_numpy() if hasattr(data.X, "to_numpy") else np.asarray(data.X)
    alpha = getattr(model, "alpha", 0.0)
    if X.dtype.kind not in "fiu" or not isinstance(alpha, Real):
        return None
    numbers = X.astype(np.float64)
    if not np.isfinite(numbers).all():
        return None
    return algebraic(numbers, data.y.astype(np.float64), alpha=float(alpha), intercept=bool(model.fit_intercept))
