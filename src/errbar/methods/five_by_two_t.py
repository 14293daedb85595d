r"""Dietterich's t interval from five replications of two-fold cross-validation.

.. math:: d_{11} \pm t_5 \sqrt{\tfrac15 \sum_{m=1}^5 s_m^2}, \qquad s_m^2 = (d_{m1} - d_{m2})^2 / 2

d_{mk}: score of half k in replication m, of the algorithm at n/2.

Use it: To repeat published results that used Dietterich's test.
Not for: New work: its estimate is one of ten scores, so it wastes nine. It trains on half the data. `five_by_two_f` and
    `corrected_t` read all scores. All ten as if independent, with 9 degrees of freedom,
    is `kfold_t` on this plan.
In more words: none; conservative even for ten independent Gaussian scores (size 0.073 at 10 %), because d_11 is part of
    s_1.
Deviation: none.
References: dietterich1998, nadeau2003.

>>> import errbar as eb
>>> d = [.02, .04, .03, .01, .05, .02, 0, .03, .04, .02]
>>> scores = eb.Scores.from_splits({"a - b": d}, plan=eb.plans.five_by_two().build(200, random_state=0), loss="error")
>>> r = eb.infer(scores, method="five_by_two_t", null=0.0)
>>> print(f"{r.statistic:.10f} {r.pvalue:.10f} [{r.low:.10f}, {r.high:.10f}]")
1.1547005384 0.3003982981 [-0.0245237834, 0.0645237834]
"""

from collections.abc import Callable
from math import sqrt

from errbar.core.arrays import Floats
from errbar.core.five_by_two import first_score
from errbar.core.student import Student
from errbar.types import Finding, Method, Scores, method

WIDER = (
    "Wider than needed where the scores behave like independent ones (the estimate is part of its own variance); "
    "liberal where the scores of different replications correlate."
)
Statistic = Callable[[Floats], tuple[Floats, Floats]]  # (replication, half) -> estimate, its variance


def of_the_first(title: str, claim: str, which: str = "the first score") -> Callable[[Callable[..., Finding]], Method]:
    """The record of a t interval around the first score or two of ten."""
    order = {"split order": f"the estimate is {which} alone"}
    return method(title, ("five_by_two",), claim, instead_of=("kfold_t",), exceptions=order)


@of_the_first("5x2cv t (Dietterich)", "heuristic: liberal, trains on half the data, estimate from one split")
def five_by_two_t(scores: Scores) -> Finding:
    return around_first(scores, first_score, 5, "the first of ten scores alone", WIDER)


def around_first(scores: Scores, statistic: Statistic, df: int, which: str, note: str) -> Finding:
    """A t interval around the first score or two, whichever of the ten they are."""
    estimate, variance = statistic(scores.per_split.reshape(5, 2))
    order = f"The estimate is {which}, so another order of the splits gives another answer; five_by_two_f uses all ten."
    mean_of_ten = float(scores.per_split.mean())
    return Finding(Student(float(estimate), sqrt(variance), df), [order, note], {"mean_of_ten": mean_of_ten})
