r"""Hoeffding's bound over K folds at delta itself, for the mean error of the K models fitted. Rigorous.

.. math:: \bar x + \sqrt{\ln(1/\delta)/(2m)}

\bar x: mean of the folds' mean losses; m: examples of the smallest fold.

The folds may depend on each other in any way: Jensen's inequality on the generating function of each.

Use it: A guarantee in closed form for the models of a K-fold run.
Not for: The algorithm, or the model fitted to all data. Small errors: `kfold_kl` is tighter there.
Deviation: none; the survey has the average of fold bounds (equation 51), which for this bound is the same.
References: hoeffding1963, anguita_survey.

>>> import errbar as eb
>>> plan = eb.plans.kfold(2).build(10, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [0.0] * 10}, plan=plan, loss="zero_one")
>>> r = eb.infer(scores, method="kfold_hoeffding", alternative="less")
>>> print(f"{r.high:.10f}")  # sqrt(ln(20) / 10)
0.5473328305
"""

from errbar.bounds import kfold
from errbar.methods.kfold_union import fold_finding, over_folds
from errbar.types import Finding, Scores


@over_folds("K folds, Hoeffding")
def kfold_hoeffding(scores: Scores) -> Finding:
    return fold_finding(kfold.kfold_hoeffding, scores)
