r"""Naive t interval whose variance comes from repeating the whole resampling on the same data.

.. math:: \bar d \pm t_{R-1} \sqrt{\tfrac{1}{R-1} \sum_{r=1}^R (\bar d_r - \bar d_\cdot)^2}

\bar d: mean over J splits; \bar d_r: the same mean over the J further splits of round r; R: rounds.

Use it: Never for a conclusion; it is kept because the paper studies it.
Not for: Always: rounds on the same data cannot see how results vary with the data.
In more words: none, far too narrow: every round sees the same data.
Deviation: none.
References: nadeau2003.

>>> import errbar as eb
>>> plan = eb.plans.pseudo_bootstrap(2, 3, 0.1).build(100, random_state=0)
>>> values = [.20, .24, .20, .20, .22, .22, .24, .24]
>>> r = eb.infer(eb.Scores.from_splits({"m": values}, plan=plan, loss="error"), method="pseudo_bootstrap")
>>> print(f"{r.estimate:.2f} {r.se:.2f} {r.df:.0f}")
0.22 0.02 2
"""

from math import sqrt

import numpy as np

from errbar.core.student import Student
from errbar.core.variance import mean_and_variance
from errbar.types import Finding, Scores, method

NOTE = (
    "Too narrow: all rounds use the same data, so their spread is that of the splits and leaves the data out. "
    "Use corrected_t."
)


@method("Pseudo-bootstrap (naive)", ("pseudo_bootstrap",), "none: far too narrow")
def pseudo_bootstrap(scores: Scores) -> Finding:
    mean, variance, n_splits, n_rounds = rounds_of(scores)
    return Finding(Student(mean, sqrt(variance), n_rounds - 1), [NOTE], {"n_rounds": n_rounds}, n_splits=n_splits)


def rounds_of(scores: Scores) -> tuple[float, float, int, int]:
    """The mean over the first J splits, the variance of R further means of as many, J and R.

    An estimate of more splits than a round has is cut to that number.
    """
    first, further = scores.plan.parts
    n_rounds = int(further.labels()["round"].max()) + 1
    values = scores.per_split[len(first) :].reshape(n_rounds, -1)
    n_splits = values.shape[1]
    means = np.array([mean_and_variance(row)[0] for row in values])
    return mean_and_variance(scores.per_split[:n_splits])[0], mean_and_variance(means)[1], n_splits, n_rounds
