"""The area under the ROC curve of one K-fold run, from influence values."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from errbar.check import Alternative
from errbar.core.clustered import ClusterSums
from errbar.core.delong import Logit, cv_auc_se
from errbar.core.delong import cv_auc as area_and_influence
from errbar.core.student import Student
from errbar.errors import NeedsError
from errbar.types import Method, Result, Scores


def cv_auc(
    scores: Scores,
    *,
    confidence_level: float = 0.95,
    null: float | None = 0.0,
    alternative: Alternative = "two-sided",
) -> Result:
    r"""Interval for the mean area under the ROC curve over K folds.

    .. math:: \widehat{Var} = \frac{1}{n} \cdot \frac{1}{K} \sum_v \frac{1}{n_v} \sum_{i \in v} h_i^2

    h_i: (share of the fold's negatives below - A_v) / p_1 for a positive, (share of the fold's positives above - A_v)
    / p_0 for a negative; A_v: area in fold v of n_v items; p_1, p_0: shares of the classes in all n items. For two
    models h_i is the difference of theirs.

    Target: the models fitted here (proxy).  Guarantee: asymptotic, for stable learners.  Needs: labels and scores.

    Parameters
    ----------
    scores : from `Scores.from_table` with metric="roc_auc" and the fold of each item as `split`.
    confidence_level, null, alternative : of the interval and the test.

    Returns
    -------
    Result

    Deviation: one model's interval is normal on the log odds, where the paper cuts it to [0, 1]. With groups the
    influence values of a group are added up first (CR1, t with G - 1 degrees of freedom).

    References
    ----------
    [ledell2015]

    Examples
    --------
    >>> import errbar as eb
    >>> table = {"i": range(12), "fold": [0] * 6 + [1] * 6, "y": [1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0],
    ...          "p": [.9, .7, .4, .6, .3, .2, .8, .35, .55, .5, .45, .1]}
    >>> scores = eb.Scores.from_table(table, item="i", split="fold", y_true="y", y_score="p", metric="roc_auc")
    >>> r = eb.infer(scores, method="cv_auc")
    >>> print(f"{r.estimate:.10f} {r.se:.10f}")
    0.7569444444 0.1398256392
    """
    said = scores.predictions
    if said is None or scores.loss != "roc_auc" or not scores.plan.is_one_partition:
        raise NeedsError("cv_auc is for metric 'roc_auc' over the folds of one K-fold run. Try method='corrected_t'.")
    folds = np.repeat(np.arange(len(scores.plan)), scores.plan.n_test)
    signs = (1.0, -1.0) if scores.is_difference else (1.0,)
    parts = [area_and_influence(output, said.truth, folds) for output in said.outputs]
    estimate = sum(sign * area for sign, (area, _) in zip(signs, parts, strict=True))
    values = np.sum([sign * influence for sign, (_, influence) in zip(signs, parts, strict=True)], axis=0)
    se, df = cv_auc_se(values, folds), inf
    details: dict[str, float] = {}
    if (groups := scores.item_groups) is not None:
        sums = ClusterSums.of_items(values, groups)
        se, df = sqrt(sums.cr1), sums.n_clusters - 1.0
        details["n_groups"] = sums.n_clusters
    return Result.of(
        scores,
        "cv_auc",
        Student(estimate, se, df) if scores.is_difference else Logit(estimate, se, df),
        target="proxy",
        confidence_level=confidence_level,
        null=null,
        alternative=alternative,
        notes=_notes(said.truth, folds),
        details=details,
    )


def _notes(truth: NDArray[np.bool_], folds: NDArray[np.intp]) -> list[str]:
    notes = ["Fold areas share training data: read for the algorithm, this interval is too narrow."]
    few = min(int(np.bincount(folds[which], minlength=int(folds[-1]) + 1).min()) for which in (truth, ~truth))
    if few < 2:
        notes.append(
            "Some folds hold a single item of a class, whose spread cannot be seen there: the interval is too narrow."
        )
    return notes


METHOD = Method(
    fn=cv_auc,
    title="Cross-validated AUC",
    needs="predictions",
    plans=("kfold",),
    target="proxy",
    guarantee="asymptotic for the models fitted here, silent about the algorithm",
    references=("ledell2015",),
)
