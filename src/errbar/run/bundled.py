"""Data that come with scikit-learn, for the demo."""

from __future__ import annotations

from typing import Any


def breast_cancer() -> tuple[Any, Any]:
    from sklearn.datasets import load_breast_cancer

    X, y = load_breast_cancer(return_X_y=True)
    return X, y
