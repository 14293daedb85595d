"""Who may be the best? Every model that no comparison shows to be worse than another."""

from __future__ import annotations

import numpy as np

from errbar.answers.pairs import ErrorPairs
from errbar.core.arrays import Floats
from errbar.show.as_text import number, percent

GUARDED = ("holm", "simes-hochberg", "bonferroni", "max_t")  # corrections that guard against a single false difference


def best_pvalues(pairs: ErrorPairs, greater_is_better: bool) -> Floats:
    """For each model the smallest adjusted p-value of a comparison in which it is the worse; 1 where it is in none.

    The true best is the worse of a pair only by a false difference, so a correction that makes those rare in the whole
    family keeps it in the set as often. Nothing else is drawn or tested: the set and the comparisons cannot disagree.
    """
    first_is_worse = pairs.estimate < 0 if greater_is_better else pairs.estimate > 0
    even = pairs.estimate == 0
    smallest = np.ones(len(pairs.models))
    for worse, is_worse in ((pairs.first, first_is_worse), (pairs.second, ~first_is_worse & ~even)):
        np.minimum.at(smallest, worse[is_worse], pairs.adjusted_pvalue[is_worse])
    return smallest


def set_note(correction: str, control: str | None, confidence_level: float) -> str:
    """What the tied set holds, in one sentence."""
    if correction not in GUARDED:
        return (
            "The tied set leaves out every model that a comparison shows to be worse than another, and the comparisons "
            f"are not corrected for the chance of a single false difference (correction={correction!r}): the best may "
            "be missing more often than the level says."
        )
    compared = "another" if control is None else f"{control}, or {control} where another is better"
    return (
        f"The tied set holds the best with confidence {percent(confidence_level)}: a model is left out only where the "
        f"comparisons, as a family, show it to be worse than {compared}."
    )


def few_splits_note(df: Floats, n_splits: int, n_pairs: int, level: float) -> list[str]:
    """Where so few splits are behind the variances that hardly any difference could be shown among so many."""
    from scipy.special import ndtri, stdtrit

    known = df[np.isfinite(df)]
    if n_splits < 2 or known.size == 0:
        return []
    tail = (1.0 - level) / 2.0
    reach, limit = -float(stdtrit(known.min(), tail)), -float(ndtri(tail))
    if reach < 1.5 * limit:
        return []
    return [
        f"With {n_splits} splits and {n_pairs} comparison{'s' if n_pairs > 1 else ''} a difference must be "
        f"{number(reach, 2)} standard errors to be shown, {number(limit, 2)} with many splits: take more, for instance "
        "plan=eb.plans.subsample(25, 0.1)."
    ]
