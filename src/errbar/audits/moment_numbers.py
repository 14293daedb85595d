"""What a data set must keep so that many of them give the moments of resampling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import nan

import numpy as np

from errbar.answers.ask import series_of
from errbar.audits.pool import MOMENT_PLANS, Pool
from errbar.core.arrays import Floats
from errbar.core.halvings import half_differences
from errbar.core.kfold_covariance import kfold_statistics
from errbar.types import Scores

SPLITS, FOLDS, HALVINGS = MOMENT_PLANS.values()


@dataclass(frozen=True, slots=True)
class MomentNumbers:
    """How many numbers of a series are kept, in this order.

    Parameters
    ----------
    n_splits : the scores of random splits, and the mean variance inside a test set.
    n_folds : of K folds the mean and the eigenvalues l1, l2; 0: none.
    n_halvings : of halvings the differences between the halves; 0: none.
    n_methods : standard errors.
    """

    n_splits: int
    n_folds: int
    n_halvings: int
    n_methods: int

    @classmethod
    def of(cls, pool: Pool, methods: Sequence[str]) -> MomentNumbers:
        plans = pool.plans
        n_folds = int(getattr(plans[FOLDS].parts[0], "n_folds", 0) or 0) if FOLDS in plans else 0
        n_halvings = int(plans[HALVINGS].parts[1].labels()["halving"].max()) + 1 if HALVINGS in plans else 0
        return cls(len(plans[SPLITS]), n_folds, n_halvings, len(methods))

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        return self.n_splits + 1, 3 if self.n_folds else 0, self.n_halvings, self.n_methods

    @property
    def size(self) -> int:
        return sum(self.sizes)

    def taken(self, pool: Pool, scores: Scores, *, names: tuple[str, ...], errors: Floats) -> Floats:
        """The numbers of one series of one data set."""

        def series(plan: str) -> Scores:
            return series_of(pool.of(scores, plan), names)

        splits = series(SPLITS)
        kept = [splits.per_split, [_within(splits)]]
        if self.n_folds:
            kept.append(_folds(series(FOLDS), self.n_folds))
        if self.n_halvings:
            halves = series(HALVINGS)
            inside = halves.per_split[len(halves.plan.parts[0]) :]
            kept.append(half_differences(inside.reshape(self.n_halvings, 2, -1)))
        return np.concatenate([*kept, errors])

    def parts(self, rows: Floats) -> list[Floats]:
        """Data sets x numbers, taken apart again: splits and within, folds, halvings, errors."""
        return np.split(rows, np.cumsum(self.sizes)[:-1], axis=1)


def _within(scores: Scores) -> float:
    if scores.items is None or int(scores.plan.n_test.min()) < 2:
        return nan
    ends = pairwise(scores.offsets.tolist())
    return float(np.mean([scores.losses[start:stop].var(ddof=1) for start, stop in ends]))


def _folds(scores: Scores, n_folds: int) -> list[float]:
    """Mean, l1 and l2; from fold scores alone there is no l1."""
    if scores.items is None:
        return [nan, nan, nan]
    seen = kfold_statistics(scores.losses, scores.plan.n_test, len(scores.plan) // n_folds)
    return [seen.mean, seen.l1, seen.l2]
