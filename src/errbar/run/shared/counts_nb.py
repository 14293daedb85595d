"""MultinomialNB and BernoulliNB: counts of every training set, those of its parent without its test set's.

Only features that are whole numbers are counted: their sums are exact, in whatever order they are added up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from errbar.core.arrays import Floats
from errbar.run.losses import Reads
from errbar.run.shared.gathered import Source, Step
from errbar.run.shared.gram import GramBlock, GramTable
from errbar.run.shared.guard import EPSILON, VISIBLE
from errbar.run.shared.path import Family, PathOutput, Request, anything, best_scored, is_flag, is_none

LEAST = 1e-3  # of a smoothing
LARGEST = 2.0**40  # of a count: sums stay exact


@dataclass(frozen=True, eq=False, slots=True)
class CountsPath:
    """`table`: what is counted, beside an indicator per class; `absent`: whether a feature that is not there counts."""

    table: GramTable
    alpha: float
    prior: bool
    absent: bool
    reads: str

    def outputs(self, step: Step) -> PathOutput:
        block = GramBlock(self.table, step.batch)
        counts = block.counts
        weights, constants, blur = self._logarithms(block)
        n_classes = (counts > 0).sum(axis=1, keepdims=True)
        shares = np.maximum(counts, 1.0) / counts.sum(axis=1, keepdims=True)
        constants = constants + (np.log(shares) if self.prior else -np.log(n_classes))
        scores = block.x @ weights.transpose(0, 2, 1) + np.where(counts > 0, constants, -np.inf)[:, np.newaxis, :]
        size = (self.table.spread * (1 + np.abs(weights))).sum(axis=2) + np.abs(constants)
        rounding = EPSILON * (size + blur).max(axis=1)
        declined = n_classes[:, 0] < 2
        if self.reads == "predict":
            return best_scored(scores, rounding, step.source, declined)
        from scipy.special import logsumexp

        declined = declined | (counts == 0).any(axis=1) | ~(rounding <= VISIBLE)
        scores[declined] = 0.0
        return PathOutput(np.exp(scores - logsumexp(scores, axis=2, keepdims=True)), declined)

    def _logarithms(self, block: GramBlock) -> tuple[Floats, Floats, Floats]:
        """Splits x classes x features: what each count adds; and splits x classes: a constant, and its rounding."""
        features = block.sums[:, :, : self.table.p] + self.alpha
        if not self.absent:
            nothing = np.zeros(block.counts.shape)
            return np.log(features / features.sum(axis=2, keepdims=True)), nothing, nothing
        totals = block.counts[:, :, np.newaxis] + 2 * self.alpha
        missing = np.log((totals - features) / totals)
        blur = (totals / (totals - features)).sum(axis=2)  # scikit-learn has it from 1 - exp(log(share))
        return np.log(features / totals) - missing, missing.sum(axis=2), blur


def _path(request: Request, source: Source, X: Floats, absent: bool) -> CountsPath | None:
    if request.scaled or not ((X >= 0) & (np.floor(X) == X) & (X * len(X) <= LARGEST)).all():
        return None
    indicators = np.asarray(source.codes[:, np.newaxis] == np.arange(source.classes.size), dtype=np.float64)
    alpha, prior = float(request.parameters["alpha"]), request.parameters["fit_prior"]
    return CountsPath(GramTable(X, indicators, np.zeros(X.shape[1])), alpha, prior, absent, request.reads)


def _multinomial(request: Request, source: Source) -> CountsPath | None:
    return _path(request, source, source.X, absent=False)


def _bernoulli(request: Request, source: Source) -> CountsPath | None:
    threshold = request.parameters["binarize"]
    if threshold is None and not ((source.X == 0) | (source.X == 1)).all():
        return None
    X = source.X if threshold is None else (threshold < source.X).astype(np.float64)
    return _path(request, source, X, absent=True)


def _smooths(value: Any) -> bool:
    return isinstance(value, int | float) and LEAST <= value < np.inf


def _is_threshold(value: Any) -> bool:
    return value is None or isinstance(value, int | float)


_ALLOWED = {"alpha": _smooths, "force_alpha": anything, "fit_prior": is_flag, "class_prior": is_none}
_READS: tuple[Reads, ...] = ("predict", "predict_proba")

MULTINOMIAL = Family("multinomial naive bayes", "classification", _ALLOWED, _READS, _multinomial, by_default=False)
BERNOULLI = Family(
    "bernoulli naive bayes",
    "classification",
    {**_ALLOWED, "binarize": _is_threshold},
    _READS,
    _bernoulli,
    by_default=False,
)
