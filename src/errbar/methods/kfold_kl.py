r"""Relative entropy over K folds at delta itself, for the mean error of the K models fitted. Rigorous.

.. math:: \sup\{p : kl(\bar x, p) \le \ln(\xi(m)/\delta)/m\}

\bar x: mean of the folds' mean losses; m: examples of the smallest fold; kl: relative entropy of two coins; \xi(m):
sum over i of C(m,i) (i/m)^i (1-i/m)^{m-i}, at most 2 sqrt(m).

The folds may depend on each other in any way: kl is jointly convex.

Use it: A guarantee for the models of a K-fold run, of many folds or small errors above all.
Not for: The algorithm, or the model fitted to all data: no bound is known for these. Few folds: try `kfold_union`.
Deviation: none; the survey has the average of fold bounds (equation 51), which is no bound at delta.
References: hoeffding1963, anguita_survey.

>>> import errbar as eb
>>> plan = eb.plans.kfold(2).build(10, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [0.0] * 10}, plan=plan, loss="zero_one")
>>> r = eb.infer(scores, method="kfold_kl", alternative="less")
>>> print(f"{r.high:.10f}")
0.5727100485
"""

from errbar.bounds import kfold
from errbar.methods.kfold_union import fold_finding, over_folds
from errbar.types import Finding, Scores


@over_folds("K folds, relative entropy")
def kfold_kl(scores: Scores) -> Finding:
    return fold_finding(kfold.kfold_kl, scores)
