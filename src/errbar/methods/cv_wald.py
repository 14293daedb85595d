r"""Wald interval for the mean error of the models that cross-validation fitted.

.. math:: \bar L \pm z \sqrt{s^2 / n}, \qquad
   s^2_{all} = \frac1n \sum_i (L_i - \bar L)^2, \qquad s^2_{within} = \frac1K \sum_k s_k^2

L_i: loss of example i under the model trained without its fold; n: examples; s_k^2: variance of the losses in
fold k, divisor m_k - 1.

Parameters
----------
variance : variance of all losses, or mean within folds
    "within" needs one run, with at least two examples in every fold.

`details` of a comparison: "apart_low" and "apart_high", put together from the intervals of both models, each at half of
what may be missed. They hold where each learner is stable, though the difference of the two be not.

Use it: The mean error of the very models that cross-validation fitted, for a stable learner and many examples.
Not for: The algorithm, of which it does not speak. Leave-one-out of an unstable learner.
In more words: asymptotic for stable learners; too narrow for the algorithm.
Deviation: repeated folds are averaged example by example first, so that repeats do not pass for more data. With groups
    the losses of a group count as one cluster (CR1) and the quantile is Student's with G - 1 degrees of freedom.
References: bayle2020, bayle2025, schulz2024.

>>> import errbar as eb
>>> plan = eb.plans.kfold(4).build(20, random_state=0)
>>> folds = [[0, 1, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1, 1, 0], [0, 1, 0, 0, 0]]
>>> r = eb.infer(eb.Scores.from_losses({"m": folds}, plan=plan), method="cv_wald")
>>> print(f"{r.se:.9f} [{r.low:.9f}, {r.high:.9f}]")
0.102469508 [0.099163455, 0.500836545]
"""

from math import inf, sqrt
from typing import Literal

import numpy as np

from errbar.core.arrays import Floats, Indices
from errbar.core.clustered import ClusterSums
from errbar.core.student import Student
from errbar.core.variance import mean_and_variance
from errbar.errors import NeedsError
from errbar.methods.cv_auc import CLAIM
from errbar.types import Finding, Scores, method


@method("Wald interval over cross-validation losses", ("kfold",), CLAIM, needs="losses", target="proxy", audited=2)
def cv_wald(scores: Scores, *, variance: Literal["all_pairs", "within"] = "all_pairs") -> Finding:
    rows = np.concatenate([test for _, test in scores.plan])
    by_row = np.bincount(rows, weights=scores.losses) / np.bincount(rows)
    groups = scores.plan.groups
    if variance == "within":
        squared = _within_folds(scores, rows)
    else:
        squared = _variance(by_row, groups) * (1 - 1 / by_row.size if groups is None else 1)
    df = inf if groups is None else float(np.unique(groups).size - 1)
    law = Student(mean_and_variance(by_row)[0], sqrt(squared / by_row.size), df)
    notes = [
        "This interval is for the models fitted here, not for the algorithm (for that it is too narrow): "
        "for the algorithm use corrected_t or nested_cv.",
        scores.is_difference
        and "Each learner can be stable while their difference is not: for comparisons corrected_t is safer.",
        len(scores.plan) == scores.plan.n
        and "Leave-one-out: only for stable learners; for others this interval is too narrow.",
        not scores.plan.is_one_partition
        and "Repeated folds: each example's losses were averaged over the repeats first.",
    ]
    return Finding(law, notes, {"variance": squared})


def _within_folds(scores: Scores, rows: Indices) -> float:
    """Mean over folds of the variance inside each; with groups, of the clusters inside each."""
    plan, groups, variances = scores.plan, scores.plan.groups, []
    if not plan.is_one_partition:
        raise NeedsError("variance='within' needs one K-fold run; with repeats use variance='all_pairs'.")
    for i in range(len(plan)):
        inside = rows[scores.offsets[i] : scores.offsets[i + 1]]
        of_fold = None if groups is None else groups[inside]
        if np.unique(inside if of_fold is None else of_fold).size < 2:
            raise NeedsError(
                f"variance='within' needs at least two {'examples' if groups is None else 'groups'} in every fold; "
                f"fold {i} has one. Use variance='all_pairs'."
            )
        variances.append(_variance(scores.in_split(i), of_fold))
    return float(np.mean(variances))


def _variance(losses: Floats, groups: Indices | None) -> float:
    """Of one loss; with groups, n times that of the mean."""
    return mean_and_variance(losses)[1] if groups is None else ClusterSums.of_items(losses, groups).cr1 * losses.size
