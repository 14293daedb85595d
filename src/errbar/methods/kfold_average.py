r"""Average of the folds' upper limits, each at delta: the survey's equation 51. NOT a bound at delta.

.. math:: \frac{1}{K} \sum_j U(x_j, m_j, \delta)

x_j: mean loss of fold j; m_j: its examples; U: an upper limit for one test set.

A learner with two rules, one for training sets that hold a certain region and one for those that do not, breaks it
with probability 2 delta (1 - delta): 0.095 at delta = 5 %. U is `clopper_pearson` for 0/1 losses and `bentkus` for
others, unless it is named.

Use it: To repeat the survey.
Not for: A guarantee: `kfold_union` and `kfold_kl` hold whatever the folds have in common.
Deviation: none; the survey says that it holds with probability 1 - delta, and it does not.
References: anguita_survey, blum1999.

Parameters
----------
fold_bound : the limit of each fold; "auto" by the kind of loss.

>>> import errbar as eb
>>> print(f"{eb.bounds.kfold_average('clopper_pearson', [0.0, 0.0], 5, 0.05):.10f}")  # 1 - 0.05^(1/5)
0.4507197283
"""

from functools import partial

from errbar.bounds import kfold
from errbar.methods.kfold_union import FoldBound, chosen, fold_finding, over_folds
from errbar.types import Finding, Scores

NOT_PROVED = (
    "Not guaranteed{}: some learners break the average of fold limits, each at delta, with probability 2 delta (1 - "
    "delta), 9.5 % at a nominal 5 %. kfold_union, kfold_kl and kfold_hoeffding hold."
)
CLAIM = "not guaranteed: some learners break it in 9.5 % of cases at a nominal 5 %"


@over_folds("K folds, each at delta (equation 51)", CLAIM)
def kfold_average(scores: Scores, *, fold_bound: FoldBound = "auto") -> Finding:
    return fold_finding(partial(kfold.kfold_average, chosen(fold_bound, scores)), scores, NOT_PROVED)
