"""Scores of many candidates -> how the luckiest of them may be off, and the mean corrected for having picked it.

Everything here is a loss: scores for which greater is better are turned round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from errbar.core.arrays import Floats
from errbar.core.best_of_many import UnitSums, bootstrap_counts, largest_of, left_out_folds, out_of_bag, out_of_bag_of
from errbar.errors import NeedsError
from errbar.methods.defaults import FIXED
from errbar.types import Scores

SPLITS = ("kfold", "subsample", "custom")
LARGEST, BAGS = 10_000, 500  # draws of the largest error, and of bootstrap samples


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What the scores say of all candidates at once.

    Parameters
    ----------
    scores : theirs.
    units : sums of losses per example or group; None where only split scores, sums or whole-set metrics are known.
    """

    scores: Scores
    units: UnitSums | None

    @classmethod
    def of(cls, scores: Scores) -> Candidates:
        plan = scores.plan
        if plan.in_time or plan.kind not in (*SPLITS, *FIXED):
            raise NeedsError(
                f"winner reads a test set, or splits of the kinds {', '.join(SPLITS)}; these are of kind {plan.kind!r}"
                f"{', in time order' if plan.in_time else ''}."
            )
        return cls(scores, _units(scores))

    @property
    def sign(self) -> float:
        return -1.0 if self.scores.greater_is_better else 1.0

    @property
    def losses(self) -> Floats:
        """Each candidate's mean over the splits, by which it is picked."""
        return np.asarray(self.sign * self.scores.values.mean(axis=1))

    @property
    def best(self) -> int:
        """The first of the best."""
        return int(self.losses.argmin())

    @property
    def fixed(self) -> bool:
        """Whether they are trained models, each test item judged once."""
        return self.scores.plan.kind in FIXED

    def largest(self, rng: np.random.Generator) -> Floats:
        """Draws of the largest of all standardised errors; over splits with the correlations that splits show."""
        return largest_of(self.residuals(rng), LARGEST, rng)

    def residuals(self, rng: np.random.Generator) -> Floats:
        """Candidates x units: what each unit adds to a candidate's error, or what has the same covariances."""
        scores = self.scores
        if not self.fixed:
            return np.asarray(scores.values - scores.values.mean(axis=1, keepdims=True))
        if scores.sums is not None:
            squares = scores.sums.squares if scores.sums.group_squares is None else scores.sums.group_squares
            order = sorted(range(len(squares)), key=lambda i: (self.losses[i], np.sort(squares[i]).tobytes()))
            values, vectors = np.linalg.eigh(squares[np.ix_(order, order)])
            return np.asarray((vectors * np.sqrt(np.maximum(values, 0.0)))[np.argsort(order)])
        if scores.predictions is not None:
            drawn = self._metrics(self._bags(rng))
            return np.asarray(drawn - drawn.mean(axis=1, keepdims=True))
        assert self.units is not None
        return self.units.residuals

    def corrected(self, rng: np.random.Generator) -> tuple[float, Floats] | None:
        """The mean loss of the best, corrected for the pick, and the values behind it; None where nobody can tell."""
        if self.units is not None:
            estimate, values = out_of_bag(self.units, BAGS, rng)
            shift = float(self.losses[self.best] - self.units.means[self.best])  # means over splits, not over items
            return estimate + shift, values + shift
        if self.scores.predictions is not None:
            weights = self._bags(rng)
            bag, out = (self.sign * self._metrics(w) for w in (weights, (weights == 0).astype(np.float64)))
            usable = np.isfinite(bag).all(axis=0) & np.isfinite(out).all(axis=0)
            return out_of_bag_of(bag[:, usable].T, out[:, usable].T, self.losses)
        if self.scores.sums is not None or (folds := self._folds()) is None:
            return None
        return left_out_folds(self.sign * self.scores.values, folds), np.empty(0)

    def _folds(self) -> int | None:
        """How many splits in a row test every example once; None where splits overlap."""
        plan = self.scores.plan
        if not plan.knows_sizes:
            return None
        n_folds = round(1.0 / plan.ratio) + 1
        is_whole = abs(n_folds - 1 - 1.0 / plan.ratio) < 0.05 * n_folds and len(plan) % n_folds == 0
        return n_folds if n_folds > 1 and is_whole and plan.kind in ("kfold", "custom") else None

    def _bags(self, rng: np.random.Generator) -> Floats:
        said, groups = self.scores.predictions, self.scores.item_groups
        assert said is not None
        if groups is None:
            return bootstrap_counts(BAGS, said.truth.size, rng)
        _, codes = np.unique(groups, return_inverse=True)
        return np.asarray(bootstrap_counts(BAGS, int(codes.max()) + 1, rng)[:, codes])

    def _metrics(self, weights: Floats) -> Floats:
        said = self.scores.predictions
        assert said is not None
        if said.takes_weights:
            return said.weighted(weights)
        return np.stack([said.among(np.repeat(np.arange(w.size), w.astype(np.intp))).values() for w in weights], axis=1)


def _units(scores: Scores) -> UnitSums | None:
    if scores.items is None or scores.predictions is not None or not scores.plan.knows_indices:
        return None
    items = scores.items if not scores.greater_is_better else -scores.items
    codes = scores.item_groups
    if codes is None and scores.plan.kind in FIXED:
        return UnitSums(items, np.ones(items.shape[1]))
    if codes is None:
        codes = np.concatenate([test for _, test in scores.plan])
    _, places = np.unique(codes, return_inverse=True)
    return UnitSums(
        np.stack([np.bincount(places, weights=row) for row in items]), np.bincount(places).astype(np.float64)
    )
