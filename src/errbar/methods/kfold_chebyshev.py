r"""Chebyshev's bound over K folds at delta itself, for the mean error of the K models fitted. Rigorous.

.. math:: (L-\bar x)^2 = L(1-L)/(m\delta)

\bar x: mean of the folds' mean losses; m: examples of the smallest fold; L: the limit, the larger root.

The folds may depend on each other in any way: the squared deviation over L(1 - L) is jointly convex.

Use it: To repeat the survey over folds.
Not for: New work: `kfold_kl` and `kfold_union` are usually far tighter. The algorithm.
Deviation: none; the survey has the average of fold bounds (equation 51).
References: anguita_survey.

>>> import errbar as eb
>>> plan = eb.plans.kfold(2).build(10, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [0.0] * 10}, plan=plan, loss="zero_one")
>>> r = eb.infer(scores, method="kfold_chebyshev", alternative="less")
>>> print(f"{r.high:.4f}")  # 1 / (1 + 5 * 0.05)
0.8000
"""

from errbar.bounds import kfold
from errbar.methods.kfold_union import fold_finding, over_folds
from errbar.types import Finding, Scores


@over_folds("K folds, Chebyshev")
def kfold_chebyshev(scores: Scores) -> Finding:
    return fold_finding(kfold.kfold_chebyshev, scores)
