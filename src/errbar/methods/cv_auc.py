r"""Interval for the mean area under the ROC curve over K folds.

.. math:: \widehat{Var} = \frac{1}{K^2} \sum_v \Big(\frac{S_{10}}{m_v} + \frac{S_{01}}{n_v}\Big)

S_10, S_01: variances inside the folds of DeLong's components, the share of the fold's negatives below a positive
and of its positives above a negative, pooled over K folds with divisor M - K and N - K; m_v, n_v: positives and
negatives of fold v, M, N in all. The interval is the score interval of `delong`, with width at an area of 1; for
two models the components are the differences of theirs.

Parameters
----------
scores : from `Scores.from_table` with metric="roc_auc" and the fold of each item as `split`; or `evaluate(...,
    scoring="roc_auc", cv=K, method="cv_auc")`.
interval : with width at an area of 1, or as LeDell's paper has it
    "score" (above), or "wald": LeDell's mean squared influence value (divisor n_v), normal on the log odds for one
    model and as it is for a difference. Too narrow where folds hold few items of a class.

Use it: The mean area under the ROC curve of the models that cross-validation fitted.
Not for: The algorithm: read that way it is too narrow; take `corrected_t` with `scoring="roc_auc"`.
In more words: asymptotic, for stable learners.
Deviation: LeDell's paper is "wald". With groups the influence values of a group are added up first (CR1).
References: ledell2015, delong1988, newcombe2006.

>>> import errbar as eb
>>> table = {"i": range(12), "fold": [0] * 6 + [1] * 6, "y": [1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0],
...          "p": [.9, .7, .4, .6, .3, .2, .8, .35, .55, .5, .45, .1]}
>>> scores = eb.Scores.from_table(table, item="i", split="fold", y_true="y", y_score="p", metric="roc_auc")
>>> r = eb.infer(scores, method="cv_auc", options={"interval": "wald"})
>>> print(f"{r.estimate:.10f} {r.se:.10f}")
0.7569444444 0.1398256392
"""

from math import inf
from typing import Literal

import numpy as np

from errbar.core.areas import areas_of
from errbar.core.arrays import Indices
from errbar.core.clustered import clustered_se
from errbar.core.delong import Logit, cv_auc_se
from errbar.core.delong import cv_auc as area_and_influence
from errbar.core.student import Student
from errbar.methods.clustered_t import group_count
from errbar.types import Finding, Law, Predictions, Scores, method

CLAIM = "asymptotic for the models fitted here, silent about the algorithm"


@method("Cross-validated AUC", ("kfold",), CLAIM, needs="predictions", target="proxy", scoring="roc_auc")
def cv_auc(scores: Scores, *, interval: Literal["score", "wald"] = "score") -> Finding:
    said, groups = scores.predictions, scores.item_groups
    assert said is not None
    folds, score = np.repeat(np.arange(len(scores.plan)), scores.plan.n_test), interval == "score"
    law = areas_of(said.outputs, said.truth, folds=folds, groups=groups).law() if score else _wald(said, folds, groups)
    few = min(int(np.bincount(folds[which], minlength=int(folds[-1]) + 1).min()) for which in (said.truth, ~said.truth))
    how = "is taken from the other folds" if score else "cannot be seen there: the interval is too narrow"
    notes = [
        "Fold areas share training data: read for the algorithm, this interval is too narrow.",
        few < 2 and f"Some folds hold a single item of a class, whose spread {how}.",
    ]
    return Finding(law, notes, group_count(scores))


def _wald(said: Predictions, folds: Indices, groups: Indices | None) -> Law:
    """As published, or with the influence values added up inside the groups."""
    signs = (1.0, -1.0)[: len(said.outputs)]
    parts = [area_and_influence(output, said.truth, folds) for output in said.outputs]
    estimate = sum(sign * area for sign, (area, _) in zip(signs, parts, strict=True))
    values = np.sum([sign * influence for sign, (_, influence) in zip(signs, parts, strict=True)], axis=0)
    se, df = (cv_auc_se(values, folds), inf) if groups is None else clustered_se(values, groups)
    return Student(estimate, se, df) if len(signs) == 2 else Logit(estimate, se, df)
