"""Classifiers of 0/1 labels without the checks around them: the calibration suite fits tens of millions of models.

They are scikit-learn's models by definition, if not by code: a regression tree on 0/1 labels splits where Gini's index
does (the variance p (1 - p) is half of it), and Newton's method finds the minimum `LogisticRegression` looks for.
`tests/lab/worlds/test_lean.py` holds them against scikit-learn's own.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeRegressor

from errbar.core.arrays import Floats

CONVERGED = 1e-8  # the largest element of the gradient
ITERATIONS = 50


class Lean(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Copied without a look at its signature, which costs more than a small fit."""

    def __sklearn_clone__(self) -> Self:
        return type(self)(**self.get_params())

    def set_params(self, **settings: Any) -> Self:
        for name, value in settings.items():
            setattr(self, name, value)
        return self


class LeanTree(Lean):
    """`DecisionTreeClassifier(min_samples_leaf=..., max_depth=...)`."""

    def __init__(
        self, min_samples_leaf: int = 1, max_depth: int | None = None, random_state: int | None = None
    ) -> None:
        self.min_samples_leaf = min_samples_leaf
        self.max_depth = max_depth
        self.random_state = random_state

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002 - nothing is nested
        return {
            "min_samples_leaf": self.min_samples_leaf,
            "max_depth": self.max_depth,
            "random_state": self.random_state,
        }

    def fit(self, X: Floats, y: NDArray[Any]) -> Self:
        model = DecisionTreeRegressor(**self.get_params())
        self.tree_ = model.fit(X.astype(np.float32), y.astype(np.float64), check_input=False).tree_
        return self

    def predict(self, X: Floats) -> NDArray[np.intp]:
        return np.asarray(self.tree_.predict(X.astype(np.float32)).ravel() > 0.5, dtype=np.intp)


class LeanForest(Lean):
    """`RandomForestClassifier(n_estimators)`: unpruned trees on bootstrap samples, sqrt(features) tried at a node."""

    def __init__(self, n_estimators: int = 50, random_state: int | None = None) -> None:
        self.n_estimators = n_estimators
        self.random_state = random_state

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002
        return {"n_estimators": self.n_estimators, "random_state": self.random_state}

    def fit(self, X: Floats, y: NDArray[Any]) -> Self:
        rng = np.random.default_rng(self.random_state)
        narrow, labels, tried = X.astype(np.float32), y.astype(np.float64), max(1, int(X.shape[1] ** 0.5))
        self.trees_ = []
        for state in rng.integers(2**31, size=self.n_estimators):
            rows = rng.integers(y.size, size=y.size)
            model = DecisionTreeRegressor(max_features=tried, random_state=int(state))
            self.trees_.append(model.fit(narrow[rows], labels[rows], check_input=False).tree_)
        return self

    def predict(self, X: Floats) -> NDArray[np.intp]:
        narrow = X.astype(np.float32)
        shares = np.mean([tree.predict(narrow).ravel() for tree in self.trees_], axis=0)
        return np.asarray(shares > 0.5, dtype=np.intp)


class LeanLogistic(Lean):
    """`make_pipeline(StandardScaler(), LogisticRegression(C))`."""

    def __init__(self, C: float = 1.0) -> None:
        self.C = C

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002
        return {"C": self.C}

    def fit(self, X: Floats, y: NDArray[Any]) -> Self:
        if not 0 < y.sum() < y.size:
            raise ValueError("the training set has one class only")
        spread = X.std(axis=0)
        self.mean_, self.spread_ = X.mean(axis=0), np.where(spread > 0, spread, 1.0)
        Z = self._standard(X)
        penalty = np.append(np.full(X.shape[1], 1 / self.C), 0.0)  # none on the constant
        self.coef_ = np.zeros(penalty.size)
        for _ in range(ITERATIONS):
            p = expit(Z @ self.coef_)
            gradient = Z.T @ (p - y) + penalty * self.coef_
            if np.abs(gradient).max() < CONVERGED:
                return self
            hessian = Z.T @ (Z * (p * (1 - p))[:, None])
            hessian.flat[:: penalty.size + 1] += penalty
            self.coef_ -= np.linalg.solve(hessian, gradient)
        raise ValueError(f"Newton's method did not converge in {ITERATIONS} steps")

    def predict(self, X: Floats) -> NDArray[np.intp]:
        return (self._standard(X) @ self.coef_ > 0).astype(np.intp)

    def _standard(self, X: Floats) -> Floats:
        Z = np.ones((X.shape[0], X.shape[1] + 1))
        np.subtract(X, self.mean_, out=Z[:, :-1])
        Z[:, :-1] /= self.spread_
        return Z
