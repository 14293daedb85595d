"""Ridge and RidgeClassifier: coefficients (G + alpha I)^-1 X'y of every training set.

After a StandardScaler the penalty of feature j is alpha times its training variance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Kind, Source, Step
from errbar.run.shared.guard import EPSILON, VISIBLE, diagonals
from errbar.run.shared.left_out import leaves_all_data, left_out
from errbar.run.shared.linear import Fitted, equations, predict
from errbar.run.shared.path import (
    Family,
    PathOutput,
    Request,
    anything,
    best_scored,
    is_false,
    is_flag,
    is_none,
    is_not_negative,
    predicted,
)
from errbar.run.shared.scaler import feature_weights


@dataclass(frozen=True, slots=True)
class _Ridge:
    alpha: float
    intercept: bool
    scaled: bool
    reads: str

    def fitted(self, step: Step, kind: Kind) -> Fitted:
        if not self.scaled:
            return predict(step, kind, self.intercept, self.alpha)
        normal = equations(step, kind, self.intercept)
        weights, doubtful = feature_weights(step, diagonals(normal.gram), normal.parent)
        fitted = predict(step, kind, self.intercept, self.alpha * weights)
        return replace(fitted, declined=fitted.declined | doubtful)


@dataclass(frozen=True, slots=True)
class RidgePath(_Ridge):
    def outputs(self, step: Step) -> PathOutput:
        if not self.scaled and leaves_all_data(step):
            return left_out(step, self.intercept, self.alpha)
        fitted = self.fitted(step, "regression")
        values = fitted.predictions[:, :, 0] + (step.source.middle if self.intercept else 0.0)
        return predicted(values, step, fitted.rounding + EPSILON * step.source.largest_value, fitted.declined)


@dataclass(frozen=True, slots=True)
class RidgeClassifierPath(_Ridge):
    def outputs(self, step: Step) -> PathOutput:
        fitted = self.fitted(step, "classification")
        declined = fitted.declined
        scores: Floats = fitted.predictions
        if self.reads == "decision_function":
            return PathOutput(scores[:, :, 0], declined | ~(fitted.rounding <= VISIBLE))
        return best_scored(scores, fitted.worst_rounding, step.source, declined)


def _is_direct(value: Any) -> bool:
    return value in ("auto", "cholesky", "svd")


def _usable(request: Request, source: Source) -> bool:
    return source.X.shape[1] < source.X.shape[0] and (request.parameters["fit_intercept"] or not request.scaled)


def _regressor(request: Request, source: Source) -> RidgePath | None:
    alpha, intercept = request.parameters["alpha"], request.parameters["fit_intercept"]
    return RidgePath(alpha, intercept, request.scaled, request.reads) if _usable(request, source) else None


def _classifier(request: Request, source: Source) -> RidgeClassifierPath | None:
    alpha, intercept = request.parameters["alpha"], request.parameters["fit_intercept"]
    return RidgeClassifierPath(alpha, intercept, request.scaled, request.reads) if _usable(request, source) else None


_ALLOWED = {
    "alpha": is_not_negative,
    "fit_intercept": is_flag,
    "copy_X": anything,
    "max_iter": anything,
    "tol": anything,
    "solver": _is_direct,
    "positive": is_false,
    "random_state": anything,
}

REGRESSOR = Family("ridge", "regression", _ALLOWED, ("predict",), _regressor)
CLASSIFIER = Family(
    "ridge", "classification", {**_ALLOWED, "class_weight": is_none}, ("predict", "decision_function"), _classifier
)
