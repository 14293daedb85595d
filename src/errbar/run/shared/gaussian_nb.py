"""GaussianNB: class means and variances of every training set from class sums and sums of squares.

After a StandardScaler the smoothing of feature j is in units of its training variance; nothing else changes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, VISIBLE, Flags, leading
from errbar.run.shared.path import Family, PathOutput, Request, best_scored, is_none, is_not_negative
from errbar.run.shared.scaler import feature_weights, training_squares


@dataclass(frozen=True, slots=True)
class GaussianPath:
    smoothing: float
    scaled: bool
    reads: str

    def outputs(self, step: Step) -> PathOutput:
        scores, rounding, declined = self._joint_log_likelihood(step)
        if self.reads == "predict":
            return best_scored(scores, rounding, step.source, declined)
        from scipy.special import logsumexp

        missing = (step.block("classification").counts == 0).any(axis=1)
        scores[missing | declined] = 0.0
        values = np.exp(scores - logsumexp(scores, axis=2, keepdims=True))
        return PathOutput(values, declined | missing | ~(rounding <= VISIBLE))

    def _joint_log_likelihood(self, step: Step) -> tuple[Floats, Floats, Flags]:
        """Splits x examples x classes (a lead, of two labels), a bound for their rounding, and the splits in doubt."""
        block = step.block("classification")
        p, squares = block.table.p, block.squares
        counts = block.counts
        present = np.maximum(counts, 1.0)[:, :, np.newaxis]
        means = block.sums[:, :, :p] / present
        variances = np.maximum(squares / present - means**2, 0.0)
        smoothing, doubtful = self._smoothing(step)
        variances = variances + smoothing[:, np.newaxis, :]
        here = counts[:, :, np.newaxis] > 0
        flat = ((variances <= 0) & here).any(axis=(1, 2))
        precisions = 1.0 / np.where((variances > 0) & here, variances, 1.0)
        log_prior = np.log(np.maximum(counts, 1.0) / counts.sum(axis=1, keepdims=True))
        constants = log_prior - 0.5 * (np.log(2 * np.pi / precisions) + means**2 * precisions).sum(axis=2)
        linear, quadratic = means * precisions, -0.5 * precisions
        weights = (linear.transpose(0, 2, 1), np.where(counts > 0, constants, -np.inf), quadratic.transpose(0, 2, 1))
        scores = block.scores(*(leading(*weights) if self.reads == "predict" else weights))
        lost = block.parent_class_squares / present * precisions
        reach = block.table.spread * step.source.largest * precisions
        rounding = EPSILON * ((1 + reach) * (1 + lost)).sum(axis=2).max(axis=1)
        return scores, rounding, doubtful | flat

    def _smoothing(self, step: Step) -> tuple[Floats, Flags]:
        """Splits x features: `var_smoothing` of the largest training variance, in the units the model sees."""
        n = step.n_train[:, np.newaxis]
        squares, parent = training_squares(step, "classification")
        if not self.scaled:
            largest = squares.max(axis=1, keepdims=True) / n
            return np.broadcast_to(self.smoothing * largest, squares.shape), np.zeros(len(n), dtype=bool)
        weights, doubtful = feature_weights(step, squares, parent)
        largest = (squares / n / weights).max(axis=1, keepdims=True)
        return self.smoothing * largest * weights, doubtful


def _build(request: Request, source: Source) -> GaussianPath | None:  # noqa: ARG001 - any data will do
    return GaussianPath(float(request.parameters["var_smoothing"]), request.scaled, request.reads)


CLASSIFIER = Family(
    "gaussian naive bayes",
    "classification",
    {"priors": is_none, "var_smoothing": is_not_negative},
    ("predict", "predict_proba"),
    _build,
)
