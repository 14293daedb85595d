r"""5x2cv t interval around the mean of the first pair.

.. math:: \tfrac12 (d_{11} + d_{12}) \pm t_5 \sqrt{\tfrac1{10} \sum_{m=1}^5 s_m^2}, \qquad
    s_m^2 = (d_{m1} - d_{m2})^2 / 2

d_{mk}: score of half k in replication m, of the algorithm at n/2.

Use it: As `five_by_two_t4`, with the mean of the first pair as estimate.
Not for: New work: real scores are not independent, and the estimate reads two of ten scores.
In more words: exact for ten independent Gaussian scores.
Deviation: none.
References: nadeau2003.

>>> import errbar as eb
>>> d = [.02, .04, .03, .01, .05, .02, 0, .03, .04, .02]
>>> scores = eb.Scores.from_splits({"a - b": d}, plan=eb.plans.five_by_two().build(200, random_state=0), loss="error")
>>> r = eb.infer(scores, method="five_by_two_t5", null=0.0)
>>> print(f"{r.estimate:.2f} {r.statistic:.6f}")  # sqrt(2) 0.03 / sqrt(0.003 / 10)
0.03 2.449490
"""

from errbar.core.five_by_two import first_pair
from errbar.methods.five_by_two_t import around_first, of_the_first
from errbar.methods.five_by_two_t4 import CLAIM, INDEPENDENT
from errbar.types import Finding, Scores


@of_the_first("5x2cv t, second repair", CLAIM, "the mean of the first pair")
def five_by_two_t5(scores: Scores) -> Finding:
    return around_first(scores, first_pair, 5, "the mean of the first two of ten scores", INDEPENDENT)
