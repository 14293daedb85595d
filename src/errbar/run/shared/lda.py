"""LinearDiscriminantAnalysis (svd): discriminants from the within-class Gram matrix of every training set.

A StandardScaler in front changes nothing: the solver scales by the within-class deviations itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, VISIBLE, Flags, diagonals, inverse, leading
from errbar.run.shared.path import Family, PathOutput, Request, anything, best_scored, is_none, is_not_negative


@dataclass(frozen=True, slots=True)
class DiscriminantPath:
    tolerance: float
    divides_by_n: bool
    reads: str

    def outputs(self, step: Step) -> PathOutput:
        linear, constants, size, condition, declined = self._weights(step)
        block = step.block("classification")
        if self.reads == "predict":
            scores = block.scores(*leading(linear, constants))
            return best_scored(scores, EPSILON * condition * size, step.source, declined)
        declined = declined | ~(EPSILON * np.sqrt(condition) * size <= VISIBLE)
        scores = block.scores(linear, constants)
        scores[declined] = 0.0
        if self.reads == "decision_function":
            return PathOutput(scores[:, :, 1] - scores[:, :, 0], declined)
        return PathOutput(_probabilities(scores), declined)

    def _weights(self, step: Step) -> tuple[Floats, Floats, Floats, Floats, Flags]:
        """What scores are made of (splits x features x classes, splits x classes), and how far they can be trusted:

        the size of their terms, the condition, and the splits in doubt.
        """
        block = step.block("classification")
        gram, p = block.gram, block.table.p
        counts = diagonals(gram)[:, p:]
        n, n_classes = counts.sum(axis=1), counts.shape[1]
        means = gram[:, p:, :p] / np.maximum(counts, 1.0)[:, :, np.newaxis]
        within = gram[:, :p, :p] - (means * counts[:, :, np.newaxis]).transpose(0, 2, 1) @ means
        inverted, scale, condition = inverse(within, block.parent_squares[:, :p])
        declined = ~(condition <= LARGEST_CONDITION) | (counts == 0).any(axis=1) | (n <= n_classes)
        centre = gram[:, p:, :p].sum(axis=1) / n[:, np.newaxis]
        shifts = means - centre[:, np.newaxis, :]
        divisor = n if self.divides_by_n else np.maximum(n - n_classes, 1.0)
        scaled = shifts / scale[:, np.newaxis, :]
        coefficients = (scaled @ inverted) / scale[:, np.newaxis, :] * divisor[:, np.newaxis, np.newaxis]
        between = shifts @ coefficients.transpose(0, 2, 1)
        declined |= self._cuts_directions(between, counts, min(n_classes - 1, p))
        coefficients[declined] = 0.0
        constants = np.log(np.maximum(counts, 1.0) / n[:, np.newaxis]) - 0.5 * diagonals(between)
        constants -= (coefficients @ centre[:, :, np.newaxis])[:, :, 0]
        size = (np.abs(coefficients) * step.source.largest).sum(axis=2) + np.abs(constants)
        usable = np.where(declined, 1.0, condition)
        return coefficients.transpose(0, 2, 1), constants, size.max(axis=1), usable, declined

    def _cuts_directions(self, between: Floats, counts: Floats, n_directions: int) -> Flags:
        """Where the class means nearly lie in a smaller space, scikit-learn drops the thin directions."""
        weights = np.sqrt(counts)
        spread = between * weights[:, :, np.newaxis] * weights[:, np.newaxis, :]
        spread[~np.isfinite(spread).all(axis=(1, 2))] = 0.0
        if between.shape[1] == 2:
            kept: Flags = diagonals(spread).sum(axis=1) > VISIBLE
            return ~kept
        values = np.linalg.eigvalsh(spread)
        largest, thinnest = values[:, -1], values[:, -n_directions]
        kept = (largest > VISIBLE) & (thinnest > 4 * self.tolerance**2 * largest)
        return ~kept


def _probabilities(scores: Floats) -> Floats:
    if scores.shape[2] == 2:
        from scipy.special import expit

        second = expit(scores[:, :, 1] - scores[:, :, 0])
        return np.stack((1 - second, second), axis=2)
    from scipy.special import softmax

    probabilities: Floats = softmax(scores, axis=2)
    return probabilities


@lru_cache(maxsize=1)
def _divides_by_n() -> bool:
    """Whether this release of scikit-learn divides the within-class scatter by n, or by n minus classes."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    X, y = np.array([[0.0], [2.0], [4.0], [6.0]]), np.array([0, 0, 1, 1])
    slope = LinearDiscriminantAnalysis().fit(X, y).coef_[0, 0]
    return bool(abs(slope - 4.0) < 1e-9)  # mean difference 4 over variance 4/4; 2 where divided by n - 2


def _is_svd(value: Any) -> bool:
    return bool(value == "svd")


def _build(request: Request, source: Source) -> DiscriminantPath | None:
    if source.X.shape[1] >= source.X.shape[0] or source.constant.any():
        return None
    return DiscriminantPath(float(request.parameters["tol"]), _divides_by_n(), request.reads)


CLASSIFIER = Family(
    "linear discriminant analysis",
    "classification",
    {
        "solver": _is_svd,
        "shrinkage": is_none,
        "priors": is_none,
        "n_components": is_none,
        "store_covariance": anything,
        "tol": is_not_negative,
        "covariance_estimator": is_none,
    },
    ("predict", "predict_proba", "decision_function"),
    _build,
)
