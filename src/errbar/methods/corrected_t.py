r"""Corrected resampled t interval for a mean score or a difference.

.. math:: \bar d \pm t_{J-1} \sqrt{(1/J + n_2/n_1)\, s_d^2}

d_j: score of split j; J: number of splits; n_1, n_2: training and test size (sums over splits where they
differ, groups where groups were split); s_d^2: variance of the d_j, divisor J - 1.

Where every split has the same score and scores lie between 0 and 1, no spread is not certainty: the interval is
Wilson's for that share of n 0/1 losses (for a difference, as if two examples told the models apart).

`details`: "uncorrected_se", "naive_low" and "naive_high", what a t interval over the splits would have said.

Use it: The first choice for an algorithm or two with 25 fits or more of each: any metric, any n, from nothing but one
    score per split. With K folds of a paper's table it needs only K.
Not for: Where the level must be guaranteed. With some 315 cheap fits `calibrated_t` and `conservative_z` held their
    level in more of the cells that were measured.
In more words: heuristic, exact if Corr(d_j, d_k) = n_2/(n_1 + n_2).
Deviation: none. On repeated K-fold it is the test of Bouckaert and Frank.
References: nadeau2003, bouckaert2004.

>>> import errbar as eb
>>> m = [.20, .24, .18, .22, .26, .19, .21, .25, .23, .17]
>>> r = eb.infer(eb.Scores.from_splits({"m": m}, n_train=90, n_test=10, loss="error"), method="corrected_t")
>>> print(f"{r.se:.10f} [{r.low:.10f}, {r.high:.10f}]")
0.0139110934 [0.1835309205, 0.2464690795]
"""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from errbar.check import Alternative
from errbar.core.arrays import Floats
from errbar.core.corrected_share import BoundedStudent, difference_variance
from errbar.core.score_interval import ScoreShare
from errbar.core.student import Student
from errbar.core.students import Students
from errbar.core.variance import corrected_factor
from errbar.types import Finding, More, Plan, Scores, method
from errbar.types.stopping import wider

SPLITS = ("subsample", "kfold", "five_by_two", "custom")
NAIVE = ("resampled_t", "kfold_t")  # what people report in its place
ASSUMED = "The correction assumes the scores of two splits correlate as n_test/(n_train + n_test)."
UNEQUAL = "Test sets differ in size: the estimate is the mean of the split scores, not of all losses."


def law(values: Floats, plan: Plan) -> Students:
    """Of one series or of many, along the last axis."""
    return Students.of_splits(values, plan.ratio, plan.n_different - 1)


def mean_variance(variance: Floats, plan: Plan, difference: bool) -> Floats:  # noqa: ARG001 - the same for both
    """Of the mean over splits, from the variance over them."""
    return corrected_factor(len(plan), plan.ratio) * variance


FACTS: dict[str, Any] = {"law": law, "overlap": 1.0, "mean_variance": mean_variance}


@dataclass(frozen=True, slots=True)
class Uncorrected:
    """What a t interval over the splits would have said."""

    law: Student

    def at(self, level: float, alternative: Alternative) -> More:
        low, high = self.law.interval(level, alternative)
        return More(details={"naive_low": low, "naive_high": high})


@method("Corrected resampled t", SPLITS, "heuristic: liberal", instead_of=NAIVE, audited=4, **FACTS)
def corrected_t(scores: Scores) -> Finding:
    found, naive = law(scores.per_split, scores.plan).one, Students.of_splits(scores.per_split).one
    if (factor := wider(scores.details)) != 1.0:
        found = replace(found, se=factor * found.se)
    asked = found if naive.se else without_spread(scores, found.estimate, found.df)
    details = {"ratio": scores.plan.ratio, "uncorrected_se": naive.se}
    return Finding(asked, [ASSUMED, unequal_note(scores)], details, at=Uncorrected(naive).at)


def unequal_note(scores: Scores) -> str | bool:
    """For methods that average split scores: what unequal test sets do to the estimate."""
    n_test = scores.plan.n_test[: len(scores.plan.parts[0])]
    return bool((n_test != n_test[0]).any()) and UNEQUAL


def without_spread(scores: Scores, mean: float, df: float) -> Student | ScoreShare:
    """Every split scored the same, say AUC 1: between 0 and 1, what as many 0/1 losses would leave open.

    As many as there are examples of the rarer class, where that is known: each is behind a whole unit of such a score.
    """
    n = min(scores.plan.n_tested, scores.details.get("rarest_class", scores.plan.n_tested))
    if scores.loss_range == (-1.0, 1.0) and scores.is_difference:
        return BoundedStudent(mean, sqrt(difference_variance(0.0, n)), df)
    if scores.loss_range == (0.0, 1.0) and 0.0 <= mean <= 1.0:
        return ScoreShare(mean, n, df, 0.0)
    return Student(mean, 0.0, df)
