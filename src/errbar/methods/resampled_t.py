r"""Naive t interval over random splits, as if they were independent.

.. math:: \bar d \pm t_{J-1} \sqrt{s_d^2 / J}

d_j: score of split j; J: number of splits; s_d^2: variance of the d_j, divisor J - 1.

Use it: Never for a conclusion. It is here to be drawn beside an honest interval.
Not for: Always: it takes overlapping splits for independent ones, and more splits make it worse.
Deviation: none.
References: nadeau2003, dietterich1998.

>>> import errbar as eb
>>> m = [.20, .24, .18, .22, .26, .19, .21, .25, .23, .17]
>>> r = eb.infer(eb.Scores.from_splits({"m": m}, n_train=90, n_test=10, loss="error"), method="resampled_t")
>>> print(f"{r.se:.10f}")
0.0095742711
"""

from errbar.core.arrays import Floats
from errbar.core.students import Students
from errbar.types import Finding, Plan, Scores, method

NOTE = (
    "Too narrow: the splits share training and test data, so their scores are correlated, and more splits "
    "shrink this interval without adding information. Use corrected_t."
)


def law(values: Floats, plan: Plan) -> Students:  # noqa: ARG001 - as if splits were independent
    """Of one series or of many, along the last axis."""
    return Students.of_splits(values)


@method("Resampled t (naive)", ("subsample", "custom"), "none: far too narrow", law=law, overlap=0.0, audited=3)
def resampled_t(scores: Scores) -> Finding:
    return Finding(law(scores.per_split, scores.plan).one, [NOTE])
