"""NearestCentroid: class means of every training set, shrunken or not; the nearest has the largest linear score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.guard import EPSILON, LARGEST_CONDITION, Flags, leading
from errbar.run.shared.path import Family, PathOutput, Request, best_scored
from errbar.run.shared.scaler import feature_weights, training_squares


@dataclass(frozen=True, slots=True)
class CentroidPath:
    threshold: float | None
    scaled: bool

    def outputs(self, step: Step) -> PathOutput:
        block = step.block("classification")
        counts = block.counts
        present = np.maximum(counts, 1.0)
        centroids = block.sums[:, :, : block.table.p] / present[:, :, np.newaxis]
        declined = (counts > 0).sum(axis=1) < 2  # scikit-learn refuses one class
        lost = (block.parent_counts / present).max(axis=1)
        weights = np.ones(centroids[:, 0].shape)
        if self.scaled:
            weights, doubtful = feature_weights(step, *training_squares(step, "classification"))
            declined |= doubtful
        if self.threshold is not None:
            centroids, blur, doubtful = self._shrunken(step, centroids, weights)
            lost, declined = lost * blur, declined | doubtful
        weighted = centroids / weights[:, np.newaxis, :]
        constants = np.where(counts > 0, -0.5 * (centroids * weighted).sum(axis=2), -np.inf)
        scores = block.scores(*leading(weighted.transpose(0, 2, 1), constants))
        rounding = EPSILON * lost * (step.source.largest**2 / weights).sum(axis=1)
        return best_scored(scores, rounding, step.source, declined)

    def _shrunken(self, step: Step, centroids: Floats, weights: Floats) -> tuple[Floats, Floats, Flags]:
        """Centroids moved towards the overall mean, deviation by deviation, by the threshold."""
        assert self.threshold is not None
        block = step.block("classification")
        counts, n = block.counts, step.n_train[:, np.newaxis]
        sums = block.sums[:, :, : block.table.p]
        n_classes = (counts > 0).sum(axis=1, keepdims=True)
        within = block.squares.sum(axis=1) - (sums * centroids).sum(axis=1)
        blur = (block.parent_class_squares.sum(axis=1) / np.where(within > 0, within, np.inf)).max(axis=1)
        doubtful = (within <= 0).any(axis=1) | (blur > LARGEST_CONDITION) | (n <= n_classes)[:, 0]
        root = np.sqrt(weights)
        deviation = np.sqrt(np.maximum(within, 0.0) / np.maximum(n - n_classes, 1)) / root
        deviation = deviation + np.median(deviation, axis=1, keepdims=True)
        size = np.sqrt(np.maximum(1 / np.maximum(counts, 1.0) - 1 / n, 0.0))[:, :, np.newaxis]
        unit = size * np.where(deviation > 0, deviation, 1.0)[:, np.newaxis, :] * root[:, np.newaxis, :]
        centre = sums.sum(axis=1, keepdims=True) / n[:, :, np.newaxis]
        shifts = (centroids - centre) / np.where(unit > 0, unit, 1.0)
        shrunken = np.sign(shifts) * np.maximum(np.abs(shifts) - self.threshold, 0.0)
        return centre + unit * shrunken, np.maximum(blur, 1.0), doubtful


def _is_euclidean(value: Any) -> bool:
    return bool(value == "euclidean")


def _is_threshold(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and value > 0)


def _is_uniform(value: Any) -> bool:
    return isinstance(value, str) and value == "uniform"


def _build(request: Request, source: Source) -> CentroidPath | None:
    if source.constant.any():  # scikit-learn warns
        return None
    return CentroidPath(request.parameters["shrink_threshold"], request.scaled)


ALLOWED = {"metric": _is_euclidean, "shrink_threshold": _is_threshold, "priors": _is_uniform}
CLASSIFIER = Family("nearest centroid", "classification", ALLOWED, ("predict",), _build)
