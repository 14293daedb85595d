"""Trees that stop as S-PLUS's `tree` does: at least 5 examples in a leaf, 10 in a node to be split, and a node's

deviance must exceed 1 % of the root's. scikit-learn has the first two (`min_samples_leaf`, `min_samples_split`) and
nothing for the third, but a node's deviance only falls on the way down, so cutting a full tree afterwards is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from errbar.core.arrays import Floats
from errbar.lab.worlds.many_splits import Splits

LEAF = -1


@dataclass(frozen=True, slots=True)
class DevianceTree:
    """0/1 losses of a tree.

    Parameters
    ----------
    kind : "regression" (squares; says 1 where a leaf's mean exceeds 1/2) or "classification" (entropy, majority).
    depth : largest depth, if there is one.
    """

    kind: Literal["regression", "classification"]
    depth: int | None = None

    def fit(self, x: NDArray[np.float32], y: Floats) -> tuple[Any, Floats]:
        """The tree and what each of its nodes says."""
        return self._fit(self._model(), x, y)

    def __call__(self, x: Floats, y: Floats, splits: Splits) -> Floats:
        from sklearn import config_context

        narrow, model = np.ascontiguousarray(x, dtype=np.float32), self._model()
        losses = np.empty(splits.test.shape)
        with config_context(skip_parameter_validation=True, assume_finite=True):
            for row, train, test in zip(losses, splits.train, splits.test, strict=True):
                tree, says = self._fit(model, narrow[train], y[train])
                row[:] = says[tree.apply(narrow[test])] != y[test]
        return losses

    def _model(self) -> Any:
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

        settings = {"min_samples_leaf": 5, "min_samples_split": 10, "max_depth": self.depth, "random_state": 0}
        if self.kind == "regression":
            return DecisionTreeRegressor(criterion="squared_error", **settings)
        return DecisionTreeClassifier(criterion="entropy", **settings)

    def _fit(self, model: Any, x: NDArray[np.float32], y: Floats) -> tuple[Any, Floats]:
        tree = model.fit(x, y, check_input=False).tree_
        deviance = tree.weighted_n_node_samples * tree.impurity
        tree.children_left[deviance <= 0.01 * deviance[0]] = LEAF
        if self.kind == "regression":
            return tree, (tree.value[:, 0, 0] > 0.5).astype(np.float64)
        return tree, model.classes_[tree.value[:, 0].argmax(axis=1)]
