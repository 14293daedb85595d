r"""Average of the folds' upper limits, each at delta/K, for the mean error of the K models fitted. Rigorous.

.. math:: \frac{1}{K} \sum_j U(x_j, m_j, \delta/K)

x_j: mean loss of fold j; m_j: its examples; U: an upper limit for one test set.

The folds may depend on each other in any way: the chance that any limit fails is at most delta. U is
`clopper_pearson` for 0/1 losses and `bentkus` for others, unless it is named.

Use it: A guarantee for the models of a K-fold run; of few folds above all.
Not for: The algorithm, or the model fitted to all data. Many folds: try `kfold_kl`.
Deviation: delta/K where the survey has delta (equation 51), which is no bound at delta: `kfold_average`.
References: anguita_survey, blum1999.

Parameters
----------
fold_bound : the limit of each fold; "auto" by the kind of loss.

>>> import errbar as eb
>>> plan = eb.plans.kfold(2).build(10, random_state=0)
>>> scores = eb.Scores.from_losses({"m": [0.0] * 10}, plan=plan, loss="zero_one")
>>> r = eb.infer(scores, method="kfold_union", alternative="less")
>>> print(f"{r.high:.10f}")  # 1 - 0.025^(1/5)
0.5218237501
"""

from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np

from errbar.bounds import kfold
from errbar.bounds.bound import IN_RANGE
from errbar.core.limits_in_range import FoldLimits
from errbar.types import Finding, Method, Plan, Scores, method

FoldBound = Literal["auto", "bentkus", "hoeffding_kl", "hoeffding", "chebyshev"]
PROVED = (
    "Guaranteed for independent examples{}, whatever the folds have in common; for the models fitted here, not for one "
    "fitted to all data."
)


def _in_groups(plan: Plan, _items: bool) -> str | None:
    why = "The folds keep groups together: examples of a fold are not independent then"
    return None if plan.groups is None else f"{why}, and bounds over folds need that."


def over_folds(title: str, claim: str = IN_RANGE) -> Callable[[Callable[..., Finding]], Method]:
    """The record of a bound over folds: of the models fitted, for losses in a known range, without groups."""
    plans, other = ("kfold", "custom"), "corrected_t"
    return method(
        title, plans, claim, needs="losses", target="proxy", compares="one", without_range=other, against=_in_groups
    )


@over_folds("K folds, each at delta/K")
def kfold_union(scores: Scores, *, fold_bound: FoldBound = "auto") -> Finding:
    return fold_finding(partial(kfold.kfold_union, chosen(fold_bound, scores)), scores)


def chosen(fold_bound: str, scores: Scores) -> str:
    """The limit of each fold."""
    return fold_bound if fold_bound != "auto" else "clopper_pearson" if scores.is_binary else "bentkus"


def fold_finding(upper: Callable[..., float], scores: Scores, note: str = PROVED) -> Finding:
    """What a bound over folds says of the losses of the models fitted; `note` has room for the range of the losses."""
    low, high = scores.limits
    means = np.clip((scores.per_split - low) / (high - low), 0.0, 1.0)
    sizes = scores.plan.n_test[: means.size].astype(np.float64)
    losses = "" if scores.is_binary else f" with losses from {low:g} to {high:g}"
    details = {"rigorous": note is PROVED, "n_folds": int(means.size), "smallest_fold": int(sizes.min())}
    law = FoldLimits(float(means.mean()), upper, means, sizes, low=low, width=high - low)
    return Finding(law, [note.format(losses)], details)
