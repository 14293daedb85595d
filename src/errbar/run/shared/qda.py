"""QuadraticDiscriminantAnalysis (svd): class means and covariances of every training set, from class Gram matrices.

Score of class c at x: log(share of c) - (log det C + (x - mean)' C^-1 (x - mean)) / 2, where C = (1 - r) cov + r I and
r is `reg_param`. A StandardScaler in front puts covariances into units of the training variances.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.gram import class_grams
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, VISIBLE, Flags, diagonals, inverse
from errbar.run.shared.path import Family, PathOutput, Request, anything, best_scored, is_none, is_not_negative
from errbar.run.shared.scaler import feature_weights, training_squares

MOST_FEATURES = 64


@dataclass(frozen=True, slots=True)
class QuadraticPath:
    regularisation: float
    tolerance: float
    divides_by_n: bool
    scaled: bool
    reads: str

    def outputs(self, step: Step) -> PathOutput:
        scores, rounding, declined = self._scores(step)
        if self.reads == "predict":
            return best_scored(scores, rounding, step.source, declined)
        declined = declined | ~(rounding <= VISIBLE)
        scores[declined] = 0.0
        if self.reads == "decision_function":
            return PathOutput(scores[:, :, 1] - scores[:, :, 0], declined)
        shares = np.exp(scores - scores.max(axis=2, keepdims=True))
        return PathOutput(shares / shares.sum(axis=2, keepdims=True), declined)

    def _scores(self, step: Step) -> tuple[Floats, Floats, Flags]:
        """Splits x examples x classes, a bound for their rounding, and the splits in doubt."""
        block = step.block("classification")
        p, counts = block.table.p, block.counts
        declined: Flags = (counts <= p).any(axis=1)  # scikit-learn refuses these, or leaves a class out
        units = np.ones((len(counts), p))
        if self.scaled:
            units, doubtful = feature_weights(step, *training_squares(step, "classification"))
            declined |= doubtful
        grams, parents = block.of_training(class_grams), block.parent(class_grams)
        scores = np.empty((*step.batch.test.shape, counts.shape[1]))
        rounding = np.zeros(len(counts))
        for c in range(counts.shape[1]):
            n = np.maximum(counts[:, c], 2.0)[:, np.newaxis, np.newaxis]
            mean = block.sums[:, c, :p] / n[:, 0]
            within = grams[:, c] - n * mean[:, :, np.newaxis] * mean[:, np.newaxis, :]
            constants, inverted, condition, regular = self._solved(within, diagonals(parents[:, c]), n, units)
            declined |= ~regular
            shifts = block.x - mean[:, np.newaxis, :]
            distances = np.einsum("bmp,bmp->bm", shifts @ inverted, shifts)
            constants = np.log(n[:, 0, 0] / counts.sum(axis=1)) - 0.5 * constants
            scores[:, :, c] = constants[:, np.newaxis] - 0.5 * distances
            rounding = np.maximum(rounding, EPSILON * condition * (distances.max(axis=1) + np.abs(constants) + p))
        return scores, np.where(declined, 1.0, rounding), declined

    def _solved(self, within: Floats, parent: Floats, n: Floats, units: Floats) -> tuple[Floats, Floats, Floats, Flags]:
        """Of each covariance: the log determinant, the inverse, its condition, and whether it can be used."""
        divisor = n if self.divides_by_n else n - 1
        covariance = (1 - self.regularisation) / divisor * within
        diagonals(covariance)[...] += self.regularisation * units
        inverted, scale, condition = inverse(covariance, parent / divisor[:, 0])
        full = inverted / (scale[:, :, np.newaxis] * scale[:, np.newaxis, :])
        root = np.sqrt(units)
        smallest = 1 / (np.abs(full) * root[:, :, np.newaxis] * root[:, np.newaxis, :]).sum(axis=2).max(axis=1)
        regular = (condition <= LARGEST_CONDITION) & (smallest > 2 * self.tolerance)
        signs, logs = np.linalg.slogdet(np.where(regular[:, np.newaxis, np.newaxis], inverted, np.eye(len(scale[0]))))
        return 2 * np.log(scale).sum(axis=1) - logs, full, condition, regular & (signs > 0)


@lru_cache(maxsize=1)
def _divides_by_n() -> bool:
    """Whether this release of scikit-learn divides the scatter of a class by its examples, or by one less."""
    from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

    X, y = np.array([[0.0], [2.0], [5.0], [8.0], [9.0], [11.0]]), np.array([0, 0, 0, 1, 1, 1])
    fitted = QuadraticDiscriminantAnalysis(store_covariance=True).fit(X, y)
    return bool(abs(fitted.covariance_[0][0, 0] - X[:3].var()) < 1e-9)


def _build(request: Request, source: Source) -> QuadraticPath | None:
    if source.X.shape[1] > MOST_FEATURES or source.constant.any():
        return None
    settings = float(request.parameters["reg_param"]), float(request.parameters["tol"])
    return QuadraticPath(*settings, _divides_by_n(), request.scaled, request.reads)


def _is_svd(value: Any) -> bool:
    return bool(value == "svd")


def _is_share(value: Any) -> bool:
    return is_not_negative(value) and value < 1


CLASSIFIER = Family(
    "quadratic discriminant analysis",
    "classification",
    {
        "solver": _is_svd,
        "shrinkage": is_none,
        "priors": is_none,
        "reg_param": _is_share,
        "store_covariance": anything,
        "tol": is_not_negative,
        "covariance_estimator": is_none,
    },
    ("predict", "predict_proba", "decision_function"),
    _build,
    by_default=False,
)
