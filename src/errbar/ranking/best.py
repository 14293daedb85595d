"""Who may be the best? What the scores know of the models' means decides how that is tested."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from errbar.core.confidence_set import Means, best_pvalues
from errbar.core.variance import corrected_factor
from errbar.ranking.pairs import ErrorPairs
from errbar.types import Moments, Plan, Scores

Floats = NDArray[np.float64]

N_DRAWS = 1000
# The splits behind the models' means, in this order of preference
BASES = ("test_set", "holdout", "kfold", "subsample", "five_by_two", "custom")

NOTES = {
    "cv_with_confidence": "The tied set holds the best of these fitted models with confidence {level} "
    "(cross-validation with confidence: every candidate against all others, losses centred within folds).",
    "split_confidence": "The tied set holds the best algorithm with confidence {level} "
    "(every candidate against all others on split scores, with the variance of the corrected t).",
    "pairwise_bonferroni": "The tied set holds the best model with confidence {level} "
    "(every candidate against all others, pair by pair with Bonferroni's correction: wider than it could be).",
}


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """For each model the p-value of "no other is better", and how it was found."""

    pvalue: Floats
    method: str


def best_of_scores(scores: Scores, seed: int) -> Best | None:
    """From the losses where no item is tested twice, else from split scores; None where each model has one number."""
    base = next(kind for kind in BASES if scores.plan.kind == kind or scores.plan.has(kind))
    seen = scores.view(base)
    sign = -1.0 if scores.greater_is_better else 1.0
    if scores.sums is not None:
        law, method = _law_of_sums(scores.sums, sign), "cv_with_confidence"
    elif seen.items is not None and _tested_once(seen.plan):
        folds = np.repeat(np.arange(len(seen.plan)), seen.plan.n_test)
        law, method = Means.of_items(sign * seen.items, folds, seen.item_groups), "cv_with_confidence"
    elif len(seen.plan) > 1 and seen.plan.knows_sizes:
        factor = corrected_factor(len(seen.plan), seen.plan.ratio)
        law, method = Means.of_splits(sign * seen.values, factor), "split_confidence"
    else:
        return None
    by_name = np.array(sorted(range(len(scores.names)), key=scores.names.__getitem__), dtype=np.intp)
    pvalue = np.empty(by_name.size)
    pvalue[by_name] = best_pvalues(law.pick(by_name), n_draws=N_DRAWS, seed=seed)  # whatever order they were given in
    return Best(pvalue, method)


def _law_of_sums(sums: Moments, sign: float) -> Means:
    if sums.group_squares is None or sums.n_groups is None:
        return Means(sign * sums.means, sums.squares / sums.n**2)
    return Means.of_clusters(sign * sums.means, sums.group_squares, sums.n, sums.n_groups)


def best_of_pairs(pairs: ErrorPairs, greater_is_better: bool) -> Best:
    """From all pairs: one-sided p-values of "worse than", the smallest times the number of rivals."""
    k = len(pairs.models)
    worse = pairs.estimate < 0 if greater_is_better else pairs.estimate > 0
    even = pairs.estimate == 0
    smallest = np.ones(k)
    for loser, is_worse in ((pairs.first, worse), (pairs.second, ~worse & ~even)):
        one_sided = np.where(even, 1.0, np.where(is_worse, pairs.pvalue / 2, 1 - pairs.pvalue / 2))
        np.minimum.at(smallest, loser, one_sided)
    return Best(np.minimum(1.0, (k - 1) * smallest), "pairwise_bonferroni")


def _tested_once(plan: Plan) -> bool:
    return plan.kind in ("test_set", "holdout") or (plan.kind == "kfold" and plan.is_one_partition)
