r"""5x2cv t interval whose variance leaves the first replication out, with four degrees of freedom.

.. math:: d_{11} \pm t_4 \sqrt{\tfrac14 \sum_{m=2}^5 s_m^2}, \qquad s_m^2 = (d_{m1} - d_{m2})^2 / 2

d_{mk}: score of half k in replication m, of the algorithm at n/2.

Use it: To see what the 5x2cv test becomes when its reference law is exact for independent Gaussian scores.
Not for: New work: real scores are not independent, and the estimate is one of ten scores.
In more words: exact for ten independent Gaussian scores.
Deviation: none.
References: nadeau2003.

>>> import errbar as eb
>>> d = [.02, .04, .03, .01, .05, .02, 0, .03, .04, .02]
>>> scores = eb.Scores.from_splits({"a - b": d}, plan=eb.plans.five_by_two().build(200, random_state=0), loss="error")
>>> r = eb.infer(scores, method="five_by_two_t4", null=0.0)
>>> print(f"{r.statistic:.6f}")  # 0.02 / sqrt(0.0026 / 8)
1.109400
"""

from errbar.core.five_by_two import first_score_apart
from errbar.methods.five_by_two_t import around_first, of_the_first
from errbar.types import Finding, Scores

CLAIM = "heuristic: exact for independent Gaussian scores, else liberal"
INDEPENDENT = "Exact if the ten scores were independent; they share data."


@of_the_first("5x2cv t, first repair", CLAIM)
def five_by_two_t4(scores: Scores) -> Finding:
    return around_first(scores, first_score_apart, 4, "the first of ten scores alone", INDEPENDENT)
