"""RidgeCV by leave-one-out: the penalty that each training set chooses, then `ridge.py` with these penalties.

With the eigenvectors V and eigenvalues s of the centred Gram matrix, z = V'(x - mean), the error of an example left out
is (y - mean - sum_j z_j c_j) / (1 - 1/n - sum_j z_j^2 / (s_j + alpha)), c_j = (V'X'y)_j / (s_j + alpha).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, Flags, diagonals
from errbar.run.shared.linear import Fitted, Normal, equations, predict
from errbar.run.shared.path import Family, PathOutput, Request, anything, is_flag, is_none, predicted
from errbar.run.shared.scaler import weights_if

APART = 1e-7  # two penalties whose errors differ by less, relatively, are too close to choose between
LEAST = 1e-6  # of what an example leaves to the others
MOST_ALPHAS = 200


@dataclass(frozen=True, eq=False, slots=True)
class RidgeCVPath:
    alphas: Floats
    intercept: bool
    scaled: bool

    def outputs(self, step: Step) -> PathOutput:
        normal = equations(step, "regression", self.intercept)
        weights, doubtful = weights_if(self.scaled, step, diagonals(normal.gram), normal.parent)
        fitted, condition = self._fitted(step, normal, weights)
        declined = fitted.declined | doubtful
        values = fitted.predictions[:, :, 0] + (step.source.middle if self.intercept else 0.0)
        rounding = fitted.rounding + condition * EPSILON * step.source.largest_value
        return predicted(values, step, rounding, declined)

    def _fitted(self, step: Step, normal: Normal, weights: Floats) -> tuple[Fitted, Floats]:
        """And what rounding grows by in scikit-learn, whose eigenvectors feel unequal scales of columns."""
        errors, eigenvalues, declined = self._errors(step, normal, np.sqrt(weights))
        chosen = errors.argmin(axis=1)
        best = errors[np.arange(len(errors)), chosen]
        condition = (eigenvalues[:, -1] + self.alphas[chosen]) / (eigenvalues[:, 0] + self.alphas[chosen])
        rivals = np.where(self.alphas == self.alphas[chosen, np.newaxis], np.inf, errors).min(axis=1)
        fitted = predict(step, "regression", self.intercept, self.alphas[chosen, np.newaxis] * weights)
        close = ~(rivals - best > APART * best)
        return replace(fitted, declined=fitted.declined | declined | close), condition

    def _errors(self, step: Step, normal: Normal, scale: Floats) -> tuple[Floats, Floats, Flags]:
        """Splits x penalties: the mean squared error of examples left out; eigenvalues; the splits in doubt."""
        table, n = step.block("regression", self.intercept).table, step.source.y.size
        gram = normal.gram / (scale[:, :, np.newaxis] * scale[:, np.newaxis, :])
        declined: Flags = np.asarray(~np.isfinite(gram).all(axis=(1, 2)))
        gram[declined] = np.eye(table.p)
        values, vectors = np.linalg.eigh(gram)
        right = vectors.transpose(0, 2, 1) @ (normal.right / scale[:, :, np.newaxis])
        values = np.maximum(values, 0.0)
        shrunk = 1 / (values[:, :, np.newaxis] + self.alphas)
        errors = np.empty((len(gram), self.alphas.size))
        for i in range(len(gram)):
            rows = table.rows.take(step.batch.trained(i, n), axis=0)
            rotated = ((rows[:, : table.p] - normal.mean[i]) / scale[i]) @ vectors[i]
            residuals = (rows[:, -1] - normal.target_mean[i])[:, np.newaxis] - rotated @ (right[i] * shrunk[i])
            left = 1 - (1 / len(rows) if self.intercept else 0.0) - np.square(rotated) @ shrunk[i]
            declined[i] |= not left.min() > LEAST
            errors[i] = np.square(residuals / left).mean(axis=0)
        return np.where(np.isfinite(errors), errors, 0.0), values, declined


def _build(request: Request, source: Source) -> RidgeCVPath | None:
    n, p = source.X.shape
    intercept, alphas = request.parameters["fit_intercept"], request.parameters["alphas"]
    if 2 * p >= int(source.cuts.plan.n_train.min()) or p >= n or (request.scaled and not intercept):
        return None
    return RidgeCVPath(np.asarray(alphas, dtype=np.float64), intercept, request.scaled)


def _are_penalties(value: Any) -> bool:
    if not isinstance(value, (list, tuple, np.ndarray)) or not 0 < len(value) <= MOST_ALPHAS:
        return False
    return all(isinstance(one, int | float | np.integer | np.floating) and 0 < one < np.inf for one in value)


REGRESSOR = Family(
    "ridge, penalty chosen",
    "regression",
    {
        "alphas": _are_penalties,
        "fit_intercept": is_flag,
        "scoring": is_none,
        "cv": is_none,
        "gcv_mode": anything,
        "store_cv_results": anything,
        "store_cv_values": anything,
        "alpha_per_target": anything,
    },
    ("predict",),
    _build,
    by_default=False,
)
